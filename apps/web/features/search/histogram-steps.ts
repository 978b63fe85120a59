import type { Histogram } from '@carhouse/contract/search';

/** Maximum number of bars. More bars would be too thin for the width of the filters. */
const barCountMaximum = 30;
/** The factors by which bars are merged. A bar of $10,000 becomes a bar of $20,000, $50,000 or $100,000. */
const mergeFactors = [1, 2, 5, 10];

/**
 * Computes the bars to draw. Bars above the highest price and above both bounds are omitted. Narrow bars are merged
 * until the bars are wide enough to be distinguished. The last bar also counts all higher values.
 */
export function drawnBars(
  { from, step, counts }: Histogram,
  min: number | undefined,
  max: number | undefined,
): Histogram {
  const highestBar = counts.findLastIndex((cars) => cars > 0) + 1;
  const barsToBounds = Math.ceil((Math.max(min ?? from, max ?? from) - from) / step) + (max === undefined ? 1 : 0);
  const bars = Math.min(counts.length, Math.max(highestBar, barsToBounds, Math.min(10, counts.length)));
  const width = mergeFactors.find((each) => bars / each <= barCountMaximum) ?? Math.ceil(bars / barCountMaximum);
  const drawn = Array.from({ length: Math.ceil(bars / width) }, (_, bar) =>
    counts.slice(bar * width, (bar + 1) * width).reduce((sum, cars) => sum + cars, 0),
  );
  return { from, step: step * width, counts: drawn };
}

/**
 * A range of bars, given by the index of its lower and of its upper edge. The range from 0 to the number of bars is the
 * whole histogram.
 */
export type StepRange = readonly [low: number, high: number];

/** Returns the bounds at two edges; undefined at the outermost edges, which mean no bound. */
export function boundsAt(
  { from, step, counts }: Histogram,
  range: 'Price' | 'Year',
  [low, highStep]: StepRange,
): readonly [min: number | undefined, max: number | undefined] {
  // Years are whole numbers, so the upper bound is the year before the first year of the next bar.
  const last = range === 'Year' ? 1 : 0;
  return [
    low === 0 ? undefined : from + low * step,
    highStep === counts.length ? undefined : from + highStep * step - last,
  ];
}

/** Returns the edges that are nearest to two bounds, at least one bar apart. */
export function stepsOfBounds(
  { from, step, counts }: Histogram,
  range: 'Price' | 'Year',
  min: number | undefined,
  max: number | undefined,
): StepRange {
  const bars = counts.length;
  const last = range === 'Year' ? 1 : 0;
  const low = min === undefined ? 0 : clampNumber(Math.floor((min - from) / step), 0, bars - 1);
  const highStep = max === undefined ? bars : clampNumber(Math.ceil((max + last - from) / step), low + 1, bars);
  return [low, highStep];
}

function clampNumber(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
