import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { hrefOf, type Navigation, NavigationProvider } from '../navigation/navigation.ts';

/** Navigates from Home to the other pages. */
export type Navigator = Pick<Navigation, 'go' | 'prepare'>;

type HomeNavigationProps = {
  readonly pathname: string;
  readonly navigator: Navigator | undefined;
  readonly children: ReactNode;
};

/** Gives the links of Home their navigation. */
export function HomeNavigation({ pathname, navigator, children }: HomeNavigationProps): ReactElement {
  // Whatever is open closes when a user navigates: the address changes for it at once.
  const [href, setHref] = useState(pathname);
  const navigation = useMemo<Navigation>(
    () => ({
      pathname,
      href,
      go: async (place, options) => {
        setHref(typeof place === 'string' ? place : hrefOf(place));
        await navigator?.go(place, options);
      },
      prepare: (target) => navigator?.prepare(target),
    }),
    [pathname, href, navigator],
  );
  return <NavigationProvider value={navigation}>{children}</NavigationProvider>;
}
