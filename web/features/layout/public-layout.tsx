import { Outlet, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Footer } from './footer.tsx';
import { Topbar } from './topbar.tsx';

/** Navbar, page, footer. Every page brings its own `main` with the id `main`. */
export function PublicLayout(): ReactElement {
  const overHero = useLocation({ select: ({ pathname }) => pathname === '/' || pathname === '/home' });
  return (
    <>
      <Topbar over={overHero} />
      <Outlet />
      <Footer />
    </>
  );
}
