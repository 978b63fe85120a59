import { Outlet, useChildMatches } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PublicFrame } from './public-frame.tsx';

/** The frame of the public pages. */
export function PublicLayout(): ReactElement {
  // By the page that is shown, because the address changes earlier than the page.
  const overHero = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/_public/' || routeId === '/_public/home'),
  });
  return (
    <PublicFrame overHero={overHero}>
      <Outlet />
    </PublicFrame>
  );
}
