import { clearBit, computeLength32, growBitSet, hasBit, setBit } from '../query/bit-set.ts';
import type { ListingIds } from '../query/listing-ids.ts';
import type { Bounds, Cursor, RangeField } from '../query/query.ts';
import { type DocumentSet, selectTop } from '../query/select-top.ts';
import { DeltaSegment } from './delta-segment.ts';
import {
  buildMainSegment,
  emptySortedSegment,
  type MainSegment,
  type SortColumns,
  type SortField,
} from './main-segment.ts';

/** The sort field of each range field, or null when the range field has none. */
export const sortFieldsByRangeField = {
  price: 'price',
  year: 'year',
  yearsOfUse: null,
  mileage: 'mileage',
  depreciation: 'depreciation',
  coeExpiresOn: null,
  postedAt: null,
  seats: null,
  yearlyMileage: null,
  instalment: null,
  monthlyCost: null,
  coeCategory: null,
  roadTax: null,
  power: null,
  engineCc: null,
  omv: null,
  arf: null,
  parf: null,
} as const satisfies Record<RangeField, SortField | null>;

/** The matching documents without the deleted ones, and the approximate number of documents. */
export type MatchSet = DocumentSet & { readonly size: number };

export type PageRequest = {
  readonly by: SortField;
  readonly descending: boolean;
  readonly after: Cursor | null;
  readonly count: number;
  /** The range filter on the sort field, if there is one. Only documents within the bounds of this filter are read. */
  readonly bounds: Bounds | undefined;
};

/**
 * The sort index has two parts: an immutable main segment with all documents sorted by each field, and a small delta
 * segment with the documents that changed later. A page is found by merging both segments from the cursor on. When few
 * documents match, each matching document is compared instead.
 */
export class SortIndex {
  readonly #ids: ListingIds;
  readonly #columns: SortColumns;
  readonly #delta: DeltaSegment;
  #main: MainSegment = emptySortedSegment;
  /**
   * Documents that have not changed since the main segment was built. In the main segment, only the positions of
   * unchanged documents are valid.
   */
  #inMain: Uint32Array<ArrayBuffer>;
  /** Documents that changed since the running rebuild of the main segment began; null when no rebuild runs. */
  #changed: Uint32Array<ArrayBuffer> | null = null;

  constructor(ids: ListingIds, columns: SortColumns, capacity: number) {
    this.#ids = ids;
    this.#columns = columns;
    this.#delta = new DeltaSegment(ids, columns, capacity);
    this.#inMain = new Uint32Array(computeLength32(capacity));
  }

  get bytes(): number {
    const mainBytes = Object.values(this.#main).reduce((sum, each) => sum + each.documentIds.byteLength, 0);
    return mainBytes + this.#delta.bytes + this.#inMain.byteLength + (this.#changed?.byteLength ?? 0);
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
    this.#inMain = growBitSet(this.#inMain, capacity);
  }

  /** Discards a rebuild in progress. */
  abandonRebuild(): void {
    this.#changed = null;
  }

  /** Adds a live document with its current values. */
  add(documentId: number): void {
    this.#delta.add(documentId);
    if (this.#changed !== null) setBit(this.#changed, documentId);
  }

  /**
   * Removes a live document. The caller must call this function before a value of the document changes or the document
   * is deleted.
   */
  remove(documentId: number): void {
    this.#delta.remove(documentId);
    clearBit(this.#inMain, documentId);
    if (this.#changed !== null) setBit(this.#changed, documentId);
  }

  mergePending(): void {
    this.#delta.mergePending();
  }

  /**
   * Builds a new main segment in slices and replaces the old one, unless the rebuild is abandoned. Yields the cost of
   * each slice in steps of the maintenance budget.
   */
  *rebuild(liveDocuments: Uint32Array, length32: number, count: number): Generator<number, void> {
    const changedInMain = new Uint32Array(this.#inMain.length);
    this.#changed = changedInMain;
    const mainSegment = yield* buildMainSegment(liveDocuments, length32, count, this.#ids, this.#columns);
    if (this.#changed !== changedInMain) return;
    this.#main = mainSegment;
    this.#inMain.fill(0);
    for (const documentId of mainSegment.newest.documentIds) setBit(this.#inMain, documentId);
    for (let at = 0; at < changedInMain.length; at += 1)
      this.#inMain[at] = (this.#inMain[at] ?? 0) & ~(changedInMain[at] ?? 0);
    this.#delta.retainOnly(changedInMain);
    this.#changed = null;
  }

  /** The approximate number of documents with a value from `low` to below `high`. */
  estimateCountBetween(order: SortField, low: number, high: number): number {
    return this.#findFirstInMain(order, high) - this.#findFirstInMain(order, low);
  }

  /**
   * Adds the documents with a value from `low` to below `high` to a set, or removes them. Pending documents
   * must be merged.
   */
  writeRangeToSet(order: SortField, low: number, high: number, set: Uint32Array, shouldAdd: boolean): void {
    if (low >= high) return;
    const { documentIds } = this.#main[order];
    const endPosition = this.#findFirstInMain(order, high);
    const deltaIds = this.#delta.getSortedDocuments(order);
    const [deltaFrom, deltaTo] = [
      this.#findFirstInDelta(order, deltaIds, low),
      this.#findFirstInDelta(order, deltaIds, high),
    ];
    for (let at = this.#findFirstInMain(order, low); at < endPosition; at += 1) {
      const documentId = documentIds[at] ?? 0;
      if (!hasBit(this.#inMain, documentId)) continue;
      if (shouldAdd) setBit(set, documentId);
      else clearBit(set, documentId);
    }
    for (const documentId of deltaIds.subarray(deltaFrom, deltaTo)) {
      if (shouldAdd) setBit(set, documentId);
      else clearBit(set, documentId);
    }
  }

  /** Finds, in each segment, the position of the last document below a value. Pending documents must be merged. */
  findRunsAroundValue(order: SortField, value: number): readonly [main: NeighbourRun, delta: NeighbourRun] {
    const { documentIds, knownCount } = this.#main[order];
    const deltaIds = this.#delta.getSortedDocuments(order);
    const deltaKnownCount = this.#firstWithoutValue(order, deltaIds);
    const mainPosition = this.#findFirstInMain(order, value) - 1;
    return [
      { documentIds, end: knownCount, positionBelow: mainPosition, validDocuments: this.#inMain },
      {
        documentIds: deltaIds,
        end: deltaKnownCount,
        positionBelow: this.#findFirstInDelta(order, deltaIds, value) - 1,
        validDocuments: null,
      },
    ];
  }

  #findFirstInMain(order: SortField, value: number): number {
    const { documentIds, knownCount } = this.#main[order];
    const { values } = this.#columns[order];
    return this.#first(documentIds, 0, knownCount, true, (documentId) => (values[documentId] ?? 0) >= value);
  }

  #findFirstInDelta(order: SortField, deltaIds: Uint32Array, value: number): number {
    const column = this.#columns[order];
    return this.#first(
      deltaIds,
      0,
      deltaIds.length,
      false,
      (documentId) => (column.findValue(documentId) ?? value) >= value,
    );
  }

  /** The first documents after the cursor, in order. Pending documents must be merged. */
  page(request: PageRequest, matches: MatchSet): number[] {
    const walkedDocumentIds = this.walkInOrder(request, matches);
    if (walkedDocumentIds !== null) return walkedDocumentIds;
    const column = this.#columns[request.by];
    const direction = request.descending ? -1 : 1;
    return selectTop(matches, request, this.#ids, (documentId) => column.computeRank(documentId, direction));
  }

  /**
   * Returns the result of `page` by reading the documents in sort order. The result is null when comparing each
   * matching document is cheaper.
   */
  walkInOrder(request: PageRequest, matches: MatchSet): number[] | null {
    const documentCount = this.mainSize + this.#delta.size;
    if (matches.size * matches.size <= request.count * documentCount) return null;
    // When sort order and filter are correlated, nearly all documents may be read before the first match.
    return this.#walk(request, matches, matches.size * 2 + 1_000);
  }

  /**
   * All matching documents within the bounds, in order. The result is null when there are more than `maximum`
   * documents, or when reading them takes too many steps.
   */
  listMatchesWithin(by: SortField, bounds: Bounds, matches: MatchSet, maximum: number): number[] | null {
    const request = { by, descending: false, after: null, count: maximum + 1, bounds };
    const walkResult = this.#walk(request, matches, matches.size * 2 + 1_000);
    return walkResult === null || walkResult.length > maximum ? null : walkResult;
  }

  #walk(request: PageRequest, matches: MatchSet, budget: number): number[] | null {
    const mainRun = this.#main[request.by];
    const deltaIds = this.#delta.getSortedDocuments(request.by);
    const deltaKnownCount = this.#firstWithoutValue(request.by, deltaIds);
    const foundDocumentIds: number[] = [];
    let stepsLeft = budget;
    if (request.after === null || request.after.key !== null) {
      const mainRange = this.#rangeFor(request, mainRun.documentIds, [0, mainRun.knownCount], true, false);
      const deltaRange = this.#rangeFor(request, deltaIds, [0, deltaKnownCount], false, false);
      stepsLeft = this.#mergeWalk(
        request,
        matches,
        mainRun.documentIds,
        mainRange,
        deltaIds,
        deltaRange,
        foundDocumentIds,
        stepsLeft,
      );
      if (stepsLeft < 0) return null;
    }
    if (foundDocumentIds.length < request.count && request.bounds === undefined) {
      const mainRange = this.#rangeFor(
        request,
        mainRun.documentIds,
        [mainRun.knownCount, mainRun.documentIds.length],
        true,
        true,
      );
      const deltaRange = this.#rangeFor(request, deltaIds, [deltaKnownCount, deltaIds.length], false, true);
      stepsLeft = this.#mergeWalk(
        request,
        matches,
        mainRun.documentIds,
        mainRange,
        deltaIds,
        deltaRange,
        foundDocumentIds,
        stepsLeft,
      );
      if (stepsLeft < 0) return null;
    }
    return foundDocumentIds;
  }

  /**
   * Reads both segments in sort order and takes the matching documents.
   * @returns the remaining steps of the budget; negative when the budget was too small
   */
  #mergeWalk(
    request: PageRequest,
    matches: MatchSet,
    mainRun: Uint32Array,
    mainRange: IndexRange,
    deltaIds: Uint32Array,
    deltaRange: IndexRange,
    foundDocumentIds: number[],
    budget: number,
  ): number {
    const step = request.descending ? -1 : 1;
    const bits = matches.bits;
    let [at, endPosition] = mainRange;
    let [deltaAt, deltaEnd] = deltaRange;
    let stepsLeft = budget;
    while (foundDocumentIds.length < request.count) {
      while (at !== endPosition && !(hasBit(bits, mainRun[at] ?? 0) && hasBit(this.#inMain, mainRun[at] ?? 0))) {
        at += step;
        stepsLeft -= 1;
        if (stepsLeft < 0) return stepsLeft;
      }
      while (deltaAt !== deltaEnd && !hasBit(bits, deltaIds[deltaAt] ?? 0)) {
        deltaAt += step;
        stepsLeft -= 1;
      }
      if (at === endPosition && deltaAt === deltaEnd) break;
      const first = mainRun[at] ?? 0;
      const second = deltaIds[deltaAt] ?? 0;
      if (deltaAt === deltaEnd || (at !== endPosition && this.#compare(request.by, first, second) * step < 0)) {
        foundDocumentIds.push(first);
        at += step;
      } else {
        foundDocumentIds.push(second);
        deltaAt += step;
      }
    }
    return stepsLeft;
  }

  /** The start and end of a walk through a range of a sorted array. */
  #rangeFor(
    request: PageRequest,
    documentIds: Uint32Array,
    range: IndexRange,
    isMainSegment: boolean,
    isWithoutValue: boolean,
  ): IndexRange {
    const column = this.#columns[request.by];
    const { min, max } = request.bounds ?? {};
    let [low, high] = range;
    if (min !== undefined) {
      low = this.#first(documentIds, low, high, isMainSegment, (documentId) => (column.values[documentId] ?? 0) >= min);
    }
    if (max !== undefined) {
      high = this.#first(documentIds, low, high, isMainSegment, (documentId) => (column.values[documentId] ?? 0) > max);
    }
    const { after } = request;
    // A cursor with a key comes before all documents without a value.
    if (after !== null && (after.key === null) === isWithoutValue) {
      const id = this.#ids.parseId(after.id);
      const compareToCursor = (documentId: number): number => {
        const value = column.findValue(documentId);
        if (value !== after.key) return (value ?? 0) - (after.key ?? 0);
        return this.#ids.compareDocumentWithId(documentId, id);
      };
      if (request.descending)
        high = this.#first(documentIds, low, high, isMainSegment, (documentId) => compareToCursor(documentId) >= 0);
      else low = this.#first(documentIds, low, high, isMainSegment, (documentId) => compareToCursor(documentId) > 0);
    }
    return request.descending ? [high - 1, low - 1] : [low, high];
  }

  /**
   * The first position from which `isReached` is true. Positions of changed documents in the main segment are skipped.
   */
  #first(
    documentIds: Uint32Array,
    from: number,
    to: number,
    isMainSegment: boolean,
    isReached: (documentId: number) => boolean,
  ): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      let at = middle;
      while (isMainSegment && at < high && !hasBit(this.#inMain, documentIds[at] ?? 0)) at += 1;
      if (at === high || isReached(documentIds[at] ?? 0)) high = middle;
      else low = at + 1;
    }
    return low;
  }

  #firstWithoutValue(order: SortField, deltaIds: Uint32Array): number {
    const column = this.#columns[order];
    return this.#first(deltaIds, 0, deltaIds.length, false, (documentId) => !column.hasValueAt(documentId));
  }

  #compare(order: SortField, first: number, second: number): number {
    const column = this.#columns[order];
    const firstValue = column.findValue(first) ?? 0;
    const secondValue = column.findValue(second) ?? 0;
    return firstValue === secondValue ? this.#ids.compareDocuments(first, second) : firstValue - secondValue;
  }
}

export type NeighbourRun = {
  readonly documentIds: Uint32Array;
  /** The position after the last document that has a value. */
  readonly end: number;
  /** Position of the last document below the value, or -1. */
  readonly positionBelow: number;
  /** The documents whose position in the array is valid. The value is null when all positions are valid. */
  readonly validDocuments: Uint32Array | null;
};

type IndexRange = readonly [at: number, end: number];
