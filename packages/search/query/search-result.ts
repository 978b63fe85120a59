import type { ListingId } from '@carhouse/domain/listing/listing';
import type { WordFacet } from '@carhouse/domain/listing/word-facets';
import type { Cursor } from './query.ts';

export type FacetValue = { readonly value: string; readonly count: number };

/**
 * A histogram with bars of equal width `step` from the value `from` on. Bar `i` counts the values v with from + i*step
 * <= v < from + (i+1)*step. The last bar also counts all higher values.
 */
export type Histogram = { readonly from: number; readonly step: number; readonly counts: readonly number[] };

/** A result without its counts. */
export type FoundDocuments = Pick<SearchResult, 'found' | 'hasMore' | 'corrections' | 'isPartial'>;

export type SearchResult = {
  /** The results in order. The next page begins after the `cursor` of the last result. */
  readonly found: readonly { readonly id: ListingId; readonly cursor: Cursor }[];
  readonly total: number;
  readonly hasMore: boolean;
  /**
   * The values of each counted facet with their counts. The counts of a facet ignore the filter on that facet. The most
   * frequent value comes first; equal counts are ordered by value. A value without documents is listed only when it is
   * chosen.
   */
  readonly facetCounts: Readonly<Partial<Record<WordFacet, readonly FacetValue[]>>>;
  /** The histogram of each counted number. The counts of a histogram ignore the range filter on the same field. */
  readonly histograms: Readonly<Partial<Record<'price' | 'year', Histogram>>>;
  /** Corrections of tokens that no live document contains: `tesal` becomes `tesla`. */
  readonly corrections: readonly { readonly typed: string; readonly meant: string }[];
  /**
   * Whether the search exceeded its budget (search-budget.ts). The result of a search that exceeded its budget lacks
   * some matching documents.
   */
  readonly isPartial: boolean;
};
