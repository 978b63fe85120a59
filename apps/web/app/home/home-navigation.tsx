import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { hrefOf, type Navigation, NavigationProvider } from '../navigation/navigation.ts';

/** Ways from Home to the other pages. */
export type Navigator = Pick<Navigation, 'go' | 'prepare'>;

type HomeNavigationProps = {
  readonly pathname: string;
  readonly onward: Navigator | undefined;
  readonly children: ReactNode;
};

/** Gives the links of Home the ways onward. */
export function HomeNavigation({ pathname, onward, children }: HomeNavigationProps): ReactElement {
  // Whatever is open closes when somebody goes on: the address changes for it at once.
  const [href, setHref] = useState(pathname);
  const navigation = useMemo<Navigation>(
    () => ({
      pathname,
      href,
      go: async (place, options) => {
        setHref(typeof place === 'string' ? place : hrefOf(place));
        await onward?.go(place, options);
      },
      prepare: (target) => onward?.prepare(target),
    }),
    [pathname, href, onward],
  );
  return <NavigationProvider value={navigation}>{children}</NavigationProvider>;
}
