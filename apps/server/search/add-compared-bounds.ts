import type { SearchQuery } from '@carhouse/contract/search';
import type { SearchNote } from '@carhouse/contract/search-notes';
import type { CatalogueQuery, RangeField } from '@carhouse/search/query/query';
import type { ComparedModels } from '@carhouse/search/query/understanding/compared-models';
import type { Filter, UnderstoodFilter } from '@carhouse/search/query/understanding/phrase-match';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import { type CompletedUnderstanding, makeQueryOfFilters } from './read-query.ts';

/**
 * Maximum number of body types that a make or model on sale gives. A make or model whose cars have more body types than
 * this maximum has no common body.
 */
const bodyTypeCountMaximum = 3;

type ComparedUnderstanding = {
  readonly understanding: CompletedUnderstanding;
  /** The trait for the size of the cars that are meant; null when the named cars themselves are meant. */
  readonly size: ComparedModels['size'];
};

/**
 * Adds the filters that a text such as `like a bmw 3 series but cheaper` asks for: the class of the named cars over all
 * makes, and a bound. The bound depends on the figures of the named cars, or of the class when no named car is on sale.
 * For a wish that the named cars themselves can meet, such as `newer`, the search keeps the filters of the named cars.
 * Filters of the text and of the visitor come first.
 */
export async function addComparedBounds(
  { catalogue, now }: SearchContext,
  requestQuery: SearchQuery,
  textUnderstanding: CompletedUnderstanding,
): Promise<ComparedUnderstanding> {
  const { comparison } = textUnderstanding;
  if (comparison === null) return { understanding: textUnderstanding, size: null };
  const { namedFilters, wishes, alike, names, size, typed, from, to } = comparison;
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
            requestQuery[name as 'body'] === undefined && !understanding.filters.some((filter) => filter.name === name),
        )
        .map(({ name, value }): UnderstoodFilter => ({ name, value, typed, from, to })),
    ].sort((a, b) => a.from - b.from),
  });
  const makeQuery = (filters: readonly Filter[]) => makeQueryOfFilters(filters, now());
  const readQuantile = (query: CatalogueQuery, field: RangeField, share: number) =>
    catalogue.ask('quantile', { query, of: field, share });

  const namedQuery = makeQuery(namedFilters);
  const readCarClassFilters = async (): Promise<readonly Filter[]> => {
    if (!isOnSale) return alike;
    // Cars that are similar to a model on sale may have another fuel.
    const filtersWithoutFuel = alike.filter(({ name }) => name !== 'fuel');
    return filtersWithoutFuel.length > 0 ? filtersWithoutFuel : listBodyFilters(catalogue, namedQuery, makeQuery([]));
  };
  const firstQuartilePrice = await readQuantile(namedQuery, 'price', 0.25);
  const isOnSale = firstQuartilePrice !== null;
  const countCars = async (query: CatalogueQuery): Promise<number> =>
    (await (await catalogue.ask('page', { query: { ...query, limit: 1, facets: [] } })).countsPromise).total;
  const areNamedCarsKept =
    isOnSale &&
    !wishes.some((wish) => wishesForOtherCars.has(wish)) &&
    (await countCars(namedQuery)) >= namedCarCountMinimum;
  const carClassFilters = areNamedCarsKept ? namedFilters : await readCarClassFilters();
  const understanding = addFilters(
    textUnderstanding,
    await removeRareBody(carClassFilters, (filters) => countCars(makeQuery(filters))),
  );
  const carClassSize = areNamedCarsKept ? null : size;
  // The bounds are computed from the class that the answer names. The cars of this class that have the size of the
  // named model come first.
  const carClassQuery = makeQuery(understanding.filters);

  const boundFilters: Filter[] = [];
  const notes: SearchNote[] = [];
  const isCheaper = wishes.includes('cheaper');
  if (isCheaper) {
    const price = isOnSale ? firstQuartilePrice - 100 : await readQuantile(carClassQuery, 'price', 0.25);
    if (price !== null) boundFilters.push({ name: 'maxPrice', value: String(Math.ceil(price / 100)) });
    notes.push({ code: isOnSale ? 'like and cheaper' : 'like and cheapest quarter', of: names.join(' or ') });
  } else if (wishes.includes('bigger') || wishes.includes('smaller')) {
    // The note about the size names the model.
    if (!isOnSale) notes.push({ code: 'none on sale', of: names.join(' or ') });
  } else if (!areNamedCarsKept) {
    notes.push({ code: isOnSale ? 'like a model on sale' : 'like an absent model', of: names.join(' or ') });
  }
  const medianBaseQuery = areNamedCarsKept ? namedQuery : carClassQuery;
  for (const wish of wishes) {
    const { filters, note } = await makeWishFilters(wish, areNamedCarsKept, (field) =>
      readQuantile(medianBaseQuery, field, 0.5),
    );
    boundFilters.push(...filters);
    const isAlreadyFiltered = filters.some(({ name }) => understanding.filters.some((filter) => filter.name === name));
    const isSizeNote = note?.code === 'larger' || note?.code === 'smaller';
    // A year that the text names needs no explanation.
    if (note !== null && !isAlreadyFiltered) notes.push(isSizeNote ? { ...note, of: names.join(' or ') } : note);
  }
  if (!areNamedCarsKept && wishes.includes('faster')) {
    // Cars that cost more than the median of their class are no alternative.
    const price = await readQuantile(carClassQuery, 'price', 0.5);
    if (price !== null) boundFilters.push({ name: 'maxPrice', value: String(Math.ceil(price / 100)) });
  }
  const isExpensive =
    isCheaper &&
    isOnSale &&
    firstQuartilePrice > ((await readQuantile(makeQuery([]), 'price', 0.75)) ?? firstQuartilePrice);
  // The cheapest cars are no alternative to an expensive car such as a Ferrari.
  if (isExpensive) boundFilters.push({ name: 'sort', value: '-price' });
  if (areNamedCarsKept && wishes.includes('newer')) boundFilters.push({ name: 'sort', value: '-year' });
  return {
    understanding: { ...addFilters(understanding, boundFilters), notes: [...textUnderstanding.notes, ...notes] },
    size: carClassSize,
  };
}

/**
 * When fewer cars than this number match the named model, a wish such as `newer` applies to the whole class of the
 * model.
 */
const namedCarCountMinimum = 4;

/** Wishes that the named cars themselves do not meet. */
const wishesForOtherCars: ReadonlySet<string> = new Set(['cheaper', 'bigger', 'smaller', 'economical']);

type WishFilters = { readonly filters: readonly Filter[]; readonly note: SearchNote | null };

/**
 * Returns the filters and the sort order of a wish, and a note that explains them.
 *
 * @param areNamedCarsMeant whether the named cars themselves are meant. @param readMedian finds the median of a field.
 */
async function makeWishFilters(
  wish: ComparedModels['wishes'][number],
  areNamedCarsMeant: boolean,
  readMedian: (field: RangeField) => Promise<number | null>,
): Promise<WishFilters> {
  switch (wish) {
    case 'newer': {
      const year = await readMedian('year');
      if (year === null) return { filters: [], note: null };
      return {
        filters: [{ name: 'minYear', value: String(year) }],
        note: { code: 'newer half', of: String(year) },
      };
    }
    case 'older': {
      const year = await readMedian('year');
      if (year === null) return { filters: [], note: null };
      return { filters: [{ name: 'maxYear', value: String(year) }], note: { code: 'older half', of: String(year) } };
    }
    case 'driven less': {
      const medianMileage = await readMedian('mileage');
      const order: Filter = { name: 'sort', value: 'mileage' };
      if (medianMileage === null) return { filters: [order], note: null };
      return {
        filters: [{ name: 'maxMileage', value: String(medianMileage) }, order],
        note: { code: 'less driven half', of: String(medianMileage) },
      };
    }
    case 'same size':
      return { filters: [], note: null };
    case 'faster':
      return {
        filters: [{ name: 'sort', value: '-power' }],
        note: { code: 'more powerful', of: areNamedCarsMeant ? '' : 'class' },
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
  carClassFilters: readonly Filter[],
  countCars: (filters: readonly Filter[]) => Promise<number>,
): Promise<readonly Filter[]> {
  if (!carClassFilters.some(({ name }) => name === 'minSeats')) return carClassFilters;
  return (await countCars(carClassFilters)) >= classCarCountMinimum
    ? carClassFilters
    : carClassFilters.filter(({ name }) => name !== 'body');
}

const suvPattern = /suv|sports? utility|crossover/i;

/** The bodies of the named cars, for a model of which the kind is not known. An SUV may be any kind of SUV. */
async function listBodyFilters(
  catalogue: SearchContext['catalogue'],
  namedQuery: CatalogueQuery,
  allCars: CatalogueQuery,
): Promise<readonly Filter[]> {
  const listBodies = async (query: CatalogueQuery): Promise<readonly string[]> => {
    const { countsPromise } = await catalogue.ask('page', { query: { ...query, limit: 1, facets: ['body'] } });
    const { body = [] } = JSON.parse((await countsPromise).facetsJson) as { body?: { value: string; count: number }[] };
    return body.filter(({ count }) => count > 0).map(({ value }) => value);
  };
  const bodies = await listBodies(namedQuery);
  if (bodies.length > bodyTypeCountMaximum) return [];
  const suvBodies = bodies.some((value) => suvPattern.test(value))
    ? (await listBodies(allCars)).filter((value) => suvPattern.test(value))
    : [];
  return [...new Set([...bodies, ...suvBodies])].map((value) => ({ name: 'body', value }));
}
