import type { SearchQuery } from '@carhouse/contract/search';
import type { UnderstoodFilter } from '@carhouse/search/query/understanding/phrase-match';
import type { SearchContext } from '../catalogue/catalogue-client.ts';
import { isWithoutCars } from './find-any-car.ts';
import { type CompletedUnderstanding, readQueryOfFilters } from './read-query.ts';

/**
 * Adds petrol to the energies of economical cars when the text asks for small cars, or when no hybrid or electric car
 * has the rest. The cars of the lowest road tax, which have the smallest engines, then come first.
 */
export async function addEconomicalPetrol(
  context: SearchContext,
  requestQuery: SearchQuery,
  understanding: CompletedUnderstanding,
): Promise<CompletedUnderstanding> {
  const { filters, notes, typedKinds } = understanding;
  const fuelFilters = filters.filter(({ name }) => name === 'fuel');
  const [fuel] = fuelFilters;
  const isEconomical = notes.some(({ code }) => code === 'fuel efficient');
  if (!isEconomical || fuel === undefined || fuelFilters.some(({ value }) => /petrol|diesel/.test(value)))
    return understanding;
  const isSmallAsked = typedKinds.some(({ trait }) => trait === 'is:small');
  const query = readQueryOfFilters(requestQuery, understanding, context.now());
  if (!isSmallAsked && !(await isWithoutCars(context, query))) return understanding;
  const petrol: UnderstoodFilter = { ...fuel, value: 'petrol' };
  const order: UnderstoodFilter = { ...fuel, name: 'sort', value: 'roadTax' };
  const isOrdered = filters.some(({ name }) => name === 'sort');
  return {
    ...understanding,
    filters: [...filters, petrol, ...(isOrdered ? [] : [order])].toSorted((a, b) => a.from - b.from),
  };
}
