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
    const sizes = [...medians.keys()].sort((one, other) => one - other);
    const [first, last] = [medians.get(sizes.at(0) ?? 0) ?? 0, medians.get(sizes.at(-1) ?? 0) ?? 0];
    const columns = sizes.map((size) => [`p50_ms at ${size}`, medians.get(size) ?? 0] as const);
    return { bench, ...Object.fromEntries(columns), growth: round(last / first) };
  });
}
