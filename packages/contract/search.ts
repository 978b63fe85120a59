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
 * The sort orders of a search; `newest` is the default. `-` reverses an order: `-price` sorts by descending price. Cars
 * whose value is unknown are last in both directions. `relevance` needs a text; without a text it means `newest`.
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

/** Maximum number of words in a search text; more words are answered with 422. */
const wordsMaximum = 16;
/** Maximum number of values of one filter. */
const valuesMaximum = 60;

export const ownerCounts = ['1', '2', '3', '4+'] as const;

export const histogramNames = ['price', 'year'] as const;

/** Filters by a number, each with the parameters `min…` and `max…`. */
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

/**
 * A filter with one value, or several values in a repeated parameter: `brand=Tesla&brand=BMW`. A car matches when it has one
 * of the values.
 */
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

/** The lower or upper bound of a range, as a whole number. The bound itself belongs to the range. */
const number = (maximum: number) => z.optional(wholeNumber(0, maximum));

/**
 * The parameters of a search. All are optional, and a car must match all given ones. An invalid parameter is answered with
 * 422 and its name.
 */
export const searchQuery = z
  .strictObject({
    /**
     * Words that must all occur in title, brand, variant, location or description, as a whole word or as its beginning,
     * ignoring case and accents. A word without a match is replaced by a similar one (`corrections`).
     */
    q: z.optional(
      freeText(100).check(
        z.refine((text) => text.split(/\s+/).filter(Boolean).length <= wordsMaximum, {
          error: `At most ${wordsMaximum} words`,
        }),
      ),
    ),
    /**
     * With `1`, words of `q` that name a filter become that filter: "white tesla under 150k in bedok". The response lists
     * these filters (`understood`).
     */
    understand: z.optional(z.literal('1')),
    /** The brand's name in the API, such as `Mercedes_Benz`. */
    brand: values(line(60, 1)),
    /** The brand's name in the API, and a title: `Tesla/Model 3`. */
    model: values(line(200, 1)),
    body: values(line(carFacts.body.most, 1)),
    fuel: values(z.enum(carFacts.fuel.values)),
    transmission: values(z.enum(carFacts.transmission.values)),
    colour: values(line(carFacts.colour.most, 1)),
    /** The region of the location, for locations that name a known place (packages/domain/listing/region.ts). */
    region: values(z.enum(regions)),
    location: values(line(100, 1)),
    sellerKind: values(z.enum(sellerKinds)),
    owners: values(z.enum(ownerCounts)),
    verified: z.optional(z.literal('yes')),
    /** In whole dollars. */
    minPrice: number(highestPrice),
    maxPrice: number(highestPrice),
    /** The year of purchase. */
    minYear: number(9_999),
    maxYear: number(9_999),
    minYearsOfUse: number(1_000),
    maxYearsOfUse: number(1_000),
    /** In kilometres. A car whose value is unknown does not match; this also applies to the next filters. */
    minMileage: number(100_000_000),
    maxMileage: number(100_000_000),
    /** In whole dollars per year. */
    minDepreciation: number(highestPrice),
    maxDepreciation: number(highestPrice),
    /** The remaining months of the COE. */
    minCoeMonths: number(1_200),
    maxCoeMonths: number(1_200),
    minSeats: number(100),
    maxSeats: number(100),
    /** Kilometres per year since the first registration, or per year of use when that date is unknown; rounded up. */
    minYearlyMileage: number(100_000_000),
    maxYearlyMileage: number(100_000_000),
    /** The number of days since the car was posted. */
    postedWithin: z.optional(wholeNumber(1, 3_650)),
    /** The facets to count; `all` counts every facet. */
    facets: values(z.enum([...wordFacets, ...histogramNames, 'all'])),
    sort: z.optional(z.enum(searchSorts)),
    /** The cursor `next` of the previous page, which must have the same `sort`. */
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

/** `label` is present when it differs from the value, as for the brand `Mercedes_Benz` or the model `Tesla/Model 3`. */
export const facetValue = z.object({ value: z.string(), label: z.optional(z.string()), count: z.number() });
export type FacetValue = z.infer<typeof facetValue>;

/**
 * A histogram. Bar `i` counts cars from `from + i * step` (dollars or years) up to the next bar; the last bar counts all
 * higher values.
 */
export const histogram = z.object({ from: z.number(), step: z.number(), counts: z.array(z.number()) });
export type Histogram = z.infer<typeof histogram>;

const wordFacet = z.optional(z.array(facetValue));

/**
 * The counts of the requested `facets`. The counts of a facet ignore the filter on that facet. Each facet has its 200 most
 * frequent values and the chosen ones, most frequent first.
 */
export const facets = z.object({
  ...(Object.fromEntries(wordFacets.map((name) => [name, wordFacet])) as Record<WordFacet, typeof wordFacet>),
  price: z.optional(histogram),
  year: z.optional(histogram),
});
export type Facets = z.infer<typeof facets>;

/** A filter that was recognised in the text: the parameter, its value, and the words as typed. */
export const understoodFilter = z.object({ name: z.string(), value: z.string(), typed: z.string() });

export const foundListings = z.object({
  items: z.array(product),
  /** The number of all matching cars, on all pages; it may change between two pages. */
  total: z.number(),
  next: z.nullable(z.string()),
  facets,
  /** Each mistyped word, with the word that replaced it: `tesal`, `tesla`. */
  corrections: z.array(z.object({ typed: z.string(), meant: z.string() })),
  /**
   * Whether the text was too expensive to search completely: some matching cars are then missing on the page and in `total`.
   */
  partial: z.boolean(),
  /**
   * The filters that were recognised in the text; null when `understand` was not requested. `q` is the remaining text: a
   * search with this text and the filters as parameters is the same search.
   */
  understood: z.nullable(
    z.object({
      q: z.string(),
      filters: z.array(understoodFilter),
      /** Words that were ignored, as typed, because no matching car contains them. */
      dropped: z.array(z.string()),
    }),
  ),
  /**
   * On the first page of a search that finds nothing: the cars that it would find without some of its filters, the closest
   * first. Null for a search that finds something, or when no car is on sale.
   */
  nearest: z.nullable(
    z.object({
      /** The parameters of the filters that were left out, such as `maxPrice`, `colour` or `q`. */
      without: z.array(z.string()),
      total: z.number(),
      items: z.array(product),
      /** Each filter without which the search finds something, with the number of cars found. */
      ways: z.array(z.object({ without: z.array(z.string()), total: z.number() })),
    }),
  ),
});

export type FoundListings = z.infer<typeof foundListings>;

/** Searches the listings on sale. The response is 503 with Retry-After while the catalogue is loading. */
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

/** A search suggestion. `text` is shown to users; the other fields are the filters that the suggestion applies. */
export const suggestion = z.object({
  kind: z.enum(suggestionKinds),
  text: z.string(),
  brand: z.optional(z.string()),
  model: z.optional(z.string()),
  location: z.optional(z.string()),
  /** A word from descriptions, which is searched like typed words. */
  q: z.optional(z.string()),
  /** Number of matching cars on sale. */
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
