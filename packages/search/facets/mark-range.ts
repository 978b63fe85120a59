import type { ColumnOrder } from '../order/order-base.ts';
import type { Orders } from '../order/orders.ts';
import type { Bounds } from '../query/query.ts';
import { limitsOf, type NumberColumn, type Threshold } from './number-column.ts';

/**
 * Writes the set of the cars within bounds of a column that has an order. Each bound is taken at the nearest threshold, for which a
 * set is kept; the cars between the two stand side by side in the order and are put in or out one by one. Struck-out cars may be
 * among the set. `none` is an empty set.
 */
export function markRange(
  column: NumberColumn,
  orders: Orders,
  order: ColumnOrder,
  bounds: Bounds,
  into: Uint32Array,
  words: number,
  none: Uint32Array,
): void {
  const [low, high] = limitsOf(bounds);
  const fromLow = nearest(column, orders, order, low, none);
  const fromHigh = nearest(column, orders, order, high, none);
  without(fromHigh.below, fromLow.below, into, words);
  if (low >= high) {
    into.fill(0, 0, words);
    return;
  }
  // Who stands above the threshold and below the bound is missing, or the other way about one too many.
  orders.mark(order, Math.max(fromHigh.value, low), high, into, true);
  orders.mark(order, high, fromHigh.value, into, false);
  orders.mark(order, low, Math.min(fromLow.value, high), into, true);
  orders.mark(order, fromLow.value, low, into, false);
}

function nearest(
  column: NumberColumn,
  orders: Orders,
  order: ColumnOrder,
  value: number,
  none: Uint32Array,
): Threshold {
  const [under, over] = column.around(value, none);
  if (under.value === value || value === Number.NEGATIVE_INFINITY) return under;
  if (value === Number.POSITIVE_INFINITY) return over;
  return orders.between(order, under.value, value) < orders.between(order, value, over.value) ? under : over;
}

function without(from: Uint32Array, less: Uint32Array, into: Uint32Array, words: number): void {
  for (let at = 0; at < words; at += 1) into[at] = (from[at] ?? 0) & ~(less[at] ?? 0);
}
