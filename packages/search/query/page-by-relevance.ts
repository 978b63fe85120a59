import type { NumericColumn } from '../facets/numeric-column.ts';
import type { SortIndex } from '../order/sort-index.ts';
import type { TextMatch } from '../text/text-search.ts';
import type { BitSetPool } from './bit-set-pool.ts';
import type { ListingIds } from './listing-ids.ts';
import { MatchingDocuments } from './matching-documents.ts';
import type { Cursor } from './query.ts';
import { selectTop } from './select-top.ts';

type RelevanceColumns = {
  readonly ids: ListingIds;
  readonly sortIndex: SortIndex;
  readonly newest: NumericColumn;
  readonly pool: BitSetPool;
};

type PageStart = { readonly after: Cursor | null; readonly count: number };

/**
 * Maximum number of documents of one second that are sorted to fill a page. A second with more documents than this
 * contains an import.
 */
const maxDocumentsPerSecond = 1_000;
const microsecondsPerSecond = 1_000_000;

/**
 * The first documents after the cursor with their sort keys: the highest score first, then the
 * newest.
 */
export function pageByRelevance(
  match: TextMatch,
  matches: MatchingDocuments,
  { after, count }: PageStart,
  { ids, sortIndex, newest: newestColumn, pool }: RelevanceColumns,
): { readonly documentId: number; readonly key: number }[] {
  const cursor = after === null || after.key === null ? null : splitKey(after.key);
  const bestMatch = match.findBest(matches.bits, count, cursor?.score ?? Number.POSITIVE_INFINITY);
  const candidateDocuments = new MatchingDocuments(bestMatch.bits, matches.length32, pool);
  const computeKey = (documentId: number): number =>
    makeRelevanceKey(bestMatch.score ?? match.computeScore(documentId), toSecond(newestColumn.values[documentId] ?? 0));
  const from = cursor !== null && cursor.score === bestMatch.score ? cursor.second : null;
  // When all scores are equal, only the time determines the order, so the sort index provides the page.
  const newest =
    bestMatch.score === null ? null : listNewestDocuments(candidateDocuments, from, count, sortIndex, newestColumn);
  const documentIds = () => (newest === null ? candidateDocuments.documentIds() : Uint32Array.from(newest));
  const pageOptions = { after, descending: true, count };
  const topDocumentIds = selectTop(
    { bits: bestMatch.bits, length32: matches.length32, documentIds },
    pageOptions,
    ids,
    (documentId) => -computeKey(documentId),
  );
  return topDocumentIds.map((documentId) => ({ documentId, key: computeKey(documentId) }));
}

/**
 * The newest documents of a set, read backwards from a given second. Whole seconds are read until there are at least
 * `count` documents. Documents of one second are ordered by their listing ids. The result is null when comparing each
 * document is cheaper.
 */
function listNewestDocuments(
  candidateDocuments: MatchingDocuments,
  from: number | null,
  count: number,
  sortIndex: SortIndex,
  newestColumn: NumericColumn,
): number[] | null {
  const upperBound = from === null ? undefined : { max: from * microsecondsPerSecond - 1 };
  const newest = sortIndex.walkInOrder(
    { by: 'newest', descending: true, after: null, count, bounds: upperBound },
    candidateDocuments,
  );
  if (newest === null) return null;
  const readSecond = (documentId: number): number => toSecond(newestColumn.values[documentId] ?? 0);
  const last = newest.at(-1);
  const lastSecond = last === undefined || newest.length < count ? null : readSecond(last);
  const seconds = [from, lastSecond].filter((postedSecond) => postedSecond !== null);
  const documentIdsOfSecond: number[] = [];
  for (const postedSecond of seconds) {
    const bounds = { min: postedSecond * microsecondsPerSecond, max: (postedSecond + 1) * microsecondsPerSecond - 1 };
    const matches = sortIndex.listMatchesWithin('newest', bounds, candidateDocuments, maxDocumentsPerSecond);
    if (matches === null) return null;
    documentIdsOfSecond.push(...matches);
  }
  return [
    ...documentIdsOfSecond,
    ...newest.filter((documentId) => lastSecond === null || readSecond(documentId) > lastSecond),
  ];
}

/** The sort key: the score and the second of `newestAt` combined in one integer below 2^48. */
function makeRelevanceKey(score: number, postedSecond: number): number {
  return score * 2 ** 32 + postedSecond;
}

function splitKey(key: number): { readonly score: number; readonly second: number } {
  const score = Math.floor(key / 2 ** 32);
  return { score, second: key - score * 2 ** 32 };
}

function toSecond(newestAt: number): number {
  return Math.floor(newestAt / microsecondsPerSecond);
}
