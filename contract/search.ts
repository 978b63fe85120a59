import { z } from 'zod/mini';
import { call } from './call.ts';
import { freeText, line, wholeNumber } from './fields.ts';
import { product } from './listings.ts';

/** `newest` when absent. `-` turns an order round: `-price` has the dearest first. Cars of unknown mileage stand last. */
export const searchSorts = ['newest', 'price', '-price', 'year', '-year', 'mileage'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Cars in one page when `limit` says nothing. */
export const searchPage = 24;

/** As many words as a search may have; more is 422. */
const wordsMaximum = 8;

/** What a visitor may ask for. Every part may be absent; what is not right is 422 with its field. */
export const searchQuery = z
  .strictObject({
    /** Every word must stand in title, brand, place or description: whole or its beginning, without regard to case and accents. */
    q: z.optional(
      freeText(100).check(
        z.refine((text) => text.split(/\s+/).filter(Boolean).length <= wordsMaximum, {
          error: `At most ${wordsMaximum} words`,
        }),
      ),
    ),
    /** Wire name: `Mercedes_Benz`. */
    brand: z.optional(line(60, 1)),
    sort: z.optional(z.enum(searchSorts)),
    /** Whole dollars, both ends included. */
    minPrice: z.optional(wholeNumber(0, 100_000_000)),
    maxPrice: z.optional(wholeNumber(0, 100_000_000)),
    /** `next` of the page before, under the same `sort`. */
    before: z.optional(freeText(100, 1)),
    limit: z.optional(wholeNumber(1, 60)),
  })
  .check(
    z.refine((query) => (query.minPrice ?? 0) <= (query.maxPrice ?? Number.POSITIVE_INFINITY), {
      path: ['maxPrice'],
      error: 'Less than the lowest price',
    }),
  );

export type SearchQuery = z.output<typeof searchQuery>;

/** `total` counts the whole answer, not the page; it may change between two pages. */
export const searchListings = call({
  method: 'GET',
  path: '/api/v1/listings',
  summary: 'Searches the cars on offer; `next` is the cursor of the page after, null on the last',
  noun: 'listings',
  access: 'anyone',
  query: searchQuery,
  queryIsForm: true,
  answers: { 200: z.object({ items: z.array(product), total: z.number(), next: z.nullable(z.string()) }) },
});
