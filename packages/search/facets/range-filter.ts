import type { SortField } from '../order/main-segment.ts';
import type { SortIndex } from '../order/sort-index.ts';
import type { Bounds } from '../query/query.ts';
import { limitsOf, type NumericColumn, type Threshold } from './numeric-column.ts';

/**
 * Writes the set of the cars within bounds of a column that has an order. Each bound is taken at the nearest threshold, for which a
 * set is kept; the cars between the two stand side by side in the order and are put in or out one by one. Struck-out cars may be
 * among the set. `none` is an empty set.
 */
export function writeRange(
  column: NumericColumn,
  sortIndex: SortIndex,
  order: SortField,
  bounds: Bounds,
  into: Uint32Array,
  length32: number,
  none: Uint32Array,
): void {
  const [low, high] = limitsOf(bounds);
  const fromLow = nearestThreshold(column, sortIndex, order, low, none);
  const fromHigh = nearestThreshold(column, sortIndex, order, high, none);
  difference(fromHigh.below, fromLow.below, into, length32);
  if (low >= high) {
    into.fill(0, 0, length32);
    return;
  }
  // Who stands above the threshold and below the bound is missing, or the other way about one too many.
  sortIndex.mark(order, Math.max(fromHigh.value, low), high, into, true);
  sortIndex.mark(order, high, fromHigh.value, into, false);
  sortIndex.mark(order, low, Math.min(fromLow.value, high), into, true);
  sortIndex.mark(order, fromLow.value, low, into, false);
}

function nearestThreshold(
  column: NumericColumn,
  sortIndex: SortIndex,
  order: SortField,
  value: number,
  none: Uint32Array,
): Threshold {
  const [under, over] = column.neighbours(value, none);
  if (under.value === value || value === Number.NEGATIVE_INFINITY) return under;
  if (value === Number.POSITIVE_INFINITY) return over;
  return sortIndex.between(order, under.value, value) < sortIndex.between(order, value, over.value) ? under : over;
}

function difference(from: Uint32Array, less: Uint32Array, into: Uint32Array, length32: number): void {
  for (let at = 0; at < length32; at += 1) into[at] = (from[at] ?? 0) & ~(less[at] ?? 0);
}
