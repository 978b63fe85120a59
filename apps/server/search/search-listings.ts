import type { SearchQuery } from '@carhouse/contract/search';
import { searchWords } from '@carhouse/domain/text/search-words';
import type { Understanding } from '@carhouse/search/query/understand';
import type { FoundPage } from '../catalogue/catalogue-messages.ts';
import type { Context } from '../context.ts';
import { readQuery, withUnderstood, writeCursor } from './read-query.ts';

export type FoundListings = Pick<FoundPage, 'ids' | 'corrections' | 'isPartial' | 'counts'> & {
  /** Null when not requested. */
  readonly understood: Understanding | null;
  readonly next: string | null;
};

const nothing = { ids: [], next: null, corrections: [], isPartial: false } as const;
const noCounts = { total: 0, facets: '{}' } as const;

/**
 * One page of the listings that match a search. The catalogue returns their ids; a listing may have been withdrawn since.
 * `counts` resolves later, and rejects with the errors of this call. @throws DomainError INVALID for a cursor of another
 * sort order; UNAVAILABLE while the catalogue is loading.
 */
export async function searchListings(context: Context, given: SearchQuery): Promise<FoundListings> {
  const understood =
    given.understand === '1' ? await context.catalogue.ask('understand', { text: given.q ?? '' }) : null;
  const query = understood === null ? given : withUnderstood(given, understood);
  const asked = readQuery(query, context.now());
  // A text of punctuation only matches nothing.
  if (asked.text.trim() !== '' && searchWords(asked.text).length === 0) {
    return { ...nothing, counts: Promise.resolve(noCounts), understood };
  }
  const { last, more, ...answer } = await context.catalogue.ask('page', { query: asked });
  return { ...answer, understood, next: more && last !== null ? writeCursor(query, last) : null };
}
