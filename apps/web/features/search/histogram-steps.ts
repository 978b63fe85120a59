import type { Histogram } from '@carhouse/contract/search';

/** Maximum number of bars. With more bars, each bar would be too thin for the width of the filters. */
const barCountMaximum = 30;
/**
 * The factors by which bars are merged. When bars are merged, a bar of $10,000 becomes a bar of $20,000, $50,000 or
 * $100,000.
 */
const mergeFactors = [1, 2, 5, 10];

/**
 * Computes the bars to draw. Bars above the highest price and above both bounds are omitted. Narrow bars are merged
 * until the bars are wide enough to be distinguished. The last bar also counts all higher values.
 */
export function computeDrawnBars(
  { from, step, counts }: Histogram,
  min: number | undefined,
  max: number | undefined,
): Histogram {
  const usedBarCount = counts.findLastIndex((carCount) => carCount > 0) + 1;
  const barCountToBounds = Math.ceil((Math.max(min ?? from, max ?? from) - from) / step) + (max === undefined ? 1 : 0);
  const barCount = Math.min(counts.length, Math.max(usedBarCount, barCountToBounds, Math.min(10, counts.length)));
  const width =
    mergeFactors.find((factor) => barCount / factor <= barCountMaximum) ?? Math.ceil(barCount / barCountMaximum);
  const drawnCounts = Array.from({ length: Math.ceil(barCount / width) }, (_, bar) =>
    counts.slice(bar * width, (bar + 1) * width).reduce((sum, carCount) => sum + carCount, 0),
  );
  return { from, step: step * width, counts: drawnCounts };
}

/**
 * A range of bars, given by the index of its lower and of its upper edge. The range from 0 to the number of bars is the
 * whole histogram.
 */
export type StepRange = readonly [low: number, high: number];

/** Returns the bounds at two edges; undefined at the outermost edges, which mean no bound. */
export function findBoundsAtEdges(
  { from, step, counts }: Histogram,
  range: 'Price' | 'Year',
  [low, highStep]: StepRange,
): readonly [min: number | undefined, max: number | undefined] {
  // Years are whole numbers, so the upper bound is the year before the first year of the next bar.
  const yearOffset = range === 'Year' ? 1 : 0;
  return [
    low === 0 ? undefined : from + low * step,
    highStep === counts.length ? undefined : from + highStep * step - yearOffset,
  ];
}

/** Returns the edges that are nearest to two bounds, at least one bar apart. */
export function findStepsOfBounds(
  { from, step, counts }: Histogram,
  range: 'Price' | 'Year',
  min: number | undefined,
  max: number | undefined,
): StepRange {
  const barCount = counts.length;
  const yearOffset = range === 'Year' ? 1 : 0;
  const lowStep = min === undefined ? 0 : clampNumber(Math.floor((min - from) / step), 0, barCount - 1);
  const highStep =
    max === undefined ? barCount : clampNumber(Math.ceil((max + yearOffset - from) / step), lowStep + 1, barCount);
  return [lowStep, highStep];
}

function clampNumber(value: number, minimum: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, value));
}
