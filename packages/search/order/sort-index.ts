import { clearBit, hasBit, length32For, setBit, withCapacity } from '../query/bit-set.ts';
import type { ListingIds } from '../query/listing-ids.ts';
import type { Bounds, Cursor, RangeField } from '../query/query.ts';
import { type DocumentSet, selectTop } from '../query/select-top.ts';
import { DeltaSegment } from './delta-segment.ts';
import {
  buildMainSegment,
  emptyMainSegment,
  type MainSegment,
  type SortColumns,
  type SortField,
} from './main-segment.ts';

/** The order by each number, if there is one. */
export const sortFieldOf = {
  price: 'price',
  year: 'year',
  yearsOfUse: null,
  mileage: 'mileage',
  depreciation: 'depreciation',
  coeExpiresOn: null,
  postedAt: null,
} as const satisfies Record<RangeField, SortField | null>;

/** The cars that answer (struck-out cars are not among them) and about how many they are. */
export type MatchSet = DocumentSet & { readonly size: number };

export type PageRequest = {
  readonly by: SortField;
  readonly descending: boolean;
  readonly after: Cursor | null;
  readonly count: number;
  /** The filter on the column of the order, if there is one: the walk begins and ends within. */
  readonly bounds: Bounds | undefined;
};

/**
 * The orders of all cars: a sorted base that never changes, and a tail of the cars that came or changed since. A page is found by
 * walking both from its place, or, where few cars answer, by looking at each of these.
 */
export class SortIndex {
  readonly #ids: ListingIds;
  readonly #columns: SortColumns;
  readonly #delta: DeltaSegment;
  #main: MainSegment = emptyMainSegment;
  /** Cars whose place in the base is true. */
  #inMain: Uint32Array<ArrayBuffer>;
  /** Cars that changed while a new base is being built. */
  #changed: Uint32Array<ArrayBuffer> | null = null;

  constructor(ids: ListingIds, columns: SortColumns, capacity: number) {
    this.#ids = ids;
    this.#columns = columns;
    this.#delta = new DeltaSegment(ids, columns, capacity);
    this.#inMain = new Uint32Array(length32For(capacity));
  }

  get bytes(): number {
    const main = Object.values(this.#main).reduce((sum, each) => sum + each.documentIds.byteLength, 0);
    return main + this.#delta.bytes + this.#inMain.byteLength + (this.#changed?.byteLength ?? 0);
  }

  get mainSize(): number {
    return this.#main.newest.documentIds.length;
  }

  get deltaSize(): number {
    return this.#delta.size;
  }

  get pending(): number {
    return this.#delta.pending;
  }

  grow(capacity: number): void {
    this.#delta.grow(capacity);
    this.#inMain = withCapacity(this.#inMain, capacity);
  }

  /** A rebuilding that was given up is forgotten. */
  abandonRebuild(): void {
    this.#changed = null;
  }

  /** The car is on offer with the numbers that stand in the columns now. */
  add(documentId: number): void {
    this.#delta.add(documentId);
    if (this.#changed !== null) setBit(this.#changed, documentId);
  }

  /** Before the numbers of a car on offer change, or it goes. */
  remove(documentId: number): void {
    this.#delta.remove(documentId);
    clearBit(this.#inMain, documentId);
    if (this.#changed !== null) setBit(this.#changed, documentId);
  }

  mergePending(): void {
    this.#delta.mergePending();
  }

  /** Builds a new base of the cars on offer in slices, yielding the work of each; unless it is given up. */
  *rebuild(liveDocuments: Uint32Array, length32: number, count: number): Generator<number, void> {
    const changed = new Uint32Array(this.#inMain.length);
    this.#changed = changed;
    const main = yield* buildMainSegment(liveDocuments, length32, count, this.#ids, this.#columns);
    if (this.#changed !== changed) return;
    this.#main = main;
    this.#inMain.fill(0);
    for (const documentId of main.newest.documentIds) setBit(this.#inMain, documentId);
    for (let at = 0; at < changed.length; at += 1) this.#inMain[at] = (this.#inMain[at] ?? 0) & ~(changed[at] ?? 0);
    this.#delta.retain(changed);
    this.#changed = null;
  }

  /** About how many cars have a number from `low` to below `high`. */
  between(order: SortField, low: number, high: number): number {
    return this.#firstOfMain(order, high) - this.#firstOfMain(order, low);
  }

  /** Puts the cars with a number from `low` to below `high` into a set, or out of it; all cars have to be settled. */
  mark(order: SortField, low: number, high: number, set: Uint32Array, on: boolean): void {
    if (low >= high) return;
    const { documentIds } = this.#main[order];
    const end = this.#firstOfMain(order, high);
    const delta = this.#delta.sorted(order);
    const [deltaFrom, deltaTo] = [this.#firstOfDelta(order, delta, low), this.#firstOfDelta(order, delta, high)];
    for (let at = this.#firstOfMain(order, low); at < end; at += 1) {
      const documentId = documentIds[at] ?? 0;
      if (!hasBit(this.#inMain, documentId)) continue;
      if (on) setBit(set, documentId);
      else clearBit(set, documentId);
    }
    for (const documentId of delta.subarray(deltaFrom, deltaTo)) {
      if (on) setBit(set, documentId);
      else clearBit(set, documentId);
    }
  }

  /** All cars with a number, in two sorted arrays: where those below the value end. All cars have to be settled. */
  neighbours(order: SortField, value: number): readonly [main: Neighbours, delta: Neighbours] {
    const { documentIds, known } = this.#main[order];
    const delta = this.#delta.sorted(order);
    const deltaKnown = this.#firstWithoutValue(order, delta);
    return [
      { documentIds, end: known, below: this.#firstOfMain(order, value) - 1, valid: this.#inMain },
      { documentIds: delta, end: deltaKnown, below: this.#firstOfDelta(order, delta, value) - 1, valid: null },
    ];
  }

  #firstOfMain(order: SortField, value: number): number {
    const { documentIds, known } = this.#main[order];
    const { values } = this.#columns[order];
    return this.#first(documentIds, 0, known, true, (documentId) => (values[documentId] ?? 0) >= value);
  }

  #firstOfDelta(order: SortField, delta: Uint32Array, value: number): number {
    const column = this.#columns[order];
    return this.#first(delta, 0, delta.length, false, (documentId) => (column.valueOf(documentId) ?? value) >= value);
  }

  /** The numbers of the first cars behind the place, in order; all cars have to be settled. */
  page(request: PageRequest, matches: MatchSet): number[] {
    const walked = this.walk(request, matches);
    if (walked !== null) return walked;
    const column = this.#columns[request.by];
    const sign = request.descending ? -1 : 1;
    return selectTop(matches, request, this.#ids, (documentId) => column.rankOf(documentId, sign));
  }

  /** The same, or null where it is less to look at each car that answers. */
  walk(request: PageRequest, matches: MatchSet): number[] | null {
    const all = this.mainSize + this.#delta.size;
    if (matches.size * matches.size <= request.count * all) return null;
    // Where the order goes with a filter, a walk may pass nearly all cars before the first that answers.
    return this.#walk(request, matches, matches.size * 2 + 1_000);
  }

  /** All cars of a set within bounds; null where they are more than so many, or stand too far from each other. */
  within(by: SortField, bounds: Bounds, matches: MatchSet, maximum: number): number[] | null {
    const request = { by, descending: false, after: null, count: maximum + 1, bounds };
    const found = this.#walk(request, matches, matches.size * 2 + 1_000);
    return found === null || found.length > maximum ? null : found;
  }

  #walk(request: PageRequest, matches: MatchSet, budget: number): number[] | null {
    const main = this.#main[request.by];
    const delta = this.#delta.sorted(request.by);
    const deltaKnown = this.#firstWithoutValue(request.by, delta);
    const found: number[] = [];
    let left = budget;
    if (request.after === null || request.after.key !== null) {
      const mainRun = this.#rangeFor(request, main.documentIds, [0, main.known], true, false);
      const deltaRun = this.#rangeFor(request, delta, [0, deltaKnown], false, false);
      left = this.#mergeWalk(request, matches, main.documentIds, mainRun, delta, deltaRun, found, left);
      if (left < 0) return null;
    }
    if (found.length < request.count && request.bounds === undefined) {
      const mainRun = this.#rangeFor(request, main.documentIds, [main.known, main.documentIds.length], true, true);
      const deltaRun = this.#rangeFor(request, delta, [deltaKnown, delta.length], false, true);
      left = this.#mergeWalk(request, matches, main.documentIds, mainRun, delta, deltaRun, found, left);
      if (left < 0) return null;
    }
    return found;
  }

  /** Walks both sorted arrays at once and takes what answers; the rest of the budget, negative when it did not suffice. */
  #mergeWalk(
    request: PageRequest,
    matches: MatchSet,
    main: Uint32Array,
    mainRun: Range,
    delta: Uint32Array,
    deltaRun: Range,
    found: number[],
    budget: number,
  ): number {
    const step = request.descending ? -1 : 1;
    const bits = matches.bits;
    let [at, end] = mainRun;
    let [deltaAt, deltaEnd] = deltaRun;
    let left = budget;
    while (found.length < request.count) {
      while (at !== end && !(hasBit(bits, main[at] ?? 0) && hasBit(this.#inMain, main[at] ?? 0))) {
        at += step;
        left -= 1;
        if (left < 0) return left;
      }
      while (deltaAt !== deltaEnd && !hasBit(bits, delta[deltaAt] ?? 0)) {
        deltaAt += step;
        left -= 1;
      }
      if (at === end && deltaAt === deltaEnd) break;
      const first = main[at] ?? 0;
      const second = delta[deltaAt] ?? 0;
      if (deltaAt === deltaEnd || (at !== end && this.#compare(request.by, first, second) * step < 0)) {
        found.push(first);
        at += step;
      } else {
        found.push(second);
        deltaAt += step;
      }
    }
    return left;
  }

  /** Where a walk through a part of a sorted array begins, and where it has ended. */
  #rangeFor(
    request: PageRequest,
    documentIds: Uint32Array,
    range: Range,
    isMain: boolean,
    isWithoutValue: boolean,
  ): Range {
    const column = this.#columns[request.by];
    const { min, max } = request.bounds ?? {};
    let [low, high] = range;
    if (min !== undefined) {
      low = this.#first(documentIds, low, high, isMain, (documentId) => (column.values[documentId] ?? 0) >= min);
    }
    if (max !== undefined) {
      high = this.#first(documentIds, low, high, isMain, (documentId) => (column.values[documentId] ?? 0) > max);
    }
    const { after } = request;
    // A place among the cars with the number is in front of all cars without.
    if (after !== null && (after.key === null) === isWithoutValue) {
      const id = this.#ids.parse32(after.id);
      const compareToCursor = (documentId: number): number => {
        const value = column.valueOf(documentId);
        if (value !== after.key) return (value ?? 0) - (after.key ?? 0);
        return this.#ids.compareWith(documentId, id);
      };
      if (request.descending)
        high = this.#first(documentIds, low, high, isMain, (documentId) => compareToCursor(documentId) >= 0);
      else low = this.#first(documentIds, low, high, isMain, (documentId) => compareToCursor(documentId) > 0);
    }
    return request.descending ? [high - 1, low - 1] : [low, high];
  }

  /** The first place from which on `holds` is true; cars whose place in the base is no longer true are passed over. */
  #first(
    documentIds: Uint32Array,
    from: number,
    to: number,
    isMain: boolean,
    holds: (documentId: number) => boolean,
  ): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      let at = middle;
      while (isMain && at < high && !hasBit(this.#inMain, documentIds[at] ?? 0)) at += 1;
      if (at === high || holds(documentIds[at] ?? 0)) high = middle;
      else low = at + 1;
    }
    return low;
  }

  #firstWithoutValue(order: SortField, delta: Uint32Array): number {
    const column = this.#columns[order];
    return this.#first(delta, 0, delta.length, false, (documentId) => !column.hasValueAt(documentId));
  }

  #compare(order: SortField, first: number, second: number): number {
    const column = this.#columns[order];
    const one = column.valueOf(first) ?? 0;
    const two = column.valueOf(second) ?? 0;
    return one === two ? this.#ids.compare(first, second) : one - two;
  }
}

export type Neighbours = {
  readonly documentIds: Uint32Array;
  /** Behind the last car with a number. */
  readonly end: number;
  /** The last car below the value; -1 when there is none. */
  readonly below: number;
  /** Cars whose place here is true; null: all. */
  readonly valid: Uint32Array | null;
};

type Range = readonly [at: number, end: number];
