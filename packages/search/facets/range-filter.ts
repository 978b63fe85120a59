import type { SortField } from '../order/main-segment.ts';
import type { SortIndex } from '../order/sort-index.ts';
import type { Bounds } from '../query/query.ts';
import { makeIntegerRange, type NumericColumn, type Threshold } from './numeric-column.ts';

/**
 * Writes the set of the documents within the bounds, for a column that has a sort order. The function takes the
 * difference of the sets of the two nearest thresholds and corrects it by the documents between threshold and bound.
 * The documents between a threshold and a bound are next to each other in the sort order. The set may hold deleted
 * documents. `emptySet` is read in place of a threshold's set below the lowest threshold.
 */
export function writeRange(
  column: NumericColumn,
  sortIndex: SortIndex,
  order: SortField,
  bounds: Bounds,
  targetSet: Uint32Array,
  length32: number,
  emptySet: Uint32Array,
): void {
  const [low, high] = makeIntegerRange(bounds);
  const lowThreshold = chooseNearestThreshold(column, sortIndex, order, low, emptySet);
  const highThreshold = chooseNearestThreshold(column, sortIndex, order, high, emptySet);
  writeDifference(highThreshold.bitsBelow, lowThreshold.bitsBelow, targetSet, length32);
  if (low >= high) {
    targetSet.fill(0, 0, length32);
    return;
  }
  // The documents between bound and threshold that the set lacks are added, and those outside the bounds are removed.
  sortIndex.writeRangeToSet(order, Math.max(highThreshold.value, low), high, targetSet, true);
  sortIndex.writeRangeToSet(order, high, highThreshold.value, targetSet, false);
  sortIndex.writeRangeToSet(order, low, Math.min(lowThreshold.value, high), targetSet, true);
  sortIndex.writeRangeToSet(order, lowThreshold.value, low, targetSet, false);
}

function chooseNearestThreshold(
  column: NumericColumn,
  sortIndex: SortIndex,
  order: SortField,
  value: number,
  emptySet: Uint32Array,
): Threshold {
  const [under, over] = column.findNearestThresholds(value, emptySet);
  if (under.value === value || value === Number.NEGATIVE_INFINITY) return under;
  if (value === Number.POSITIVE_INFINITY) return over;
  return sortIndex.estimateCountBetween(order, under.value, value) <
    sortIndex.estimateCountBetween(order, value, over.value)
    ? under
    : over;
}

function writeDifference(
  minuendSet: Uint32Array,
  subtractedSet: Uint32Array,
  targetSet: Uint32Array,
  length32: number,
): void {
  for (let at = 0; at < length32; at += 1) targetSet[at] = (minuendSet[at] ?? 0) & ~(subtractedSet[at] ?? 0);
}
