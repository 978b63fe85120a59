import { type ReactElement, Suspense } from 'react';
import { latePart } from '../../app/hydration.ts';
import { AdvertStrip } from './advert-strip.tsx';
import { Hero } from './hero.tsx';
// The server renders the lower sections, so the styles that only they have belong to the page and not to their late code.
import './cars-by-price.module.css';

export const loadLowerSections = async () => (await import('./lower-sections.tsx')).LowerSections;
const LowerSections = import.meta.env.SSR ? await loadLowerSections() : latePart(loadLowerSections);
// Always the same element: with new props React would render it again before its code has loaded.
const lowerSections = (
  <Suspense>
    <LowerSections />
  </Suspense>
);

/** Home. The part below the first screen is hydrated when a visitor starts to use the page. */
export function HomePage(): ReactElement {
  return (
    <main id="main" tabIndex={-1} data-late="">
      <Hero />
      <AdvertStrip />
      {lowerSections}
    </main>
  );
}
