import { Outlet, useChildMatches } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PublicFrame } from './public-frame.tsx';

/** The frame of the public pages. */
export function PublicLayout(): ReactElement {
  // By the page that shows, not by the address, which is ahead of it while the next page is on its way.
  const overHero = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/_public/' || routeId === '/_public/home'),
  });
  return (
    <PublicFrame overHero={overHero}>
      <Outlet />
    </PublicFrame>
  );
}
