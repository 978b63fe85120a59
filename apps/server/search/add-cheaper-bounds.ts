import type { SearchQuery } from '@carhouse/contract/search';
import type { UnderstoodFilter } from '@carhouse/search/query/understanding/phrase-match';
import type { Context } from '../context.ts';
import { readQuery, type Understood, withUnderstood } from './read-query.ts';

/** Maximum number of body types that a make or model on sale gives. Beyond these, its cars have no common body. */
const bodiesMaximum = 3;

/**
 * Adds what a text such as `like a bmw 3 series but cheaper` asks: the bodies of the named cars, and a price below the
 * lowest quarter of theirs. When none of them is on sale, the kind of car that is known of the model and the lowest
 * quarter of the prices. Filters of the text and of the visitor come first.
 */
export async function addCheaperBounds(
  { catalogue, now }: Pick<Context, 'catalogue' | 'now'>,
  given: SearchQuery,
  read: Understood,
): Promise<Understood> {
  if (read.cheaperThan === null) return read;
  const { named, alike, typed, from, to } = read.cheaperThan;
  const add = (added: readonly Pick<UnderstoodFilter, 'name' | 'value'>[]): readonly UnderstoodFilter[] =>
    [
      ...read.filters,
      ...added
        .filter(({ name }) => given[name as 'body'] === undefined && !read.filters.some((other) => other.name === name))
        .map(({ name, value }) => ({ name, value, typed, from, to })),
    ].sort((a, b) => a.from - b.from);
  const of = [...new Set(named.map((filter) => filter.typed))].join(' ');
  const query = readQuery(withUnderstood({}, { rest: '', filters: named }), now());
  const price = await catalogue.ask('quantile', { query, of: 'price', share: 0.25 });
  if (price === null) {
    return {
      ...read,
      filters: add(alike),
      quarters: [...read.quarters, { of: 'Price', typed, from, to }],
      notes: [...read.notes, { code: 'like and cheapest quarter', of }],
    };
  }
  const { counts } = await catalogue.ask('page', { query: { ...query, limit: 1, facets: ['body'] } });
  const { body = [] } = JSON.parse((await counts).facets) as { body?: { value: string; count: number }[] };
  const bodies = body.filter(({ count }) => count > 0).map(({ value }) => value);
  return {
    ...read,
    filters: add([
      ...(bodies.length > bodiesMaximum ? [] : bodies.map((value) => ({ name: 'body' as const, value }))),
      // A car that costs the same is not cheaper.
      { name: 'maxPrice', value: String(Math.ceil(price / 100) - 1) },
    ]),
    notes: [...read.notes, { code: 'like and cheaper', of }],
  };
}
