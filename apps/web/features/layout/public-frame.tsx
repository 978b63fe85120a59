import { Outlet, useChildMatches } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Footer } from './footer.tsx';
import { Topbar } from './topbar.tsx';

/** The frame of the public pages: navbar, page, footer. Every page brings its own `main` with the id `main`. */
export function PublicFrame(): ReactElement {
  // Whether the navbar overlays the image of Home: by the page that is shown, because the address changes earlier than the page.
  const overHero = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/_public/' || routeId === '/_public/home'),
  });
  return (
    <>
      <Topbar over={overHero} />
      <Outlet />
      <Footer />
    </>
  );
}
