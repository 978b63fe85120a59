import { type Figures, round } from './samples.ts';

/**
 * Shows how the median of each kind of call grows with the stock: one line for each benchmark, one column for each
 * number of listings.
 */
export function compareGrowth(figures: readonly Figures[]): readonly Figures[] {
  const lines = new Map<string, Map<number, number>>();
  for (const { bench, listings, p50_ms: median, at_once: atOnce } of figures) {
    if (typeof listings !== 'number' || typeof median !== 'number') continue;
    const name = `${bench} (${atOnce} at once)`;
    const line = lines.get(name) ?? new Map<number, number>();
    lines.set(name, line.set(listings, median));
  }
  return [...lines].map(([bench, medians]) => {
    const stockSizes = [...medians.keys()].sort((firstSize, secondSize) => firstSize - secondSize);
    const [first, last] = [medians.get(stockSizes.at(0) ?? 0) ?? 0, medians.get(stockSizes.at(-1) ?? 0) ?? 0];
    const columns = stockSizes.map((size) => [`p50_ms at ${size}`, medians.get(size) ?? 0] as const);
    return { bench, ...Object.fromEntries(columns), growth: round(last / first) };
  });
}
