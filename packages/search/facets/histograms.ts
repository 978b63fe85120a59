import type { Histogram } from '../query/search-result.ts';

/** Bars of prices: $10,000 each, the last one holds all from $1,190,000 on. */
const priceStep = 1_000_000;
const priceBars = 120;
/** Years the server can hold; each is a bar. */
const firstYear = 1886;
const yearBars = 512;

export const histogramCodes = { price: priceBars, year: yearBars } as const;

export function priceBar(price: number): number {
  return Math.min(priceBars - 1, Math.max(0, Math.floor(price / priceStep)));
}

export function yearBar(year: number): number {
  return Math.min(yearBars - 1, Math.max(0, year - firstYear));
}

export function priceHistogram(counts: Int32Array): Histogram {
  return { from: 0, step: priceStep, counts: [...counts] };
}

/** From the first to the last year in which a car on offer was bought, whatever is looked for: the axis stands still. */
export function yearHistogram(counts: Int32Array, liveCounts: Int32Array): Histogram {
  const first = liveCounts.findIndex((count) => count > 0);
  if (first < 0) return { from: firstYear, step: 1, counts: [] };
  const last = liveCounts.findLastIndex((count) => count > 0);
  return { from: firstYear + first, step: 1, counts: [...counts.subarray(first, last + 1)] };
}
