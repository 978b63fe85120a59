import type { CatalogueAnswer } from '@carhouse/catalogue/answer';
import type { SearchQuery } from '@carhouse/contract/search';
import type { Listing } from '@carhouse/core/listing/listing';
import { searchWords } from '@carhouse/core/text/search-words';
import { listFound } from '@carhouse/database/found-listings';
import type { Context } from '../context.ts';
import { readQuery, writeCursor } from './read-query.ts';

export type FoundListings = Omit<CatalogueAnswer, 'found' | 'more'> & {
  readonly listings: readonly Listing[];
  readonly next: string | null;
};

const nothing: FoundListings = { listings: [], total: 0, next: null, words: {}, histograms: {}, corrections: [] };

/**
 * The cars on offer that match a search, one page of them: the catalogue says which, the database what they are. A car that
 * went in between is left out.
 * @throws DomainError INVALID for a cursor that is not of this order; UNAVAILABLE while the catalogue is loading.
 */
export async function searchListings(context: Context, query: SearchQuery): Promise<FoundListings> {
  const asked = readQuery(query, context.now());
  // Punctuation alone asks for something that no car has.
  if (asked.text.trim() !== '' && searchWords(asked.text).length === 0) return nothing;
  const { found, more, ...answer } = await context.catalogue.ask('search', { query: asked });
  const listings = await listFound(
    context.pool,
    found.map(({ id }) => id),
  );
  const last = found.at(-1);
  return { ...answer, listings, next: more && last !== undefined ? writeCursor(query, last.place) : null };
}
