import type { SearchQuery } from '@carhouse/contract/search';
import type { Cursor } from '@carhouse/search/query/query';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import type { FoundPage } from '../catalogue/catalogue-messages.ts';
import { addMissedWishes } from './add-missed-wishes.ts';
import { findNearest, type NearestListings } from './find-nearest.ts';
import {
  addUnderstoodFilters,
  type CompletedUnderstanding,
  formatCursor,
  isTextWithoutWords,
  readQuery,
} from './read-query.ts';

export type FoundListings = Pick<FoundPage, 'ids' | 'corrections' | 'isPartial' | 'countsPromise'> & {
  /** The filters that were recognised in the search text; null when the text is searched as words only. */
  readonly understanding: CompletedUnderstanding | null;
  readonly next: string | null;
  /** The nearest listings to a search without results; null when the search finds a listing. */
  readonly nearestListings: NearestListings | null;
};

const noListings = { ids: [], next: null, corrections: [], isPartial: false } as const;
const emptyCounts = { total: 0, facetsJson: '{}' } as const;

/**
 * Returns one page of the listings that match a search. The catalogue returns ids only, so a listing may have been
 * withdrawn meanwhile. `countsPromise` resolves later, and rejects with the errors of this function.
 * @throws DomainError INVALID for a cursor of another sort order; UNAVAILABLE while the catalogue is loading.
 */
export async function searchListings(context: SearchContext, request: SearchQuery): Promise<FoundListings> {
  const { query, ...foundListings } = isReadAsQuestion(request)
    ? await findTextPage(context, request)
    : await findPage(context, request);
  if (foundListings.ids.length > 0 || query.before !== undefined) return { ...foundListings, nearestListings: null };
  const nearestListings = await findNearest(context, query);
  const { understanding } = foundListings;
  return {
    ...foundListings,
    understanding:
      understanding === null || nearestListings === null
        ? understanding
        : addMissedWishes(understanding, nearestListings),
    nearestListings,
  };
}

function isReadAsQuestion({ q, understand }: SearchQuery): boolean {
  return understand === '1' || (understand === undefined && q !== undefined);
}

type ResultPage = Omit<FoundListings, 'nearestListings'> & { readonly query: SearchQuery };

async function findPage({ catalogue, now }: SearchContext, query: SearchQuery): Promise<ResultPage> {
  const searchQuery = readQuery(query, now());
  if (isTextWithoutWords(searchQuery))
    return { ...noListings, countsPromise: Promise.resolve(emptyCounts), understanding: null, query };
  const { lastCursor, hasMore, ...page } = await catalogue.ask('page', { query: searchQuery });
  return { ...page, understanding: null, next: formatNextCursor(query, hasMore, lastCursor), query };
}

async function findTextPage({ catalogue, now }: SearchContext, request: SearchQuery): Promise<ResultPage> {
  const answer = await catalogue.ask('textPage', { request, nowMs: now().getTime() });
  const { lastCursor, hasMore, understanding, ...page } = answer;
  const query = addUnderstoodFilters(request, understanding);
  // The order of a text is known only now, so a cursor of another order is refused here.
  if (query.before !== undefined) readQuery(query, now());
  const corrections = [...understanding.corrections, ...page.corrections];
  return { ...page, corrections, understanding, next: formatNextCursor(query, hasMore, lastCursor), query };
}

function formatNextCursor(query: SearchQuery, hasMore: boolean, lastCursor: Cursor | null): string | null {
  return hasMore && lastCursor !== null ? formatCursor(query, lastCursor) : null;
}
