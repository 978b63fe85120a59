import type { SearchNote, SearchQuery } from '@carhouse/contract/search';
import type { CatalogueQuery, RangeField } from '@carhouse/search/query/query';
import type { ComparedModels } from '@carhouse/search/query/understanding/compared-models';
import type { Filter, UnderstoodFilter } from '@carhouse/search/query/understanding/phrase-match';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import { type CompletedUnderstanding, queryOfFilters } from './read-query.ts';

/**
 * Maximum number of body types that a make or model on sale gives. A make or model with more body types has no common
 * body.
 */
const bodyTypeCountMaximum = 3;

type Comparison = {
  readonly understanding: CompletedUnderstanding;
  /** The trait for the size of the cars that are meant; null when the named cars themselves are meant. */
  readonly size: ComparedModels['size'];
};

/**
 * Adds what a text such as `like a bmw 3 series but cheaper` asks: the class of the named cars over all makes, and a bound
 * that depends on their figures, or on those of the class when none of them is on sale. For a wish that the named cars
 * can meet themselves, such as `newer`, they stay the filters. Filters of the text and of the visitor come first.
 */
export async function addComparedBounds(
  { catalogue, now }: SearchContext,
  givenQuery: SearchQuery,
  textUnderstanding: CompletedUnderstanding,
): Promise<Comparison> {
  const { compared } = textUnderstanding;
  if (compared === null) return { understanding: textUnderstanding, size: null };
  const { namedFilters, wishes, alike, names, size, typed, from, to } = compared;
  const addFilters = (
    understanding: CompletedUnderstanding,
    addedFilters: readonly Filter[],
  ): CompletedUnderstanding => ({
    ...understanding,
    filters: [
      ...understanding.filters,
      ...addedFilters
        .filter(
          ({ name }) =>
            givenQuery[name as 'body'] === undefined && !understanding.filters.some((filter) => filter.name === name),
        )
        .map(({ name, value }): UnderstoodFilter => ({ name, value, typed, from, to })),
    ].sort((a, b) => a.from - b.from),
  });
  const makeQuery = (filters: readonly Filter[]) => queryOfFilters(filters, now());
  const readQuantile = (query: CatalogueQuery, field: RangeField, share: number) =>
    catalogue.ask('quantile', { query, of: field, share });

  const namedQuery = makeQuery(namedFilters);
  const readClass = async (): Promise<readonly Filter[]> => {
    if (!isOnSale) return alike;
    // Cars like a model on sale may use another energy.
    const filtersWithoutFuel = alike.filter(({ name }) => name !== 'fuel');
    return filtersWithoutFuel.length > 0 ? filtersWithoutFuel : readBodies(catalogue, namedQuery, makeQuery([]));
  };
  const lowPrice = await readQuantile(namedQuery, 'price', 0.25);
  const isOnSale = lowPrice !== null;
  const countCars = async (query: CatalogueQuery): Promise<number> =>
    (await (await catalogue.ask('page', { query: { ...query, limit: 1, facets: [] } })).counts).total;
  const keepsNamedCars =
    isOnSale &&
    !wishes.some((wish) => wishesForOtherCars.has(wish)) &&
    (await countCars(namedQuery)) >= namedCarCountMinimum;
  const classFilters = keepsNamedCars ? namedFilters : await readClass();
  const understanding = addFilters(
    textUnderstanding,
    await removeRareBody(classFilters, (filters) => countCars(makeQuery(filters))),
  );
  const sizeOfClass = keepsNamedCars ? null : size;
  // The bounds are those of the class that the answer names. Its cars of the size of the named model come first.
  const classQuery = makeQuery(understanding.filters);

  const boundFilters: Filter[] = [];
  const notes: SearchNote[] = [];
  const isCheaper = wishes.includes('cheaper');
  if (isCheaper) {
    const price = isOnSale ? lowPrice - 100 : await readQuantile(classQuery, 'price', 0.25);
    if (price !== null) boundFilters.push({ name: 'maxPrice', value: String(Math.ceil(price / 100)) });
    notes.push({ code: isOnSale ? 'like and cheaper' : 'like and cheapest quarter', of: names.join(' or ') });
  } else if (wishes.includes('bigger') || wishes.includes('smaller')) {
    // The note about the size names the model.
    if (!isOnSale) notes.push({ code: 'none on sale', of: names.join(' or ') });
  } else if (!keepsNamedCars) {
    notes.push({ code: isOnSale ? 'like a model on sale' : 'like an absent model', of: names.join(' or ') });
  }
  const baseQuery = keepsNamedCars ? namedQuery : classQuery;
  for (const wish of wishes) {
    const { filters, note } = await readWish(wish, keepsNamedCars, (field) => readQuantile(baseQuery, field, 0.5));
    boundFilters.push(...filters);
    const isAlreadyFiltered = filters.some(({ name }) => understanding.filters.some((filter) => filter.name === name));
    const isSizeNote = note?.code === 'larger' || note?.code === 'smaller';
    // A year that the text names needs no explanation.
    if (note !== null && !isAlreadyFiltered) notes.push(isSizeNote ? { ...note, of: names.join(' or ') } : note);
  }
  if (!keepsNamedCars && wishes.includes('faster')) {
    // A car of an extraordinary price is no alternative.
    const price = await readQuantile(classQuery, 'price', 0.5);
    if (price !== null) boundFilters.push({ name: 'maxPrice', value: String(Math.ceil(price / 100)) });
  }
  const isExpensive =
    isCheaper && isOnSale && lowPrice > ((await readQuantile(makeQuery([]), 'price', 0.75)) ?? lowPrice);
  // The cheapest cars are not like a Ferrari.
  if (isExpensive) boundFilters.push({ name: 'sort', value: '-price' });
  if (keepsNamedCars && wishes.includes('newer')) boundFilters.push({ name: 'sort', value: '-year' });
  return {
    understanding: { ...addFilters(understanding, boundFilters), notes: [...textUnderstanding.notes, ...notes] },
    size: sizeOfClass,
  };
}

/** With fewer cars than this of a named model, a wish such as `newer` is for its whole class. */
const namedCarCountMinimum = 4;

/** Wishes that the named cars themselves do not meet. */
const wishesForOtherCars: ReadonlySet<string> = new Set(['cheaper', 'bigger', 'smaller', 'economical']);

type WishReading = { readonly filters: readonly Filter[]; readonly note: SearchNote | null };

/**
 * The filters and the order of a wish, and what they were taken for.
 *
 * @param areNamed whether the named cars themselves are meant
 * @param readMiddle finds the middle value of a field
 */
async function readWish(
  wish: ComparedModels['wishes'][number],
  areNamed: boolean,
  readMiddle: (field: RangeField) => Promise<number | null>,
): Promise<WishReading> {
  switch (wish) {
    case 'newer': {
      const year = await readMiddle('year');
      if (year === null) return { filters: [], note: null };
      return {
        filters: [{ name: 'minYear', value: String(year) }],
        note: { code: 'newer half', of: String(year) },
      };
    }
    case 'older': {
      const year = await readMiddle('year');
      if (year === null) return { filters: [], note: null };
      return { filters: [{ name: 'maxYear', value: String(year) }], note: { code: 'older half', of: String(year) } };
    }
    case 'driven less': {
      const distance = await readMiddle('mileage');
      const order: Filter = { name: 'sort', value: 'mileage' };
      if (distance === null) return { filters: [order], note: null };
      return {
        filters: [{ name: 'maxMileage', value: String(distance) }, order],
        note: { code: 'less driven half', of: String(distance) },
      };
    }
    case 'faster':
      return {
        filters: [{ name: 'sort', value: '-power' }],
        note: { code: 'more powerful', of: areNamed ? '' : 'class' },
      };
    case 'economical':
      return {
        filters: ['hybrid', 'plug-in hybrid', 'electric'].map((value): Filter => ({ name: 'fuel', value })),
        note: { code: 'more economical' },
      };
    case 'bigger':
      return { filters: [], note: { code: 'larger' } };
    case 'smaller':
      return { filters: [], note: { code: 'smaller' } };
    case 'cheaper':
    case 'like':
      return { filters: [], note: null };
  }
}

/** A class with fewer cars than this is found by its seats only. */
const classCarCountMinimum = 8;

/** Removes the body from the filters of a class when fewer than `classCarCountMinimum` cars of it have that many seats. */
async function removeRareBody(
  classFilters: readonly Filter[],
  countCars: (filters: readonly Filter[]) => Promise<number>,
): Promise<readonly Filter[]> {
  if (!classFilters.some(({ name }) => name === 'minSeats')) return classFilters;
  return (await countCars(classFilters)) >= classCarCountMinimum
    ? classFilters
    : classFilters.filter(({ name }) => name !== 'body');
}

const suvPattern = /suv|sports? utility|crossover/i;

/** The bodies of the named cars, for a model of which the kind is not known. An SUV may be any kind of SUV. */
async function readBodies(
  catalogue: SearchContext['catalogue'],
  namedQuery: CatalogueQuery,
  allCars: CatalogueQuery,
): Promise<readonly Filter[]> {
  const listBodies = async (query: CatalogueQuery): Promise<readonly string[]> => {
    const { counts } = await catalogue.ask('page', { query: { ...query, limit: 1, facets: ['body'] } });
    const { body = [] } = JSON.parse((await counts).facets) as { body?: { value: string; count: number }[] };
    return body.filter(({ count }) => count > 0).map(({ value }) => value);
  };
  const bodies = await listBodies(namedQuery);
  if (bodies.length > bodyTypeCountMaximum) return [];
  const suvBodies = bodies.some((value) => suvPattern.test(value))
    ? (await listBodies(allCars)).filter((value) => suvPattern.test(value))
    : [];
  return [...new Set([...bodies, ...suvBodies])].map((value) => ({ name: 'body', value }));
}
