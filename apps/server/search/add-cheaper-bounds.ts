import type { SearchQuery } from '@carhouse/contract/search';
import type { UnderstoodFilter } from '@carhouse/search/query/understanding/phrase-match';
import type { Context } from '../context.ts';
import { addUnderstoodFilters, readQuery, type Understood } from './read-query.ts';

/**
 * Maximum number of body types that a make or model on sale gives. A make or model with more body types has no common
 * body.
 */
const bodyTypeCountMaximum = 3;

/**
 * Adds what a text such as `like a bmw 3 series but cheaper` asks: the bodies of the named cars, and a price below the
 * lowest quarter of theirs. When none of the named cars is on sale, the function adds the known kind of the model and
 * the lowest quarter of the prices of that kind. Filters of the text and of the visitor come first.
 */
export async function addCheaperBounds(
  { catalogue, now }: Pick<Context, 'catalogue' | 'now'>,
  givenQuery: SearchQuery,
  textUnderstanding: Understood,
): Promise<Understood> {
  if (textUnderstanding.cheaperThan === null) return textUnderstanding;
  const { named: namedModels, alike: alikeModels, names, typed: typedText, from, to } = textUnderstanding.cheaperThan;
  const withFilters = (
    addedFilters: readonly Pick<UnderstoodFilter, 'name' | 'value'>[],
  ): readonly UnderstoodFilter[] =>
    [
      ...textUnderstanding.filters,
      ...addedFilters
        .filter(
          ({ name }) =>
            givenQuery[name as 'body'] === undefined &&
            !textUnderstanding.filters.some((understoodFilter) => understoodFilter.name === name),
        )
        .map(({ name, value }) => ({ name, value, typed: typedText, from, to })),
    ].sort((a, b) => a.from - b.from);
  const of = [...new Set(namedModels.map((filter) => filter.typed))].join(' ');
  const query = readQuery(addUnderstoodFilters({}, { rest: '', filters: namedModels }), now());
  const price = await catalogue.ask('quantile', { query, of: 'price', share: 0.25 });
  if (price === null) {
    return {
      ...textUnderstanding,
      filters: withFilters(alikeModels),
      quarters: [...textUnderstanding.quarters, { of: 'Price', typed: typedText, from, to }],
      notes: [...textUnderstanding.notes, { code: 'like and cheapest quarter', of: names.join(' or ') }],
    };
  }
  const { counts } = await catalogue.ask('page', { query: { ...query, limit: 1, facets: ['body'] } });
  const { body = [] } = JSON.parse((await counts).facets) as { body?: { value: string; count: number }[] };
  const bodyTypes = body.filter(({ count }) => count > 0).map(({ value }) => value);
  return {
    ...textUnderstanding,
    filters: withFilters([
      ...(bodyTypes.length > bodyTypeCountMaximum ? [] : bodyTypes.map((value) => ({ name: 'body' as const, value }))),
      // A car that costs the same is not cheaper.
      { name: 'maxPrice', value: String(Math.ceil(price / 100) - 1) },
    ]),
    notes: [...textUnderstanding.notes, { code: 'like and cheaper', of }],
  };
}
