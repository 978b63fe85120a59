import { Outlet, useChildMatches } from '@tanstack/react-router';
import { type ReactElement, Suspense } from 'react';
import { loadComponentLate } from '../../app/hydration.ts';
import { Topbar } from './topbar.tsx';

export const loadFooter = () => import('./footer.tsx');
const Footer = import.meta.env.SSR
  ? (await loadFooter()).Footer
  : loadComponentLate(async () => (await loadFooter()).Footer);
// The element is a constant: if its props were new objects, React would render the element again before its code has
// loaded.
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
);

/**
 * The layout of the public pages: navbar, page and footer. The footer is hydrated when a visitor starts to use the
 * page. Every page has its own `main` element with the id `main`.
 */
export function PublicFrame(): ReactElement {
  // Whether the navbar overlays the image of Home. The matches of the rendered page are read and not the URL, because
  // the URL changes earlier than the page.
  const isTopbarOverHero = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/_public/' || routeId === '/_public/home'),
  });
  return (
    <>
      <Topbar isOverImage={isTopbarOverHero} />
      <Outlet />
      {footer}
    </>
  );
}
