import { type ReactElement, Suspense } from 'react';
import { latePart } from '../../app/hydration.ts';
import { AdvertStrip } from './advert-strip.tsx';
import { Hero } from './hero.tsx';

export const loadLowerSections = async () => (await import('./lower-sections.tsx')).LowerSections;
const LowerSections = import.meta.env.SSR ? await loadLowerSections() : latePart(loadLowerSections);
// Always the same element: new props would make React draw it again before its code is there.
const lowerSections = (
  <Suspense>
    <LowerSections />
  </Suspense>
);

/** Home. What stands below its first screen is hydrated when a visitor begins to use the page. */
export function HomePage(): ReactElement {
  return (
    <main id="main" tabIndex={-1} data-late="">
      <Hero />
      <AdvertStrip />
      {lowerSections}
    </main>
  );
}
