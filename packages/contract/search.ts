import { sellerKinds } from '@carhouse/domain/account/account';
import { carFacts } from '@carhouse/domain/car/car-facts';
import { regions } from '@carhouse/domain/listing/region';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import { highestPrice } from '@carhouse/domain/money/money';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { freeText, id, line, wholeNumber } from './fields.ts';
import { product } from './listings.ts';

/**
 * `newest` when absent. `-` reverses an order: `-price` sorts by descending price. Cars without a known value are last in
 * both directions. `relevance` needs a text; without one it is `newest`.
 */
export const searchSorts = [
  'newest',
  'oldest',
  'price',
  '-price',
  'depreciation',
  '-depreciation',
  'mileage',
  '-mileage',
  'year',
  '-year',
  'relevance',
] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Default number of cars on one page. */
export const searchPage = 24;

/** Maximum number of words in a search; more are 422. */
const wordsMaximum = 16;
/** Maximum number of values of one filter. */
const valuesMaximum = 60;

export const ownerCounts = ['1', '2', '3', '4+'] as const;

export const histogramNames = ['price', 'year'] as const;

/** Number filters, each with `min…` and `max…`. */
export const rangeNames = [
  'Price',
  'Year',
  'YearsOfUse',
  'Mileage',
  'Depreciation',
  'CoeMonths',
  'Seats',
  'YearlyMileage',
] as const;

/** One value, or a repeated parameter: `brand=Tesla&brand=BMW`. Several values of one filter are alternatives. */
function values<Value extends string>(value: z.ZodMiniType<Value, Value>) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.union([value, z.readonly(z.array(value))]),
        z.transform((given: Value | readonly Value[]): Value[] => [...new Set([given].flat() as Value[])]),
      ),
      z.array(value).check(z.maxLength(valuesMaximum, { error: `At most ${valuesMaximum} values` })),
    ),
  );
}

/** A bound of a range, as a whole number. Values equal to the bound match. */
const number = (maximum: number) => z.optional(wholeNumber(0, maximum));

/** The parameters of a search. All are optional, and all given ones must match; an invalid one is 422 with its field. */
export const searchQuery = z
  .strictObject({
    /**
     * Every word must occur in title, brand, variant, location or description, as a whole word or as its beginning, ignoring
     * case and accents; a word without a match is replaced by a similar one (`corrections`).
     */
    q: z.optional(
      freeText(100).check(
        z.refine((text) => text.split(/\s+/).filter(Boolean).length <= wordsMaximum, {
          error: `At most ${wordsMaximum} words`,
        }),
      ),
    ),
    /**
     * `1`: words of `q` that name a filter become that filter: "white tesla under 150k in bedok". The response lists them
     * (`understood`).
     */
    understand: z.optional(z.literal('1')),
    /** Wire name: `Mercedes_Benz`. */
    brand: values(line(60, 1)),
    /** API name of the brand, and title: `Tesla/Model 3`. */
    model: values(line(200, 1)),
    body: values(line(carFacts.body.most, 1)),
    fuel: values(z.enum(carFacts.fuel.values)),
    transmission: values(z.enum(carFacts.transmission.values)),
    colour: values(line(carFacts.colour.most, 1)),
    /** The region of the location, when it names a known place (packages/domain/listing/region.ts). */
    region: values(z.enum(regions)),
    location: values(line(100, 1)),
    sellerKind: values(z.enum(sellerKinds)),
    owners: values(z.enum(ownerCounts)),
    verified: z.optional(z.literal('yes')),
    /** Whole dollars. */
    minPrice: number(highestPrice),
    maxPrice: number(highestPrice),
    /** Year of purchase. */
    minYear: number(9_999),
    maxYear: number(9_999),
    minYearsOfUse: number(1_000),
    maxYearsOfUse: number(1_000),
    /** Kilometres. A car without a value matches no bounds; this also applies to the next filters. */
    minMileage: number(100_000_000),
    maxMileage: number(100_000_000),
    /** Whole dollars per year. */
    minDepreciation: number(highestPrice),
    maxDepreciation: number(highestPrice),
    /** Remaining months of the COE. */
    minCoeMonths: number(1_200),
    maxCoeMonths: number(1_200),
    minSeats: number(100),
    maxSeats: number(100),
    /** Kilometres a year of use, rounded up. */
    minYearlyMileage: number(100_000_000),
    maxYearlyMileage: number(100_000_000),
    /** Days. */
    postedWithin: z.optional(wholeNumber(1, 3_650)),
    /** The facets to count; `all` counts all of them. */
    facets: values(z.enum([...wordFacets, ...histogramNames, 'all'])),
    sort: z.optional(z.enum(searchSorts)),
    /** `next` of the previous page, with the same `sort`. */
    before: z.optional(freeText(100, 1)),
    limit: z.optional(wholeNumber(1, 60)),
  })
  .check(
    ...rangeNames.map((name) =>
      z.refine<Bounded>((query) => (query[`min${name}`] ?? 0) <= (query[`max${name}`] ?? Number.POSITIVE_INFINITY), {
        path: [`max${name}`],
        error: name === 'Price' ? 'Less than the lowest price' : 'Less than the lowest',
      }),
    ),
  );

type Bounded = { readonly [Name in `${'min' | 'max'}${(typeof rangeNames)[number]}`]?: number | undefined };

export type SearchQuery = z.output<typeof searchQuery>;

/** `label` is present when it differs from the value: for the brand `Mercedes_Benz`, the model `Tesla/Model 3`. */
export const facetValue = z.object({ value: z.string(), label: z.optional(z.string()), count: z.number() });
export type FacetValue = z.infer<typeof facetValue>;

/** Bar `i` counts cars from `from + i * step` (dollars or years) up to the next bar; the last bar counts all above. */
export const histogram = z.object({ from: z.number(), step: z.number(), counts: z.array(z.number()) });
export type Histogram = z.infer<typeof histogram>;

const wordFacet = z.optional(z.array(facetValue));

/**
 * The requested `facets`. The counts of a facet ignore the filter of that facet. The 200 most frequent values and the chosen
 * ones, most frequent first.
 */
export const facets = z.object({
  ...(Object.fromEntries(wordFacets.map((name) => [name, wordFacet])) as Record<WordFacet, typeof wordFacet>),
  price: z.optional(histogram),
  year: z.optional(histogram),
});
export type Facets = z.infer<typeof facets>;

/** A filter recognised in the text: the parameter, its value, and the words as typed. */
export const understoodFilter = z.object({ name: z.string(), value: z.string(), typed: z.string() });

export const foundListings = z.object({
  items: z.array(product),
  /** The number of all matching cars, not of those on the page; it may change between two pages. */
  total: z.number(),
  next: z.nullable(z.string()),
  facets,
  /** The word that replaced a mistyped one: `tesal`, `tesla`. */
  corrections: z.array(z.object({ typed: z.string(), meant: z.string() })),
  /** The text is too expensive to search completely: some matching cars are missing, here and in `total`. */
  partial: z.boolean(),
  /**
   * Null when `understand` was not requested. `q` is the remaining text: a search with it and the filters as parameters is
   * the same search.
   */
  understood: z.nullable(
    z.object({
      q: z.string(),
      filters: z.array(understoodFilter),
      /** Words that were left out, as typed: no car that fits has them. */
      dropped: z.array(z.string()),
    }),
  ),
  /**
   * For the first page of a search that finds nothing: what it finds without some of its conditions, the closest first. Null
   * for a search that finds something, or when no car is on sale.
   */
  nearest: z.nullable(
    z.object({
      /** The parameters that were left out: `maxPrice`, `colour`, `q`. */
      without: z.array(z.string()),
      total: z.number(),
      items: z.array(product),
      /** Each single condition without which something is found. */
      ways: z.array(z.object({ without: z.array(z.string()), total: z.number() })),
    }),
  ),
});

export type FoundListings = z.infer<typeof foundListings>;

/** 503 with Retry-After while the catalogue is loading. */
export const searchListings = call({
  method: 'GET',
  path: '/api/v1/listings',
  summary: 'Searches the cars on offer; `next` is the cursor of the page after, null on the last',
  noun: 'listings',
  access: 'anyone',
  sharedFor: 15,
  lane: 'costly',
  query: searchQuery,
  queryIsForm: true,
  answers: { 200: foundListings },
});

export const suggestionKinds = ['brand', 'model', 'location', 'word'] as const;

/** `text` is shown to users; the other fields are the filters that the suggestion applies. */
export const suggestion = z.object({
  kind: z.enum(suggestionKinds),
  text: z.string(),
  brand: z.optional(z.string()),
  model: z.optional(z.string()),
  location: z.optional(z.string()),
  /** A word of descriptions, searched like typed words. */
  q: z.optional(z.string()),
  /** Cars on offer. */
  count: z.number(),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggest = call({
  method: 'GET',
  path: '/api/v1/suggest',
  summary:
    'What somebody may be about to type into the search: brands, models, places and frequent words, at most eight',
  noun: 'listings',
  access: 'anyone',
  sharedFor: 15,
  lane: 'costly',
  query: z.strictObject({ q: freeText(100) }),
  queryIsForm: true,
  answers: { 200: z.array(suggestion) },
});

export const similarListings = call({
  method: 'GET',
  path: '/api/v1/listings/:id/similar',
  summary:
    'Cars on offer that are like this one: the same model before the same brand before the same kind, nearest in price first',
  noun: 'listings',
  access: 'anyone',
  sharedFor: 15,
  lane: 'costly',
  params: z.object({ id }),
  query: z.strictObject({ limit: z.optional(wholeNumber(1, 24)) }),
  queryIsForm: true,
  answers: { 200: z.array(product) },
});

export const rebuildCatalogue = call({
  method: 'POST',
  path: '/api/v1/catalogue/rebuild',
  summary: 'Has every node read the cars on offer anew, beside the catalogue that goes on answering',
  noun: 'listings',
  access: 'admin',
  answers: { 202: z.object({ asked: z.literal(true) }) },
});
