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
/** Those of the first half, which begins with the time and nearly always tells two ids apart. */
const firstIdDigits = idDigits.slice(4);
/** So many ids may have the same first half and are put in order one by one. */
const sameAtMost = 16;
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
  const byId = yield* sortById(numbers, ids);
  const base = { ...emptyBase };
  for (const order of columnOrders) base[order] = yield* sortByColumn(byId, words * 32, columns[order]);
  return base;
}

function* sortById(numbers: Uint32Array<ArrayBuffer>, ids: ListingIds): Generator<number, Uint32Array<ArrayBuffer>> {
  const digits = new Uint16Array(ids.words.buffer);
  const sorted = yield* sortNumbers(numbers, new Uint32Array(numbers.length), digits, 8, firstIdDigits);
  for (let at = 1; at < sorted.length; at += 1) {
    const number = sorted[at] ?? 0;
    let to = at;
    while (to > 0 && ids.compare(sorted[to - 1] ?? 0, number) > 0) {
      sorted[to] = sorted[to - 1] ?? 0;
      to -= 1;
      if (at - to > sameAtMost) {
        sorted[to] = number;
        return yield* sortNumbers(sorted, new Uint32Array(numbers.length), digits, 8, idDigits);
      }
    }
    sorted[to] = number;
    if (at % slice === slice - 1) yield slice;
  }
  return sorted;
}

function* sortByColumn(byId: Uint32Array, capacity: number, column: NumberColumn): Generator<number, SortedCars> {
  const sorted = new Uint32Array(byId.length);
  let known = 0;
  let last = byId.length;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < byId.length; at += 1) {
    const number = byId[at] ?? 0;
    if (column.isKnown(number)) {
      sorted[known++] = number;
      const value = column.values[number] ?? 0;
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
    } else sorted[--last] = number;
    if (at % slice === slice - 1) yield slice;
  }
  sorted.subarray(known).reverse();
  const part = sorted.subarray(0, known);
  const result = yield* highest - lowest < 2 ** 32
    ? sortNarrow(part, capacity, column, lowest)
    : sortWide(part, capacity, column);
  if (result !== part) part.set(result);
  return { numbers: sorted, known };
}

/** Most numbers are not far apart: their distances from the lowest have two digits, or one. A car that changes meanwhile may get any. */
function* sortNarrow(
  part: Uint32Array<ArrayBuffer>,
  capacity: number,
  column: NumberColumn,
  lowest: number,
): Generator<number, Uint32Array<ArrayBuffer>> {
  const keys = new Uint32Array(capacity);
  for (let at = 0; at < part.length; at += 1) {
    const number = part[at] ?? 0;
    keys[number] = (column.values[number] ?? 0) - lowest;
    if (at % slice === slice - 1) yield slice;
  }
  return yield* sortNumbers(part, new Uint32Array(part.length), new Uint16Array(keys.buffer), 2, [0, 1]);
}

function* sortWide(
  part: Uint32Array<ArrayBuffer>,
  capacity: number,
  column: NumberColumn,
): Generator<number, Uint32Array<ArrayBuffer>> {
  const keys = new Float64Array(capacity);
  for (let at = 0; at < part.length; at += 1) {
    const number = part[at] ?? 0;
    keys[number] = column.values[number] ?? 0;
    if (at % slice === slice - 1) yield slice;
  }
  for (let at = 0; at < capacity; at += slice) {
    makeSortable(keys, at, Math.min(capacity, at + slice));
    yield slice;
  }
  const digits = new Uint16Array(keys.buffer);
  return yield* sortNumbers(part, new Uint32Array(part.length), digits, 4, keyDigits);
}
