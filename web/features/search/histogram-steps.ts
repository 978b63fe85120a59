import type { Histogram } from '@carhouse/contract/search';

/** From the edge before a bar to the edge after one: `[0, bars]` is everything. */
export type Steps = readonly [low: number, high: number];

/** The bounds that two edges stand for; undefined at the outer ones, which leave everything in. */
export function boundsAt(
  { from, step, counts }: Histogram,
  range: 'Price' | 'Year',
  [low, high]: Steps,
): readonly [min: number | undefined, max: number | undefined] {
  // A year is whole: the one before the edge is the last that is in.
  const last = range === 'Year' ? 1 : 0;
  return [low === 0 ? undefined : from + low * step, high === counts.length ? undefined : from + high * step - last];
}

/** The edges next to two bounds, at least one bar apart. */
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
