import { type ReactElement, Suspense } from 'react';
import { loadComponentLate } from '../../app/hydration.ts';
import { AdvertStrip } from './advert-strip.tsx';
import { Hero } from './hero.tsx';
// The styles of the lower sections belong to the page, because the server renders these sections while their scripts
// load later.
import './cars-by-price.module.css';

export const loadLowerSections = async () => (await import('./lower-sections.tsx')).LowerSections;
const LowerSections = import.meta.env.SSR ? await loadLowerSections() : loadComponentLate(loadLowerSections);
// The element is a constant: if its props were new objects, React would render the element again before its code has
// loaded.
const lowerSections = (
  <Suspense>
    <LowerSections />
  </Suspense>
);

/** The home page. The part below the first screen is hydrated when a visitor starts to use the page. */
export function HomePage(): ReactElement {
  return (
    <main id="main" tabIndex={-1} data-late="">
      <Hero />
      <AdvertStrip />
      {lowerSections}
    </main>
  );
}
