import type { Histogram } from '@carhouse/contract/search';

/** Maximum number of bars. More bars would be too thin for the width of the filters. */
const barsMaximum = 30;
/** Wide bars are round multiples of narrow ones: $10,000 become $20,000, $50,000 or $100,000. */
const widths = [1, 2, 5, 10];

/**
 * Computes the bars to draw. Bars above the highest price and above both bounds are omitted. Narrow bars are merged until
 * they can be distinguished. The last bar also counts everything above it.
 */
export function drawnBars(
  { from, step, counts }: Histogram,
  min: number | undefined,
  max: number | undefined,
): Histogram {
  const highestBar = counts.findLastIndex((cars) => cars > 0) + 1;
  const bounded = Math.ceil((Math.max(min ?? from, max ?? from) - from) / step) + (max === undefined ? 1 : 0);
  const bars = Math.min(counts.length, Math.max(highestBar, bounded, Math.min(10, counts.length)));
  const width = widths.find((each) => bars / each <= barsMaximum) ?? Math.ceil(bars / barsMaximum);
  const drawn = Array.from({ length: Math.ceil(bars / width) }, (_, bar) =>
    counts.slice(bar * width, (bar + 1) * width).reduce((sum, cars) => sum + cars, 0),
  );
  return { from, step: step * width, counts: drawn };
}

/** A range of bars by their edges, from the lower to the upper one: `[0, bars]` is the whole range. */
export type Steps = readonly [low: number, high: number];

/** Returns the bounds at two edges; undefined at the outermost edges, which mean no bound. */
export function boundsAt(
  { from, step, counts }: Histogram,
  range: 'Price' | 'Year',
  [low, high]: Steps,
): readonly [min: number | undefined, max: number | undefined] {
  // Years are whole numbers, so the upper bound is the last year before the edge.
  const last = range === 'Year' ? 1 : 0;
  return [low === 0 ? undefined : from + low * step, high === counts.length ? undefined : from + high * step - last];
}

/** Returns the edges that are nearest to two bounds, at least one bar apart. */
export function stepsOf(
  { from, step, counts }: Histogram,
  range: 'Price' | 'Year',
  min: number | undefined,
  max: number | undefined,
): Steps {
  const bars = counts.length;
  const last = range === 'Year' ? 1 : 0;
  const low = min === undefined ? 0 : clamp(Math.floor((min - from) / step), 0, bars - 1);
  const high = max === undefined ? bars : clamp(Math.ceil((max + last - from) / step), low + 1, bars);
  return [low, high];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
