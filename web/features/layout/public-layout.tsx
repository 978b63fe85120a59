import { Outlet, useChildMatches } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Footer } from './footer.tsx';
import { Topbar } from './topbar.tsx';

/** Navbar, page, footer. Every page brings its own `main` with the id `main`. */
export function PublicLayout(): ReactElement {
  // By the page that shows, not by the address, which is ahead of it while the next page is on its way.
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
