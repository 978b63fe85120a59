import type { SearchQuery } from '@carhouse/contract/search';
import { searchWords } from '@carhouse/domain/text/search-words';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Understanding } from '@carhouse/search/query/understand';
import type { FoundPage } from '../catalogue/catalogue-messages.ts';
import type { Context } from '../context.ts';
import { completeUnderstanding } from './complete-understanding.ts';
import { findNearest, type NearestListings } from './find-nearest.ts';
import { addUnderstoodFilters, type CompletedUnderstanding, formatCursor, readQuery } from './read-query.ts';

export type FoundListings = Pick<FoundPage, 'ids' | 'corrections' | 'isPartial' | 'counts'> & {
  /** The filters that were recognised in the search text; null when the text is searched as words only. */
  readonly understanding: CompletedUnderstanding | null;
  readonly next: string | null;
  /** The nearest listings to a search without results; null when the search finds a listing. */
  readonly nearestListings: NearestListings | null;
};

/** The parts of the context that a search needs. */
export type SearchContext = Pick<Context, 'catalogue' | 'now'>;

const noListings = { ids: [], next: null, corrections: [], isPartial: false } as const;
const emptyCounts = { total: 0, facets: '{}' } as const;

/**
 * Returns one page of the listings that match a search. The catalogue returns ids only, so a listing may have been withdrawn
 * meanwhile. `counts` resolves later, and rejects with the errors of this function.
 * @throws DomainError INVALID for a cursor of another sort order; UNAVAILABLE while the catalogue is loading.
 */
export async function searchListings(context: SearchContext, requestQuery: SearchQuery): Promise<FoundListings> {
  if (!isReadAsQuestion(requestQuery)) return addNearest(context, await findPage(context, requestQuery, null));
  const today = singaporeDay(context.now());
  const textUnderstanding = await context.catalogue.ask('understand', { text: requestQuery.q ?? '', today });
  return addNearest(context, await findPage(context, requestQuery, textUnderstanding));
}

function isReadAsQuestion({ q, understand }: SearchQuery): boolean {
  return understand === '1' || (understand === undefined && q !== undefined);
}

type ResultPage = FoundListings & { readonly query: SearchQuery };

async function findPage(
  context: SearchContext,
  requestQuery: SearchQuery,
  textUnderstanding: Understanding | null,
): Promise<ResultPage> {
  const understanding =
    textUnderstanding === null ? null : await completeUnderstanding(context, requestQuery, textUnderstanding);
  const query = understanding === null ? requestQuery : addUnderstoodFilters(requestQuery, understanding);
  const searchQuery = readQuery(query, context.now());
  // A search text without any word, such as punctuation only, matches nothing.
  if (searchQuery.text.trim() !== '' && searchWords(searchQuery.text).length === 0) {
    return { ...noListings, counts: Promise.resolve(emptyCounts), understanding, query, nearestListings: null };
  }
  const { lastCursor, hasMore, ...answer } = await context.catalogue.ask('page', { query: searchQuery });
  const corrections = [...(understanding?.corrections ?? []), ...answer.corrections];
  const next = hasMore && lastCursor !== null ? formatCursor(query, lastCursor) : null;
  return { ...answer, corrections, understanding, next, query, nearestListings: null };
}

async function addNearest(context: SearchContext, { query, ...foundListings }: ResultPage): Promise<FoundListings> {
  if (foundListings.ids.length > 0 || query.before !== undefined) return foundListings;
  return { ...foundListings, nearestListings: await findNearest(context, query) };
}
