import { sellerKinds } from '@carhouse/domain/account/account';
import { carFacts } from '@carhouse/domain/car/car-facts';
import { regions } from '@carhouse/domain/listing/region';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import { highestPrice } from '@carhouse/domain/money/money';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { id, makeFreeTextSchema, makeSingleLineSchema, makeWholeNumberSchema } from './fields.ts';
import { product } from './listings.ts';
import { searchNote } from './search-notes.ts';

/**
 * The sort orders of a search; `newest` is the default. The prefix `-` reverses an order: `-price` sorts by descending
 * price. Cars whose value is unknown are last in both directions. `-coe` puts the longest remaining COE first.
 * `relevance` needs a text or preferred phrases; without both, `relevance` means `newest`.
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
  '-coe',
  'instalment',
  '-power',
  'roadTax',
  'yearlyMileage',
  'relevance',
] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Default number of cars on one page. */
export const carsPerSearchPage = 24;

/** Maximum number of characters and of words in a search text. The response to a longer text is 422. */
export const searchTextMaximum = 200;
const wordsMaximum = 40;
/** Maximum number of values of one filter. */
const maxFilterValues = 60;

export const ownerCounts = ['1', '2', '3', '4+'] as const;

export const histogramNames = ['price', 'year'] as const;

/**
 * The names of the filters by a range of numbers. Each of these ranges has a parameter `min…` and a parameter `max…`.
 */
export const rangeNames = [
  'Price',
  'Year',
  'YearsOfUse',
  'Mileage',
  'Depreciation',
  'CoeMonths',
  'CoeEnd',
  'Seats',
  'YearlyMileage',
  'Instalment',
  'MonthlyCost',
  'RoadTax',
  'Power',
  'EngineCc',
  'Omv',
  'Arf',
  'Parf',
] as const;

/**
 * Returns the schema of a filter with one or several values. A client repeats the parameter for several values:
 * `brand=Tesla&brand=BMW`. A car matches when it has one of the values.
 */
function makeValueListSchema<Value extends string>(value: z.ZodMiniType<Value, Value>) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.union([value, z.readonly(z.array(value))]),
        z.transform((valueOrList: Value | readonly Value[]): Value[] => [...new Set([valueOrList].flat() as Value[])]),
      ),
      z.array(value).check(z.maxLength(maxFilterValues, { error: `At most ${maxFilterValues} values` })),
    ),
  );
}

/**
 * Returns the schema of the lower or the upper bound of a range: a whole number. The bound itself belongs to the range.
 */
const makeOptionalCountSchema = (maximum: number) => z.optional(makeWholeNumberSchema(0, maximum));

/**
 * The parameters of a search. All parameters are optional, and a car must match all that are given. The response to an
 * invalid parameter is 422 with the parameter's name.
 */
export const searchQuery = z
  .strictObject({
    /**
     * The search text. Each word of the search text must occur in the title, brand, variant, location or description of
     * a car, as a whole word or as the beginning of a word. Case and accents are ignored. A word without a match is
     * replaced by a similar one (`corrections`). Of a text with more than 16 different words, the first 16 are
     * searched.
     */
    q: z.optional(
      makeFreeTextSchema(searchTextMaximum).check(
        z.refine((text) => text.split(/\s+/).filter(Boolean).length <= wordsMaximum, {
          error: `At most ${wordsMaximum} words`,
        }),
      ),
    ),
    /**
     * Words of `q` that name a filter become that filter: "white tesla under 150k in bedok". The response lists these
     * filters (`understood`). With `0`, all words are searched as text.
     */
    understand: z.optional(z.enum(['0', '1'])),
    /** The brand's name in the API, such as `Mercedes_Benz`. */
    brand: makeValueListSchema(makeSingleLineSchema(60, 1)),
    /** The brand's name in the API, and a title: `Tesla/Model 3`. A `!` before the model excludes the model. */
    model: makeValueListSchema(makeSingleLineSchema(200, 1)),
    body: makeValueListSchema(makeSingleLineSchema(carFacts.body.maximum, 1)),
    fuel: makeValueListSchema(z.enum(carFacts.fuel.values)),
    transmission: makeValueListSchema(z.enum(carFacts.transmission.values)),
    colour: makeValueListSchema(makeSingleLineSchema(carFacts.colour.maximum, 1)),
    /** The region of the location, for locations that name a known place (packages/domain/listing/region.ts). */
    region: makeValueListSchema(z.enum(regions)),
    location: makeValueListSchema(makeSingleLineSchema(100, 1)),
    sellerKind: makeValueListSchema(z.enum(sellerKinds)),
    owners: makeValueListSchema(z.enum(ownerCounts)),
    verified: z.optional(z.literal('yes')),
    /** The price in whole dollars. */
    minPrice: makeOptionalCountSchema(highestPrice),
    maxPrice: makeOptionalCountSchema(highestPrice),
    /** The year in which the car was bought. */
    minYear: makeOptionalCountSchema(9_999),
    maxYear: makeOptionalCountSchema(9_999),
    minYearsOfUse: makeOptionalCountSchema(1_000),
    maxYearsOfUse: makeOptionalCountSchema(1_000),
    /**
     * The mileage in kilometres. For the filter `minMileage` and all following filters, a car whose value is unknown
     * does not match.
     */
    minMileage: makeOptionalCountSchema(100_000_000),
    maxMileage: makeOptionalCountSchema(100_000_000),
    /** The yearly depreciation in whole dollars. */
    minDepreciation: makeOptionalCountSchema(highestPrice),
    maxDepreciation: makeOptionalCountSchema(highestPrice),
    /** The remaining months of the COE. */
    minCoeMonths: makeOptionalCountSchema(1_200),
    maxCoeMonths: makeOptionalCountSchema(1_200),
    /** The month in which the COE ends, such as 203301 for January 2033. The whole month belongs to the range. */
    minCoeEnd: makeOptionalCountSchema(999_912),
    maxCoeEnd: makeOptionalCountSchema(999_912),
    minSeats: makeOptionalCountSchema(100),
    maxSeats: makeOptionalCountSchema(100),
    /** Kilometres per year since the first registration, or per year of use when that date is unknown; rounded up. */
    minYearlyMileage: makeOptionalCountSchema(100_000_000),
    maxYearlyMileage: makeOptionalCountSchema(100_000_000),
    /**
     * The instalment a month of the largest and longest loan for the car, in whole dollars, as the car's page shows it
     * (packages/domain/car/monthly-figures.ts).
     */
    minInstalment: makeOptionalCountSchema(highestPrice),
    maxInstalment: makeOptionalCountSchema(highestPrice),
    /** Depreciation and road tax a month, in whole dollars, as the car's page shows them. */
    minMonthlyCost: makeOptionalCountSchema(highestPrice),
    maxMonthlyCost: makeOptionalCountSchema(highestPrice),
    /** The road tax a year, in whole dollars, as the car's page shows it. */
    minRoadTax: makeOptionalCountSchema(highestPrice),
    maxRoadTax: makeOptionalCountSchema(highestPrice),
    /** The power in kilowatts. */
    minPower: makeOptionalCountSchema(10_000),
    maxPower: makeOptionalCountSchema(10_000),
    /** The size of the engine in cubic centimetres. */
    minEngineCc: makeOptionalCountSchema(100_000),
    maxEngineCc: makeOptionalCountSchema(100_000),
    /** The open market value, the ARF paid and the PARF rebate at the end of the COE, in whole dollars. */
    minOmv: makeOptionalCountSchema(highestPrice),
    maxOmv: makeOptionalCountSchema(highestPrice),
    minArf: makeOptionalCountSchema(highestPrice),
    maxArf: makeOptionalCountSchema(highestPrice),
    minParf: makeOptionalCountSchema(highestPrice),
    maxParf: makeOptionalCountSchema(highestPrice),
    /** The category of the COE. */
    coeCategory: z.optional(z.enum(carFacts.coeCategory.values)),
    /**
     * Phrases, separated by `|`. A car need not have any of the phrases. The order `relevance` puts the cars whose
     * texts have most of the phrases first; of equally good cars the cheapest is first. A phrase after `~` is a
     * suggestion, which counts half as much as another phrase. `;` separates words that mean the same. `is:small`,
     * `is:roomy`, `is:high` and `is:frugal` name traits of known models. A car whose description has the words after
     * `says:` counts more than a car with the traits. With `by:depreciation`, cars with equally many phrases are sorted
     * by depreciation instead of price.
     */
    prefer: z.optional(makeFreeTextSchema(400)),
    /** Whether each car must have at least one of the phrases of `prefer`. */
    preferOnly: z.optional(z.enum(['1'])),
    /** Maximum number of days since the car was put on sale. */
    postedWithin: z.optional(makeWholeNumberSchema(1, 3_650)),
    /** The facets whose values the response counts; `all` means every facet. */
    facets: makeValueListSchema(z.enum([...wordFacets, ...histogramNames, 'all'])),
    sort: z.optional(z.enum(searchSorts)),
    /** The field `next` of the previous page, a cursor. The request for that page must have had the same `sort`. */
    before: z.optional(makeFreeTextSchema(100, 1)),
    limit: z.optional(makeWholeNumberSchema(1, 60)),
  })
  .check(
    ...rangeNames.map((name) =>
      z.refine<RangeBounds>(
        (query) => (query[`min${name}`] ?? 0) <= (query[`max${name}`] ?? Number.POSITIVE_INFINITY),
        {
          path: [`max${name}`],
          error: name === 'Price' ? 'Less than the lowest price' : 'Less than the lowest',
        },
      ),
    ),
  );

type RangeBounds = { readonly [Name in `${'min' | 'max'}${(typeof rangeNames)[number]}`]?: number | undefined };

export type SearchQuery = z.output<typeof searchQuery>;

/**
 * One value of a facet, with the number of cars that have it. `label` is the displayed text, if it differs from the
 * value, as for the brand `Mercedes_Benz` or the model `Tesla/Model 3`.
 */
export const facetValue = z.object({ value: z.string(), label: z.optional(z.string()), count: z.number() });
export type FacetValue = z.infer<typeof facetValue>;

/**
 * A histogram of prices or years. Bar `i` counts the cars with a value of at least `from + i * step` (dollars or years)
 * and below the start of the next bar. The last bar also counts all higher values.
 */
export const histogram = z.object({ from: z.number(), step: z.number(), counts: z.array(z.number()) });
export type Histogram = z.infer<typeof histogram>;

const wordFacet = z.optional(z.array(facetValue));

/**
 * The counts for the requested `facets`. The counts of a facet ignore the search's own filter on this facet. Each facet
 * has its 200 most frequent values and the values that the filter names, most frequent first.
 */
export const facets = z.object({
  ...(Object.fromEntries(wordFacets.map((name) => [name, wordFacet])) as Record<WordFacet, typeof wordFacet>),
  price: z.optional(histogram),
  year: z.optional(histogram),
});
export type Facets = z.infer<typeof facets>;

/**
 * A filter that was recognised in the search text: the parameter's name, its value, and the words as the user typed
 * them.
 */
export const understoodFilter = z.object({ name: z.string(), value: z.string(), typed: z.string() });

export const foundListings = z.object({
  items: z.array(product),
  /** The number of matching cars on all pages together. The number may change between the requests for two pages. */
  total: z.number(),
  next: z.nullable(z.string()),
  facets,
  /** The mistyped words of the search text, each with the word that replaced it: `tesal`, `tesla`. */
  corrections: z.array(z.object({ typed: z.string(), meant: z.string() })),
  /**
   * Whether the search for the text was ended early, because a complete search would have taken too long. If the search
   * ended early, some matching cars are missing on the page and in `total`.
   */
  partial: z.boolean(),
  /**
   * The filters that were recognised in the search text; null when the request has no text, or has `understand=0`. `q`
   * is the remaining part of the search text, without the recognised filters. A search for `q` with these filters as
   * parameters finds the same cars.
   */
  understood: z.nullable(
    z.object({
      q: z.string(),
      filters: z.array(understoodFilter),
      /** The words, as the user typed them, that were not used. */
      dropped: z.array(z.string()),
      /** The phrases for the parameter `prefer`: a matching car has each of them. */
      preferred: z.array(z.string()),
      /** Whether a car must have at least one of these phrases (`preferOnly`). */
      preferredOnly: z.boolean(),
      /** What the user must know to understand the result. */
      notes: z.array(searchNote),
    }),
  ),
  /**
   * On the first page of a search that finds no car: the cars that match when some of the filters are left out, the
   * closest first. The field is null when the search finds a car, and when no car is on sale.
   */
  nearest: z.nullable(
    z.object({
      /** The parameters of the filters that were left out, such as `maxPrice`, `colour` or `q`. */
      without: z.array(z.string()),
      /** The parameters in `without` that no car on sale meets, such as a model that is not on sale. */
      absent: z.array(z.string()),
      /** Filters for cars like the searched model, which is not on sale. The first listed cars meet these filters. */
      like: z.array(z.object({ name: z.string(), value: z.string() })),
      /** The number of cars that meet `like` and the filters that were not left out, except the filters in `beyond`. */
      likeTotal: z.number(),
      /** The parameters of further filters of the search that the first listed cars do not meet. */
      beyond: z.array(z.string()),
      /**
       * The order of the first listed cars: a sort order, `monthlyCost`, or `closestYear`. Null when the first listed
       * cars have no single order.
       */
      order: z.nullable(z.string()),
      /**
       * The phrases and traits that put the first listed cars before other cars, in the form of the parameter `prefer`.
       */
      prefer: z.array(z.string()),
      /**
       * Whether the cheapest cars are left out: the cheaper half for a premium model, the cheapest quarter for a
       * premium make.
       */
      areMidPriced: z.boolean(),
      /**
       * When exactly one range filter was left out: the value of the first listed car in this range, for example its
       * price when `maxPrice` was left out. The value has the same unit as the parameter. The value is null in all
       * other cases, and for ranges by which cars are not ordered.
       */
      closest: z.nullable(z.number()),
      total: z.number(),
      items: z.array(product),
      /**
       * The filters without which the search finds cars: for each, the names of its parameters and the number of found
       * cars.
       */
      ways: z.array(z.object({ without: z.array(z.string()), total: z.number() })),
    }),
  ),
});

export type FoundListings = z.infer<typeof foundListings>;

/** Searches the listings on sale. While the server is loading the catalogue, the response is 503 with Retry-After. */
export const searchListings = call({
  method: 'GET',
  path: '/api/v1/listings',
  summary: 'Searches the cars on offer; `next` is the cursor of the page after, null on the last',
  noun: 'listings',
  access: 'anyone',
  sharedCacheSeconds: 15,
  lane: 'costly',
  query: searchQuery,
  queryIsForm: true,
  answers: { 200: foundListings },
});

export const similarListings = call({
  method: 'GET',
  path: '/api/v1/listings/:id/similar',
  summary:
    'Cars on offer that are like this one: the same model before the same brand before the same kind, nearest in price first',
  noun: 'listings',
  access: 'anyone',
  sharedCacheSeconds: 15,
  lane: 'costly',
  params: z.object({ id }),
  query: z.strictObject({ limit: z.optional(makeWholeNumberSchema(1, 24)) }),
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
