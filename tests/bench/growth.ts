import { type Figures, roundFigure } from './samples.ts';

/**
 * Shows how the median of each kind of call grows with the stock: one line for each benchmark, one column for each
 * number of listings.
 */
export function compareGrowth(figures: readonly Figures[]): readonly Figures[] {
  const mediansByBench = new Map<string, Map<number, number>>();
  for (const { bench, listings, p50_ms: median, at_once: atOnce } of figures) {
    if (typeof listings !== 'number' || typeof median !== 'number') continue;
    const name = `${bench} (${atOnce} at once)`;
    const mediansByStockSize = mediansByBench.get(name) ?? new Map<number, number>();
    mediansByBench.set(name, mediansByStockSize.set(listings, median));
  }
  return [...mediansByBench].map(([bench, medians]) => {
    const stockSizes = [...medians.keys()].sort((stockSize, otherStockSize) => stockSize - otherStockSize);
    const [firstMedian, lastMedian] = [
      medians.get(stockSizes.at(0) ?? 0) ?? 0,
      medians.get(stockSizes.at(-1) ?? 0) ?? 0,
    ];
    const columns = stockSizes.map((size) => [`p50_ms at ${size}`, medians.get(size) ?? 0] as const);
    return { bench, ...Object.fromEntries(columns), growth: roundFigure(lastMedian / firstMedian) };
  });
}
