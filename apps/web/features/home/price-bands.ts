import type { Histogram } from '@carhouse/contract/search';

/**
 * Whole dollars, from `from` up to below `to`; one column for every `step`. The bars of the response are at least as fine.
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
  /** Number of cars in each column, lowest price first. */
  readonly columns: readonly number[];
};

/** Sorts the bars of a response into the bands of Home; every car is counted, the last band has all above it. */
export function priceBands({ from, step, counts }: Histogram): readonly PriceBand[] {
  return bands.map((band) => {
    const columns: number[] = [];
    for (const [at, count] of counts.entries()) {
      const price = from + at * step;
      if (price < band.from || (band.to !== undefined && price >= band.to)) continue;
      const column = Math.floor((price - band.from) / band.step);
      columns[column] = (columns[column] ?? 0) + count;
    }
    // Steps without a bar are holes of the array.
    const filled = Array.from(columns, (count) => count ?? 0);
    return { from: band.from, to: band.to, cars: filled.reduce((sum, count) => sum + count, 0), columns: filled };
  });
}
