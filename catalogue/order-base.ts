import { eachBit } from './bit-set.ts';
import type { ListingIds } from './listing-ids.ts';
import type { NumberColumn } from './number-column.ts';
import type { OrderName } from './query.ts';
import { makeSortable, sortNumbers } from './sort-numbers.ts';

export type ColumnOrder = Exclude<OrderName, 'relevance'>;
export const columnOrders = ['newest', 'price', 'depreciation', 'mileage', 'year'] as const satisfies ColumnOrder[];

export type OrderColumns = Readonly<Record<ColumnOrder, NumberColumn>>;

/** The cars in one order, lowest first, ties by id; those without the number, by id, stand behind the first `known`. */
export type SortedCars = { readonly numbers: Uint32Array; readonly known: number };

export type OrderBase = Readonly<Record<ColumnOrder, SortedCars>>;

export const emptyBase: OrderBase = {
  newest: { numbers: new Uint32Array(0), known: 0 },
  price: { numbers: new Uint32Array(0), known: 0 },
  depreciation: { numbers: new Uint32Array(0), known: 0 },
  mileage: { numbers: new Uint32Array(0), known: 0 },
  year: { numbers: new Uint32Array(0), known: 0 },
};

/** Digits of an id, the least first: four words, the highest first, each with its lower half first. */
const idDigits = [6, 7, 4, 5, 2, 3, 0, 1];
const keyDigits = [0, 1, 2, 3];
const slice = 16_384;

/**
 * Sorts the cars of a set by all orders in slices; yields the work of each. Keys are copied first, so that cars which change
 * meanwhile end up in a wrong place but disturb no other; the caller knows them.
 */
export function* buildBase(
  live: Uint32Array,
  words: number,
  count: number,
  ids: ListingIds,
  columns: OrderColumns,
): Generator<number, OrderBase> {
  const numbers = new Uint32Array(count);
  let filled = 0;
  eachBit(live, words, (number) => {
    numbers[filled++] = number;
  });
  yield count;
  const byId = yield* sortNumbers(numbers, new Uint32Array(count), new Uint16Array(ids.words.buffer), 8, idDigits);
  const base = { ...emptyBase };
  for (const order of columnOrders) base[order] = yield* sortByColumn(byId, words * 32, columns[order]);
  return base;
}

function* sortByColumn(byId: Uint32Array, capacity: number, column: NumberColumn): Generator<number, SortedCars> {
  const keys = new Float64Array(capacity);
  const sorted = new Uint32Array(byId.length);
  let known = 0;
  let last = byId.length;
  for (let at = 0; at < byId.length; at += 1) {
    const number = byId[at] ?? 0;
    if (column.isKnown(number)) sorted[known++] = number;
    else sorted[--last] = number;
    keys[number] = column.values[number] ?? 0;
    if (at % slice === slice - 1) yield slice;
  }
  sorted.subarray(known).reverse();
  for (let at = 0; at < capacity; at += slice) {
    makeSortable(keys, at, Math.min(capacity, at + slice));
    yield slice;
  }
  const part = sorted.subarray(0, known);
  const digits = new Uint16Array(keys.buffer);
  const result = yield* sortNumbers(part, new Uint32Array(known), digits, 4, keyDigits);
  if (result !== part) part.set(result);
  return { numbers: sorted, known };
}
