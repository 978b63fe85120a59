import { Outlet, useChildMatches } from '@tanstack/react-router';
import { type ReactElement, Suspense } from 'react';
import { latePart } from '../../app/hydration.ts';
import { Topbar } from './topbar.tsx';

export const loadFooter = () => import('./footer.tsx');
const Footer = import.meta.env.SSR ? (await loadFooter()).Footer : latePart(async () => (await loadFooter()).Footer);
// Always the same element: new props would make React draw it again before its code is there.
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
);

/** The frame of the public pages: navbar, page, footer, which is hydrated when a visitor begins to use the page. Every page brings its own `main` with the id `main`. */
export function PublicFrame(): ReactElement {
  // Whether the navbar overlays the image of Home: by the page that is shown, because the address changes earlier than the page.
  const overHero = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/_public/' || routeId === '/_public/home'),
  });
  return (
    <>
      <Topbar over={overHero} />
      <Outlet />
      {footer}
    </>
  );
}
