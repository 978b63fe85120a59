import type { ListingId } from '@carhouse/domain/listing/listing';
import type { WordFacet } from '@carhouse/domain/listing/word-facets';

/** Facets of numbers: both ends included; a car without the number is not within any bounds. */
export const rangeFields = [
  'price',
  'year',
  'yearsOfUse',
  'mileage',
  'depreciation',
  'coeExpiresOn',
  'postedAt',
] as const;
export type RangeField = (typeof rangeFields)[number];

/** Units as in CatalogueEntry: cents, years, kilometres, cents a year, days since 1970, microseconds. */
export type Bounds = { readonly min?: number; readonly max?: number };

export const orders = ['newest', 'price', 'depreciation', 'mileage', 'year', 'relevance'] as const;
export type OrderName = (typeof orders)[number];

/**
 * Ties are broken by the id in the same direction; cars without the number stand last in both directions. `newest`
 * descending is the usual one. `relevance` needs words and is always descending; ties by newest.
 */
export type Order = { readonly by: OrderName; readonly descending: boolean };

/** Where a page ended: what the last car stood by, and the car. Stable while cars come and go around it. */
export type Cursor = { readonly key: number | null; readonly id: ListingId };

export type CatalogueQuery = {
  /** As typed. Empty: every car. */
  readonly text: string;
  /**
   * The values of one facet are alternatives, the facets all have to hold; a car without the fact has no value. Model values
   * are `brand/title`: titles of two brands may be alike. Owners: '1', '2', '3', '4+'. Verified: 'yes'.
   */
  readonly facetFilters: Readonly<Partial<Record<WordFacet, readonly string[]>>>;
  readonly rangeFilters: Readonly<Partial<Record<RangeField, Bounds>>>;
  readonly order: Order;
  readonly after: Cursor | null;
  readonly limit: number;
  /** Which facets to count; counting none costs nothing. */
  readonly facets: readonly (WordFacet | 'price' | 'year')[];
};
