import { mergeFilters } from './merge-filters.ts';
import type { UnderstoodFilter } from './phrase-match.ts';

/**
 * Adds the filters that phrases suggest, as `for grandparents` suggests four doors. When the text itself names a filter
 * of the same kind, the suggested filter is not added: a coupé for grandparents remains a coupé. A named model already
 * determines the body and the seats, and a named make the bodies.
 *
 * @param filters the filters that the text names
 * @param impliedFilterLists the suggested filters of each phrase
 */
export function addImpliedFilters(
  filters: readonly UnderstoodFilter[],
  impliedFilterLists: readonly (readonly UnderstoodFilter[])[],
): readonly UnderstoodFilter[] {
  const kinds = new Set(filters.map(({ name }) => removeBoundPrefix(name)));
  if (filters.some(({ name }) => name === 'model')) for (const kind of ['body', 'Seats']) kinds.add(kind);
  if (filters.some(({ name }) => name === 'brand')) kinds.add('body');
  const addedFilters = mergeFilters(
    impliedFilterLists.map((phrase) => ({ filters: phrase, isExclusion: false })),
  ).filter(({ name }) => !kinds.has(removeBoundPrefix(name)));
  return [...filters, ...addedFilters].toSorted((a, b) => a.from - b.from);
}

/** The two bounds of one range count as the same kind of filter. */
function removeBoundPrefix(name: string): string {
  return name.replace(/^(?:min|max)(?=[A-Z])/, '');
}

/**
 * In `small car easy to park` the situation puts all small cars first. A filter on the body of small cars would exclude
 * some small cars.
 */
export function removeSmallBodies(filters: readonly UnderstoodFilter[]): readonly UnderstoodFilter[] {
  return filters.filter((filter) => !isSmallBody(filter));
}

/** Whether a filter on the body was read from a phrase such as `small car`. */
export function isSmallBody({ name, typed }: UnderstoodFilter): boolean {
  return name === 'body' && /^(?:small|compact|city|tiny|town) cars?$/i.test(typed);
}
