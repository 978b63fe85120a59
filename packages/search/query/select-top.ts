import { countBits, listBits } from './bit-set.ts';
import type { ListingIds } from './listing-ids.ts';
import type { Cursor } from './query.ts';

/** A set of documents. `documentIds` is the list of the same documents, if there is one. */
export type DocumentSet = {
  readonly bits: Uint32Array;
  readonly length32: number;
  documentIds(): Uint32Array | null;
};

/**
 * The first `count` documents of a set after a cursor, found by comparing each document. Documents with a lower rank
 * come first, and documents with an infinite rank come last. Documents with equal ranks are ordered by their listing
 * ids.
 */
export function selectTop(
  from: DocumentSet,
  pageRequest: { readonly after: Cursor | null; readonly descending: boolean; readonly count: number },
  ids: ListingIds,
  computeRank: (documentId: number) => number,
): number[] {
  const step = pageRequest.descending ? -1 : 1;
  const { after, count } = pageRequest;
  const cursorRank = after === null ? Number.NEGATIVE_INFINITY : computeRankOfKey(after.key, step);
  const cursorId = after === null ? null : ids.parseId(after.id);
  const ranks: number[] = [];
  const topDocumentIds: number[] = [];
  let worstRank = Number.POSITIVE_INFINITY;
  const documentIds = from.documentIds() ?? listDocumentIds(from.bits, from.length32);
  for (let at = 0; at < documentIds.length; at += 1) {
    const documentId = documentIds[at] ?? 0;
    const rank = computeRank(documentId);
    if (rank > worstRank || rank < cursorRank) continue;
    if (cursorId !== null && rank === cursorRank && ids.compareDocumentWithId(documentId, cursorId) * step <= 0)
      continue;
    let position = topDocumentIds.length;
    while (position > 0 && isBefore(rank, documentId, ranks[position - 1] ?? 0, topDocumentIds[position - 1] ?? 0))
      position -= 1;
    if (position >= count) continue;
    ranks.splice(position, 0, rank);
    topDocumentIds.splice(position, 0, documentId);
    if (topDocumentIds.length > count) {
      ranks.pop();
      topDocumentIds.pop();
    }
    if (topDocumentIds.length === count) worstRank = ranks[count - 1] ?? worstRank;
  }
  return topDocumentIds;

  function isBefore(rank: number, documentId: number, otherRank: number, otherDocumentId: number): boolean {
    return rank === otherRank ? ids.compareDocuments(documentId, otherDocumentId) * step < 0 : rank < otherRank;
  }
}

function listDocumentIds(bits: Uint32Array, length32: number): Uint32Array {
  const documentIds = new Uint32Array(countBits(bits, length32) + 32);
  return documentIds.subarray(0, listBits(bits, length32, documentIds));
}

function computeRankOfKey(key: number | null, step: number): number {
  return key === null ? Number.POSITIVE_INFINITY : key * step;
}
