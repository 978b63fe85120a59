import { carsPerSearchPage, type SearchQuery, type SearchSort } from '@carhouse/contract/search';
import type { SearchNote } from '@carhouse/contract/search-notes';
import { carFacts } from '@carhouse/domain/car/car-facts';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { parseId } from '@carhouse/domain/ids/id';
import { wordFacets } from '@carhouse/domain/listing/word-facets';
import { priceMaximum } from '@carhouse/domain/money/money';
import { searchWords } from '@carhouse/domain/text/search-words';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Bounds, CatalogueQuery, Cursor, Order, RangeField } from '@carhouse/search/query/query';
import type { Understanding } from '@carhouse/search/query/understand';
import type { Filter } from '@carhouse/search/query/understanding/phrase-match';

/**
 * The understanding of a search text, completed with the data that depends on the cars on sale
 * (complete-understanding.ts).
 */
export type CompletedUnderstanding = Omit<
  Understanding,
  'notes' | 'topics' | 'suggestedPhrases' | 'unstatedRemarks' | 'absentModels' | 'ownCars'
> & {
  readonly notes: readonly SearchNote[];
  /** Whether each car must have one of the preferred phrases. */
  readonly preferredOnly: boolean;
};

const ordersBySort: Readonly<Record<SearchSort, Order>> = {
  newest: { by: 'newest', descending: true },
  oldest: { by: 'newest', descending: false },
  price: { by: 'price', descending: false },
  '-price': { by: 'price', descending: true },
  depreciation: { by: 'depreciation', descending: false },
  '-depreciation': { by: 'depreciation', descending: true },
  mileage: { by: 'mileage', descending: false },
  '-mileage': { by: 'mileage', descending: true },
  year: { by: 'year', descending: false },
  '-year': { by: 'year', descending: true },
  '-coe': { by: 'coeExpiresOn', descending: true },
  instalment: { by: 'instalment', descending: false },
  '-power': { by: 'power', descending: true },
  roadTax: { by: 'roadTax', descending: false },
  yearlyMileage: { by: 'yearlyMileage', descending: false },
  relevance: { by: 'relevance', descending: true },
};

/**
 * The sort order of the API for an order of the catalogue. An order of the catalogue without a sort order of the API
 * keeps its own name.
 */
export function nameOrder({ by, descending }: Order): string {
  const isSameOrder = (order: Order) => order.by === by && order.descending === descending;
  return Object.entries(ordersBySort).find(([, order]) => isSameOrder(order))?.[0] ?? by;
}

/** Whether the query has a text without any word, such as punctuation only. A text without any word matches no car. */
export function isTextWithoutWords({ text }: Pick<CatalogueQuery, 'text'>): boolean {
  return text.trim() !== '' && searchWords(text).length === 0;
}

const msPerDay = 86_400_000;

/**
 * Converts a search query of the API into the units of the catalogue.
 * @throws DomainError INVALID for a cursor of another sort order.
 */
export function readQuery(query: SearchQuery, now: Date): CatalogueQuery {
  const sort = query.sort ?? 'newest';
  const facetFilters = Object.fromEntries(
    wordFacets.flatMap((name) => {
      const values = query[name];
      return values === undefined ? [] : [[name, typeof values === 'string' ? [values] : values]];
    }),
  ) as CatalogueQuery['facetFilters'];
  return {
    text: query.q ?? '',
    ...(query.prefer === undefined
      ? {}
      : { preferredPhrases: splitPhrases(query.prefer), needsPreferred: query.preferOnly === '1' }),
    facetFilters,
    rangeFilters: readRanges(query, now),
    order: ordersBySort[sort],
    after: query.before === undefined ? null : readCursor(sort, query.before),
    limit: query.limit ?? carsPerSearchPage,
    facets: readFacets(query.facets ?? []),
  };
}

/** Returns the query for all cars that have these filters, as they were read from a text. */
export function makeQueryOfFilters(filters: readonly Filter[], now: Date): CatalogueQuery {
  return readQuery(addUnderstoodFilters({}, { remainingText: '', filters }), now);
}

/** Returns the query of a search whose text was read, without its preferred phrases: they filter no cars by themselves. */
export function readQueryOfFilters(
  query: SearchQuery,
  understanding: CompletedUnderstanding,
  now: Date,
): CatalogueQuery {
  return readQuery(addUnderstoodFilters(query, { ...understanding, preferredPhrases: [] }), now);
}

/**
 * Returns the search with the rest of its text, and with the filters that were recognised in the text. The recognised
 * filters replace filters of the same name.
 */
export function addUnderstoodFilters(
  query: SearchQuery,
  {
    remainingText,
    filters,
    preferredPhrases = [],
    preferredOnly = false,
  }: {
    readonly remainingText: string;
    readonly filters: readonly Filter[];
    readonly preferredPhrases?: readonly string[];
    readonly preferredOnly?: boolean;
  },
): SearchQuery {
  const understoodFields: Record<string, unknown> = {};
  for (const { name, value } of filters) {
    if (name === 'postedWithin' || /^m(?:in|ax)[A-Z]/.test(name)) understoodFields[name] = Number(value);
    else if (name === 'verified') understoodFields[name] = 'yes';
    else if (name === 'coeCategory') understoodFields[name] = value;
    else if (name === 'sort')
      understoodFields.sort = query.sort === undefined || query.sort === 'relevance' ? value : query.sort;
    else understoodFields[name] = [...((understoodFields[name] as string[] | undefined) ?? []), value];
  }
  const searchQuery: SearchQuery = { ...query, ...understoodFields, q: remainingText };
  if (preferredPhrases.length > 0) {
    const sort = searchQuery.sort ?? 'relevance';
    const preferOnly = preferredOnly ? { preferOnly: '1' as const } : {};
    return { ...searchQuery, prefer: preferredPhrases.join(phraseSeparator), ...preferOnly, sort };
  }
  // A search without text has no relevance, so the search and its cursor are sorted newest first.
  return searchQuery.sort === 'relevance' && remainingText.trim() === ''
    ? { ...searchQuery, sort: undefined }
    : searchQuery;
}

/** The sign between two phrases of the parameter `prefer`. */
const phraseSeparator = '|';

function splitPhrases(text: string): readonly string[] {
  const phrases = text.split(phraseSeparator).map((phrase) => phrase.trim());
  return phrases.filter((phrase) => searchWords(phrase).length > 0);
}

/** Returns the cursor of the next page as text. */
export function formatCursor(query: SearchQuery, { key, id }: Cursor): string {
  return `${query.sort ?? 'newest'}_${key ?? 'none'}_${id}`;
}

function readFacets(names: NonNullable<SearchQuery['facets']>): CatalogueQuery['facets'] {
  if (names.includes('all')) return [...wordFacets, 'price', 'year'];
  return names.filter((name) => name !== 'all');
}

function readRanges(query: SearchQuery, now: Date): CatalogueQuery['rangeFilters'] {
  const today = toSingaporeDay(now);
  const { minCoeMonths, maxCoeMonths, minCoeEnd, maxCoeEnd, postedWithin, coeCategory } = query;
  const category = coeCategory === undefined ? undefined : carFacts.coeCategory.values.indexOf(coeCategory) + 1;
  const boundsByField: Readonly<Record<RangeField, readonly [min: number | undefined, max: number | undefined]>> = {
    price: [toCents(query.minPrice), toCents(query.maxPrice)],
    year: [query.minYear, query.maxYear],
    yearsOfUse: [query.minYearsOfUse, query.maxYearsOfUse],
    mileage: [query.minMileage, query.maxMileage],
    depreciation: [toCents(query.minDepreciation), toCents(query.maxDepreciation)],
    coeExpiresOn: [
      chooseStrictest(
        Math.max,
        minCoeMonths === undefined ? undefined : findDayAfterMonths(today, minCoeMonths),
        minCoeEnd === undefined ? undefined : findFirstDayOfMonth(minCoeEnd),
      ),
      // A COE that is left for `maxCoeMonths` months and some days still matches, so the range ends on the last day
      // before one more month is full.
      chooseStrictest(
        Math.min,
        maxCoeMonths === undefined ? undefined : findDayAfterMonths(today, maxCoeMonths + 1) - 1,
        maxCoeEnd === undefined ? undefined : findFirstDayOfMonth(maxCoeEnd + 1) - 1,
      ),
    ],
    seats: [query.minSeats, query.maxSeats],
    yearlyMileage: [query.minYearlyMileage, query.maxYearlyMileage],
    instalment: [toCents(query.minInstalment), toCents(query.maxInstalment)],
    monthlyCost: [toCents(query.minMonthlyCost), toCents(query.maxMonthlyCost)],
    coeCategory: [category, category],
    roadTax: [toCents(query.minRoadTax), toCents(query.maxRoadTax)],
    power: [query.minPower, query.maxPower],
    engineCc: [query.minEngineCc, query.maxEngineCc],
    omv: [toCents(query.minOmv), toCents(query.maxOmv)],
    arf: [toCents(query.minArf), toCents(query.maxArf)],
    parf: [toCents(query.minParf), toCents(query.maxParf)],
    postedAt: [postedWithin === undefined ? undefined : (now.getTime() - postedWithin * msPerDay) * 1_000, undefined],
  };
  const definedBounds = Object.entries(boundsByField).flatMap(([name, [min, max]]): [string, Bounds][] =>
    min === undefined && max === undefined
      ? []
      : [[name, { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }]],
  );
  return Object.fromEntries(definedBounds);
}

function toCents(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : dollars * 100;
}

/** The strictest of two bounds for the same figure. */
function chooseStrictest(
  chooseBound: (...bounds: number[]) => number,
  ...bounds: readonly (number | undefined)[]
): number | undefined {
  const definedValues = bounds.filter((bound) => bound !== undefined);
  return definedValues.length === 0 ? undefined : chooseBound(...definedValues);
}

/** Returns the first day of a month such as 203301, in days since 1970. Month 13 is January of the next year. */
function findFirstDayOfMonth(month: number): number {
  return Math.round(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1) / msPerDay);
}

/** Returns the first day on which this many full months have passed, in days since 1970. */
export function findDayAfterMonths(today: string, months: number): number {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const lastDayOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  // In a month that lacks this day of the month, the period ends on the first day of the next month.
  const periodEndMs =
    day > lastDayOfMonth ? Date.UTC(year, month + months, 1) : Date.UTC(year, month - 1 + months, day);
  return Math.round(periodEndMs / msPerDay);
}

/** Matches the format of `formatCursor`. */
const cursorPattern = /^(-?[a-zA-Z]+)_(none|\d{1,16})_([^_]+)$/;

/** The largest sort key of each sort order. */
const largestKeysByOrder: Readonly<Record<Order['by'], number>> = {
  newest: Number.MAX_SAFE_INTEGER,
  price: Number(priceMaximum),
  year: 9_999,
  mileage: 2_147_483_647,
  depreciation: Number.MAX_SAFE_INTEGER,
  coeExpiresOn: 2_147_483_647,
  instalment: Number.MAX_SAFE_INTEGER,
  monthlyCost: Number.MAX_SAFE_INTEGER,
  power: 2_147_483_647,
  roadTax: 2_147_483_647,
  yearlyMileage: 2_147_483_647,
  relevance: Number.MAX_SAFE_INTEGER,
};

function readCursor(sort: SearchSort, text: string): Cursor {
  const [, order, keyText = '', rest = ''] = cursorPattern.exec(text) ?? [];
  const id = parseId<'listing'>(rest);
  const key = keyText === 'none' ? null : Number(keyText);
  if (order !== sort || id === undefined || keyText === '' || (key ?? 0) > largestKeysByOrder[ordersBySort[sort].by]) {
    const message = 'Not the cursor of a page in this order';
    throw new DomainError('INVALID', { errors: [{ path: 'before', code: 'invalid', message }] });
  }
  return { key, id };
}
