import type { ListingId } from '@carhouse/domain/listing/listing';
import type { WordFacet } from '@carhouse/domain/listing/word-facets';
import type { Cursor } from './query.ts';

export type FacetValue = { readonly value: string; readonly count: number };

/** Equal steps from `from`: bar `i` counts the values v with from + i*step <= v < from + (i+1)*step; the last holds all above. */
export type Histogram = { readonly from: number; readonly step: number; readonly counts: readonly number[] };

/** The part of an answer for which nothing is counted. */
export type FoundDocuments = Pick<SearchResult, 'found' | 'more' | 'corrections' | 'isPartial'>;

export type SearchResult = {
  /** In order; `place` is what the next page begins after. */
  readonly found: readonly { readonly id: ListingId; readonly cursor: Cursor }[];
  readonly total: number;
  readonly more: boolean;
  /** Counts leave out the facet's own filter. Most frequent first, ties by value; values without a car are not listed, chosen ones are. */
  readonly facetCounts: Readonly<Partial<Record<WordFacet, readonly FacetValue[]>>>;
  /** Counts leave out the number's own bounds. */
  readonly histograms: Readonly<Partial<Record<'price' | 'year', Histogram>>>;
  /** What was looked for in place of a word that stands in no car: `tesal` → `tesla`. */
  readonly corrections: readonly { readonly typed: string; readonly meant: string }[];
  /** The search cost more than it may (words/search-budget.ts): some of the cars that match are missing. */
  readonly isPartial: boolean;
};
