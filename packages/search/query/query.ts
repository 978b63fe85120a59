import type { ListingId } from '@carhouse/domain/listing/listing';
import type { WordFacet } from '@carhouse/domain/listing/word-facets';

/**
 * The fields that a range filter may use. Both bounds of a range are included. A document without a value is outside
 * every range.
 */
export const rangeFields = [
  'price',
  'year',
  'yearsOfUse',
  'mileage',
  'depreciation',
  'coeExpiresOn',
  'postedAt',
  'seats',
  'yearlyMileage',
  'instalment',
  'monthlyCost',
  'coeCategory',
  'roadTax',
  'power',
  'engineCc',
  'omv',
  'arf',
  'parf',
] as const;
export type RangeField = (typeof rangeFields)[number];

/**
 * The bounds of a range. Units are the same as in `CatalogueEntry`: cents, years, kilometres, cents per year, days
 * since 1970, microseconds, seats, kilometres a year, cents a month, the number of the COE
 * category (A is 1), cents a year, kilowatts, cubic centimetres, and cents.
 */
export type Bounds = { readonly min?: number; readonly max?: number };

/** The orders that compare the value of each matching document. All orders except these read a sort index. */
export const ordersWithoutIndex = [
  'coeExpiresOn',
  'instalment',
  'monthlyCost',
  'power',
  'roadTax',
  'yearlyMileage',
] as const;
export type OrderWithoutIndex = (typeof ordersWithoutIndex)[number];
export const orders = [
  'newest',
  'price',
  'depreciation',
  'mileage',
  'year',
  'relevance',
  ...ordersWithoutIndex,
] as const;
export type OrderName = (typeof orders)[number];

/**
 * The order of the results. Documents with equal values are ordered by their listing id, in the same direction.
 * Documents without a value come last in both directions. `relevance` needs a text, and is always descending; equal
 * scores are ordered by newest. With preferred phrases, the order puts the documents with most of the phrases first,
 * and then the documents with the lower price.
 */
export type Order = { readonly by: OrderName; readonly descending: boolean };

/**
 * The sort key and the id of the last result of a page. The next page begins after this result. A cursor remains valid
 * when listings change.
 */
export type Cursor = { readonly key: number | null; readonly id: ListingId };

export type CatalogueQuery = {
  /** The query text as the user typed it. An empty text matches every document. */
  readonly text: string;
  /** Phrases that a document need not have. The order `relevance` puts documents with more of these phrases first. */
  readonly preferredPhrases?: readonly string[];
  /** Whether each document must have at least one of the preferred phrases. */
  readonly needsPreferred?: boolean;
  /**
   * The chosen values of each facet. The values of one facet are alternatives (OR); facets are combined by AND. A model
   * value is `brand/title`, because two brands may have models with the same title; with `!` before it, the model is
   * excluded. The number of owners is '1', '2', '3' or '4+'. The value of `verified` is 'yes'.
   */
  readonly facetFilters: Readonly<Partial<Record<WordFacet, readonly string[]>>>;
  readonly rangeFilters: Readonly<Partial<Record<RangeField, Bounds>>>;
  readonly order: Order;
  readonly after: Cursor | null;
  readonly limit: number;
  /** The facets to count. */
  readonly facets: readonly (WordFacet | 'price' | 'year')[];
};
