import type { Histogram } from '@carhouse/contract/search';

/**
 * The price bands in whole dollars. Each band starts at `from` and has one column for every `step` dollars. The width
 * of a bar in the response is a `step` or a fraction of it.
 */
const bands = [
  { from: 0, to: 100_000, step: 10_000 },
  { from: 100_000, to: 200_000, step: 10_000 },
  { from: 200_000, to: 400_000, step: 20_000 },
  { from: 400_000, to: 700_000, step: 30_000 },
  { from: 700_000, to: 1_000_000, step: 50_000 },
  { from: 1_000_000, to: undefined, step: 50_000 },
] as const;

export type PriceBand = {
  readonly from: number;
  readonly to: number | undefined;
  readonly cars: number;
  /** Number of cars in each column, the lowest price first. */
  readonly columns: readonly number[];
};

/**
 * Adds up the bars of the response, band by band, for the chart of Home. Every car is counted; the last band includes
 * all higher prices.
 */
export function sumPriceBands({ from, step, counts }: Histogram): readonly PriceBand[] {
  return bands.map((band) => {
    const columns: number[] = [];
    for (const [at, count] of counts.entries()) {
      const price = from + at * step;
      if (price < band.from || (band.to !== undefined && price >= band.to)) continue;
      const columnIndex = Math.floor((price - band.from) / band.step);
      columns[columnIndex] = (columns[columnIndex] ?? 0) + count;
    }
    // When the response has no bar for a column, the array has no value at the index of this column.
    const columnCounts = Array.from(columns, (count) => count ?? 0);
    return {
      from: band.from,
      to: band.to,
      cars: columnCounts.reduce((sum, count) => sum + count, 0),
      columns: columnCounts,
    };
  });
}
