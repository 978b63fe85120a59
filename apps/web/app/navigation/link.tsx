import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import { useRef } from 'react';
import { hrefOf, type RouteTarget, useNavigation } from './navigation.ts';

type LinkProps = RouteTarget &
  Omit<ComponentProps<'a'>, 'href' | 'target' | 'onClick'> & {
    /** False keeps a link from being marked as the one of the page that shows. */
    readonly marked?: boolean;
  };

/** Milliseconds that a pointer rests on a link before its page is prepared. */
const rest = 50;

/** A link to a page of this site. It is a plain link until the page is hydrated, and for every press that asks for a window of its own. */
export function Link({ to, params, search, hash, marked = true, ...anchor }: LinkProps): ReactElement {
  const { pathname, go, prepare } = useNavigation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const target: RouteTarget = {
    to,
    ...(params === undefined ? {} : { params }),
    ...(search === undefined ? {} : { search }),
    ...(hash === undefined ? {} : { hash }),
  };
  const approach = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => prepare(target), rest);
  };
  const turnAway = () => clearTimeout(timer.current);
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    turnAway();
    void go(target);
  };
  const current = marked && search === undefined && leadsTo(to, pathname) ? 'page' : undefined;
  return (
    <a
      aria-current={current}
      {...anchor}
      href={hrefOf(target)}
      onClick={follow}
      onMouseEnter={approach}
      onMouseLeave={turnAway}
      onFocus={approach}
      onBlur={turnAway}
      onTouchStart={() => prepare(target)}
    />
  );
}

/** Whether the page is the one that a link leads to, or one below it. */
function leadsTo(to: string, pathname: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}
