import type { NumberColumn } from '../facets/number-column.ts';
import { eachBit } from '../query/bit-set.ts';
import type { ListingIds } from '../query/listing-ids.ts';
import type { OrderName } from '../query/query.ts';
import { NumberSorter } from './sort-numbers.ts';

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

/** So many ids may have the same first half and are put in order one by one. */
const sameAtMost = 16;
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
  const sorter = new NumberSorter(count);
  const byId = yield* sortById(numbers, ids, sorter);
  const values = new Float64Array(count);
  const base = { ...emptyBase };
  for (const order of columnOrders) base[order] = yield* sortByColumn(byId, columns[order], values, sorter);
  return base;
}

/** By the first half of the ids, which begins with the time and nearly always tells two apart; then what is left. */
function* sortById(numbers: Numbers, ids: ListingIds, sorter: NumberSorter): Generator<number, Numbers> {
  const sorted = yield* sortByHalf(numbers, ids, 0, sorter);
  for (let at = 1; at < sorted.length; at += 1) {
    const number = sorted[at] ?? 0;
    let to = at;
    while (to > 0 && ids.compare(sorted[to - 1] ?? 0, number) > 0) {
      sorted[to] = sorted[to - 1] ?? 0;
      to -= 1;
      if (at - to > sameAtMost) {
        sorted[to] = number;
        return yield* sortByHalf(yield* sortByHalf(sorted, ids, 2, sorter), ids, 0, sorter);
      }
    }
    sorted[to] = number;
    if (at % slice === slice - 1) yield slice;
  }
  return sorted;
}

/** By two words of the ids, stably. */
function* sortByHalf(
  numbers: Numbers,
  ids: ListingIds,
  firstWord: number,
  sorter: NumberSorter,
): Generator<number, Numbers> {
  const { words } = ids;
  const { numbers: sorted, low, high } = sorter;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    sorted[at] = number;
    high[at] = words[number * 4 + firstWord] ?? 0;
    low[at] = words[number * 4 + firstWord + 1] ?? 0;
    if (at % slice === slice - 1) yield slice;
  }
  return (yield* sorter.sort(numbers.length, true)).slice();
}

function* sortByColumn(
  byId: Numbers,
  column: NumberColumn,
  values: Float64Array,
  sorter: NumberSorter,
): Generator<number, SortedCars> {
  const sorted = new Uint32Array(byId.length);
  const { numbers } = sorter;
  let known = 0;
  let last = byId.length;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < byId.length; at += 1) {
    const number = byId[at] ?? 0;
    if (column.isKnown(number)) {
      const value = column.values[number] ?? 0;
      numbers[known] = number;
      values[known] = value;
      known += 1;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    } else sorted[--last] = number;
    if (at % slice === slice - 1) yield slice;
  }
  sorted.subarray(known).reverse();
  const isWide = highest - lowest >= 2 ** 32;
  const { low } = sorter;
  const high = isWide ? sorter.high : low;
  for (let at = 0; at < known; at += 1) {
    const distance = (values[at] ?? 0) - lowest;
    if (isWide) high[at] = Math.floor(distance / 2 ** 32);
    low[at] = distance;
    if (at % slice === slice - 1) yield slice;
  }
  sorted.set(yield* sorter.sort(known, isWide));
  return { numbers: sorted, known };
}

type Numbers = Uint32Array<ArrayBuffer>;
