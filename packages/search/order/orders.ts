import { clearBit, grownBits, hasBit, setBit, wordsFor } from '../query/bit-set.ts';
import type { ListingIds } from '../query/listing-ids.ts';
import type { Bounds, NumberFacet, Place } from '../query/query.ts';
import { type Selectable, selectFirst } from '../query/select-first.ts';
import { buildBase, type ColumnOrder, emptyBase, type OrderBase, type OrderColumns } from './order-base.ts';
import { OrderTail } from './order-tail.ts';

/** The order by each number, if there is one. */
export const orderOf = {
  price: 'price',
  year: 'year',
  yearsOfUse: null,
  mileage: 'mileage',
  depreciation: 'depreciation',
  coeExpiresOn: null,
  postedAt: null,
} as const satisfies Record<NumberFacet, ColumnOrder | null>;

/** The cars that answer (struck-out cars are not among them) and about how many they are. */
export type Answering = Selectable & { readonly size: number };

export type Wanted = {
  readonly by: ColumnOrder;
  readonly descending: boolean;
  readonly after: Place | null;
  readonly count: number;
  /** The filter on the column of the order, if there is one: the walk begins and ends within. */
  readonly bounds: Bounds | undefined;
};

/**
 * The orders of all cars: a sorted base that never changes, and a tail of the cars that came or changed since. A page is found by
 * walking both from its place, or, where few cars answer, by looking at each of these.
 */
export class Orders {
  readonly #ids: ListingIds;
  readonly #columns: OrderColumns;
  readonly #tail: OrderTail;
  #base: OrderBase = emptyBase;
  /** Cars whose place in the base is true. */
  #inBase: Uint32Array<ArrayBuffer>;
  /** Cars that changed while a new base is being built. */
  #touched: Uint32Array<ArrayBuffer> | null = null;

  constructor(ids: ListingIds, columns: OrderColumns, capacity: number) {
    this.#ids = ids;
    this.#columns = columns;
    this.#tail = new OrderTail(ids, columns, capacity);
    this.#inBase = new Uint32Array(wordsFor(capacity));
  }

  get bytes(): number {
    const base = Object.values(this.#base).reduce((sum, each) => sum + each.numbers.byteLength, 0);
    return base + this.#tail.bytes + this.#inBase.byteLength + (this.#touched?.byteLength ?? 0);
  }

  get baseSize(): number {
    return this.#base.newest.numbers.length;
  }

  get tailSize(): number {
    return this.#tail.size;
  }

  get pending(): number {
    return this.#tail.pending;
  }

  grow(capacity: number): void {
    this.#tail.grow(capacity);
    this.#inBase = grownBits(this.#inBase, capacity);
  }

  /** A rebuilding that was given up is forgotten. */
  giveUp(): void {
    this.#touched = null;
  }

  /** The car is on offer with the numbers that stand in the columns now. */
  add(number: number): void {
    this.#tail.add(number);
    if (this.#touched !== null) setBit(this.#touched, number);
  }

  /** Before the numbers of a car on offer change, or it goes. */
  remove(number: number): void {
    this.#tail.remove(number);
    clearBit(this.#inBase, number);
    if (this.#touched !== null) setBit(this.#touched, number);
  }

  settle(): void {
    this.#tail.settle();
  }

  /** Builds a new base of the cars on offer in slices, yielding the work of each; unless it is given up. */
  *rebuild(live: Uint32Array, words: number, count: number): Generator<number, void> {
    const touched = new Uint32Array(this.#inBase.length);
    this.#touched = touched;
    const base = yield* buildBase(live, words, count, this.#ids, this.#columns);
    if (this.#touched !== touched) return;
    this.#base = base;
    this.#inBase.fill(0);
    for (const number of base.newest.numbers) setBit(this.#inBase, number);
    for (let at = 0; at < touched.length; at += 1) this.#inBase[at] = (this.#inBase[at] ?? 0) & ~(touched[at] ?? 0);
    this.#tail.keep(touched);
    this.#touched = null;
  }

  /** About how many cars have a number from `low` to below `high`. */
  between(order: ColumnOrder, low: number, high: number): number {
    return this.#firstWith(order, high) - this.#firstWith(order, low);
  }

  /** Puts the cars with a number from `low` to below `high` into a set, or out of it; all cars have to be settled. */
  mark(order: ColumnOrder, low: number, high: number, set: Uint32Array, on: boolean): void {
    if (low >= high) return;
    const { numbers } = this.#base[order];
    const end = this.#firstWith(order, high);
    const tail = this.#tail.sorted(order);
    const [tailFrom, tailTo] = [this.#firstOfTail(order, tail, low), this.#firstOfTail(order, tail, high)];
    for (let at = this.#firstWith(order, low); at < end; at += 1) {
      const number = numbers[at] ?? 0;
      if (!hasBit(this.#inBase, number)) continue;
      if (on) setBit(set, number);
      else clearBit(set, number);
    }
    for (const number of tail.subarray(tailFrom, tailTo)) {
      if (on) setBit(set, number);
      else clearBit(set, number);
    }
  }

  /** All cars with a number, in two sorted arrays: where those below the value end. All cars have to be settled. */
  around(order: ColumnOrder, value: number): readonly [base: Around, tail: Around] {
    const { numbers, known } = this.#base[order];
    const tail = this.#tail.sorted(order);
    const tailKnown = this.#firstUnknown(order, tail);
    return [
      { numbers, end: known, below: this.#firstWith(order, value) - 1, isTrue: this.#inBase },
      { numbers: tail, end: tailKnown, below: this.#firstOfTail(order, tail, value) - 1, isTrue: null },
    ];
  }

  #firstWith(order: ColumnOrder, value: number): number {
    const { numbers, known } = this.#base[order];
    const { values } = this.#columns[order];
    return this.#first(numbers, 0, known, true, (number) => (values[number] ?? 0) >= value);
  }

  #firstOfTail(order: ColumnOrder, tail: Uint32Array, value: number): number {
    const column = this.#columns[order];
    return this.#first(tail, 0, tail.length, false, (number) => (column.valueOf(number) ?? value) >= value);
  }

  /** The numbers of the first cars behind the place, in order; all cars have to be settled. */
  page(wanted: Wanted, answering: Answering): number[] {
    const walked = this.walk(wanted, answering);
    if (walked !== null) return walked;
    const column = this.#columns[wanted.by];
    const sign = wanted.descending ? -1 : 1;
    return selectFirst(answering, wanted, this.#ids, (number) => column.rankOf(number, sign));
  }

  /** The same, or null where it is less to look at each car that answers. */
  walk(wanted: Wanted, answering: Answering): number[] | null {
    const all = this.baseSize + this.#tail.size;
    if (answering.size * answering.size <= wanted.count * all) return null;
    // Where the order goes with a filter, a walk may pass nearly all cars before the first that answers.
    return this.#walk(wanted, answering, answering.size * 2 + 1_000);
  }

  /** All cars of a set within bounds; null where they are more than so many, or stand too far from each other. */
  within(by: ColumnOrder, bounds: Bounds, among: Answering, most: number): number[] | null {
    const wanted = { by, descending: false, after: null, count: most + 1, bounds };
    const found = this.#walk(wanted, among, among.size * 2 + 1_000);
    return found === null || found.length > most ? null : found;
  }

  #walk(wanted: Wanted, answering: Answering, budget: number): number[] | null {
    const base = this.#base[wanted.by];
    const tail = this.#tail.sorted(wanted.by);
    const tailKnown = this.#firstUnknown(wanted.by, tail);
    const found: number[] = [];
    let left = budget;
    if (wanted.after === null || wanted.after.key !== null) {
      const baseRun = this.#run(wanted, base.numbers, [0, base.known], true, false);
      const tailRun = this.#run(wanted, tail, [0, tailKnown], false, false);
      left = this.#merge(wanted, answering, base.numbers, baseRun, tail, tailRun, found, left);
      if (left < 0) return null;
    }
    if (found.length < wanted.count && wanted.bounds === undefined) {
      const baseRun = this.#run(wanted, base.numbers, [base.known, base.numbers.length], true, true);
      const tailRun = this.#run(wanted, tail, [tailKnown, tail.length], false, true);
      left = this.#merge(wanted, answering, base.numbers, baseRun, tail, tailRun, found, left);
      if (left < 0) return null;
    }
    return found;
  }

  /** Walks both sorted arrays at once and takes what answers; the rest of the budget, negative when it did not suffice. */
  #merge(
    wanted: Wanted,
    answering: Answering,
    base: Uint32Array,
    baseRun: Run,
    tail: Uint32Array,
    tailRun: Run,
    found: number[],
    budget: number,
  ): number {
    const step = wanted.descending ? -1 : 1;
    const bits = answering.bits;
    let [at, end] = baseRun;
    let [tailAt, tailEnd] = tailRun;
    let left = budget;
    while (found.length < wanted.count) {
      while (at !== end && !(hasBit(bits, base[at] ?? 0) && hasBit(this.#inBase, base[at] ?? 0))) {
        at += step;
        left -= 1;
        if (left < 0) return left;
      }
      while (tailAt !== tailEnd && !hasBit(bits, tail[tailAt] ?? 0)) {
        tailAt += step;
        left -= 1;
      }
      if (at === end && tailAt === tailEnd) break;
      const first = base[at] ?? 0;
      const second = tail[tailAt] ?? 0;
      if (tailAt === tailEnd || (at !== end && this.#compare(wanted.by, first, second) * step < 0)) {
        found.push(first);
        at += step;
      } else {
        found.push(second);
        tailAt += step;
      }
    }
    return left;
  }

  /** Where a walk through a part of a sorted array begins, and where it has ended. */
  #run(wanted: Wanted, numbers: Uint32Array, part: Run, isBase: boolean, isUnknownPart: boolean): Run {
    const column = this.#columns[wanted.by];
    const { min, max } = wanted.bounds ?? {};
    let [low, high] = part;
    if (min !== undefined) {
      low = this.#first(numbers, low, high, isBase, (number) => (column.values[number] ?? 0) >= min);
    }
    if (max !== undefined) {
      high = this.#first(numbers, low, high, isBase, (number) => (column.values[number] ?? 0) > max);
    }
    const { after } = wanted;
    // A place among the cars with the number is in front of all cars without.
    if (after !== null && (after.key === null) === isUnknownPart) {
      const id = this.#ids.wordsOf(after.id);
      const place = (number: number): number => {
        const value = column.valueOf(number);
        if (value !== after.key) return (value ?? 0) - (after.key ?? 0);
        return this.#ids.compareWith(number, id);
      };
      if (wanted.descending) high = this.#first(numbers, low, high, isBase, (number) => place(number) >= 0);
      else low = this.#first(numbers, low, high, isBase, (number) => place(number) > 0);
    }
    return wanted.descending ? [high - 1, low - 1] : [low, high];
  }

  /** The first place from which on `holds` is true; cars whose place in the base is no longer true are passed over. */
  #first(numbers: Uint32Array, from: number, to: number, isBase: boolean, holds: (number: number) => boolean): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      let at = middle;
      while (isBase && at < high && !hasBit(this.#inBase, numbers[at] ?? 0)) at += 1;
      if (at === high || holds(numbers[at] ?? 0)) high = middle;
      else low = at + 1;
    }
    return low;
  }

  #firstUnknown(order: ColumnOrder, tail: Uint32Array): number {
    const column = this.#columns[order];
    return this.#first(tail, 0, tail.length, false, (number) => !column.isKnown(number));
  }

  #compare(order: ColumnOrder, first: number, second: number): number {
    const column = this.#columns[order];
    const one = column.valueOf(first) ?? 0;
    const two = column.valueOf(second) ?? 0;
    return one === two ? this.#ids.compare(first, second) : one - two;
  }
}

export type Around = {
  readonly numbers: Uint32Array;
  /** Behind the last car with a number. */
  readonly end: number;
  /** The last car below the value; -1 when there is none. */
  readonly below: number;
  /** Cars whose place here is true; null: all. */
  readonly isTrue: Uint32Array | null;
};

type Run = readonly [at: number, end: number];
