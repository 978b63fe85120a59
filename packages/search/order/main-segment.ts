import type { NumericColumn } from '../facets/numeric-column.ts';
import { visitBits } from '../query/bit-set.ts';
import type { ListingIds } from '../query/listing-ids.ts';
import { RadixSorter } from './radix-sort.ts';

export const sortFields = ['newest', 'price', 'depreciation', 'mileage', 'year'] as const;
export type SortField = (typeof sortFields)[number];

export type SortColumns = Readonly<Record<SortField, NumericColumn>>;

/**
 * All documents in one order: ascending by value, then by listing id. The first `knownCount` documents have a value.
 * The documents without a value follow, sorted by listing id.
 */
export type SortedRun = { readonly documentIds: Uint32Array; readonly knownCount: number };

export type MainSegment = Readonly<Record<SortField, SortedRun>>;

export const emptySortedSegment: MainSegment = {
  newest: { documentIds: new Uint32Array(0), knownCount: 0 },
  price: { documentIds: new Uint32Array(0), knownCount: 0 },
  depreciation: { documentIds: new Uint32Array(0), knownCount: 0 },
  mileage: { documentIds: new Uint32Array(0), knownCount: 0 },
  year: { documentIds: new Uint32Array(0), knownCount: 0 },
};

/**
 * Maximum number of documents whose ids have equal first halves and that are sorted by insertion. Larger groups of such
 * documents are sorted by radix sort.
 */
const maxTies = 16;
const slice = 16_384;

/**
 * Sorts the live documents by every sort field, in slices. Yields the cost of each slice in steps of the maintenance
 * budget. The keys are copied before the sort. A document that changes during the sort gets a wrong position and does
 * not affect the positions of others; the caller records such documents.
 */
export function* buildMainSegment(
  liveDocuments: Uint32Array,
  length32: number,
  count: number,
  ids: ListingIds,
  columns: SortColumns,
): Generator<number, MainSegment> {
  const documentIds = new Uint32Array(count);
  let writtenCount = 0;
  visitBits(liveDocuments, length32, (documentId) => {
    documentIds[writtenCount++] = documentId;
  });
  yield count;
  const radixSorter = new RadixSorter(count);
  const byId = yield* sortById(documentIds, ids, radixSorter);
  const values = new Float64Array(count);
  const segment = { ...emptySortedSegment };
  for (const order of sortFields) segment[order] = yield* sortByColumn(byId, columns[order], values, radixSorter);
  return segment;
}

/**
 * Sorts documents by listing id: first by the first half of the ids, then documents with equal first halves by the
 * second half. The first half of an id begins with the time of creation and is nearly always unique.
 */
function* sortById(
  documentIds: DocumentIds,
  ids: ListingIds,
  radixSorter: RadixSorter,
): Generator<number, DocumentIds> {
  const sortedIds = yield* sortByHalf(documentIds, ids, 0, radixSorter);
  for (let at = 1; at < sortedIds.length; at += 1) {
    const documentId = sortedIds[at] ?? 0;
    let to = at;
    while (to > 0 && ids.compareDocuments(sortedIds[to - 1] ?? 0, documentId) > 0) {
      sortedIds[to] = sortedIds[to - 1] ?? 0;
      to -= 1;
      if (at - to > maxTies) {
        sortedIds[to] = documentId;
        return yield* sortByHalf(yield* sortByHalf(sortedIds, ids, 2, radixSorter), ids, 0, radixSorter);
      }
    }
    sortedIds[to] = documentId;
    if (at % slice === slice - 1) yield slice;
  }
  return sortedIds;
}

/**
 * Stable sort by one half of the listing ids, which has 64 bits.
 * @param firstWord the index of the half's first 32-bit word: 0 or 2.
 */
function* sortByHalf(
  documentIds: DocumentIds,
  ids: ListingIds,
  firstWord: number,
  radixSorter: RadixSorter,
): Generator<number, DocumentIds> {
  const { ids32 } = ids;
  const { documentIds: sortedIds, low, high } = radixSorter;
  for (let at = 0; at < documentIds.length; at += 1) {
    const documentId = documentIds[at] ?? 0;
    sortedIds[at] = documentId;
    high[at] = ids32[documentId * 4 + firstWord] ?? 0;
    low[at] = ids32[documentId * 4 + firstWord + 1] ?? 0;
    if (at % slice === slice - 1) yield slice;
  }
  return (yield* radixSorter.sort(documentIds.length, true)).slice();
}

function* sortByColumn(
  byId: DocumentIds,
  column: NumericColumn,
  values: Float64Array,
  radixSorter: RadixSorter,
): Generator<number, SortedRun> {
  const sortedIds = new Uint32Array(byId.length);
  const { documentIds } = radixSorter;
  let knownCount = 0;
  let firstIndexWithoutValue = byId.length;
  let lowestValue = Number.POSITIVE_INFINITY;
  let highestValue = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < byId.length; at += 1) {
    const documentId = byId[at] ?? 0;
    if (column.hasValueAt(documentId)) {
      const value = column.values[documentId] ?? 0;
      documentIds[knownCount] = documentId;
      values[knownCount] = value;
      knownCount += 1;
      if (value < lowestValue) lowestValue = value;
      if (value > highestValue) highestValue = value;
    } else sortedIds[--firstIndexWithoutValue] = documentId;
    if (at % slice === slice - 1) yield slice;
  }
  sortedIds.subarray(knownCount).reverse();
  const needsHighWord = highestValue - lowestValue >= 2 ** 32;
  const { low } = radixSorter;
  const high = needsHighWord ? radixSorter.high : low;
  for (let at = 0; at < knownCount; at += 1) {
    const distance = (values[at] ?? 0) - lowestValue;
    if (needsHighWord) high[at] = Math.floor(distance / 2 ** 32);
    low[at] = distance;
    if (at % slice === slice - 1) yield slice;
  }
  sortedIds.set(yield* radixSorter.sort(knownCount, needsHighWord));
  return { documentIds: sortedIds, knownCount };
}

type DocumentIds = Uint32Array<ArrayBuffer>;
