import type { Histogram } from '../query/search-result.ts';

/** Width of a bar of the price histogram in cents: $10,000. The last bar counts all prices from $1,190,000 on. */
const priceStep = 1_000_000;
const priceBarCount = 120;
/** The first year that a bar of the year histogram may have. Each bar is one year. */
const firstYear = 1886;
const yearBarCount = 512;

export const histogramBarCounts = { price: priceBarCount, year: yearBarCount } as const;

export function findPriceBarIndex(price: number): number {
  return Math.min(priceBarCount - 1, Math.max(0, Math.floor(price / priceStep)));
}

export function findYearBarIndex(year: number): number {
  return Math.min(yearBarCount - 1, Math.max(0, year - firstYear));
}

export function makePriceHistogram(counts: Int32Array): Histogram {
  return { from: 0, step: priceStep, counts: [...counts] };
}

/**
 * The histogram of the years of purchase. The histogram spans the first to the last year of all live documents, so the
 * axis does not depend on the filters.
 */
export function makeYearHistogram(counts: Int32Array, liveCounts: Int32Array): Histogram {
  const firstYearIndex = liveCounts.findIndex((count) => count > 0);
  if (firstYearIndex < 0) return { from: firstYear, step: 1, counts: [] };
  const last = liveCounts.findLastIndex((count) => count > 0);
  return { from: firstYear + firstYearIndex, step: 1, counts: [...counts.subarray(firstYearIndex, last + 1)] };
}
