import type { UnderstoodFilter } from './phrase-match.ts';

/**
 * Merges the filters of all phrases of a text. Of two bounds of one number the stricter one is used. Values of one
 * filter name are alternatives, but a narrower phrase replaces a wider one: `german` and `bmw` give BMW, `suv` and
 * `crossover` give crossover.
 *
 * @param phrases the filters of each phrase
 */
export function mergeFilters(phrases: readonly (readonly UnderstoodFilter[])[]): readonly UnderstoodFilter[] {
  let mergedFilters: readonly UnderstoodFilter[] = [];
  for (const phrase of phrases) {
    for (const name of new Set(phrase.map((filter) => filter.name))) {
      const sameFilters = mergedFilters.filter((filter) => filter.name === name);
      const addedFilters = phrase.filter((filter) => filter.name === name);
      const otherFilters = mergedFilters.filter((filter) => filter.name !== name);
      mergedFilters = [
        ...otherFilters,
        ...(isBound(name) || name === 'sort'
          ? withTighterBounds(sameFilters, addedFilters)
          : withNarrowerValues(sameFilters, addedFilters)),
      ];
    }
  }
  return mergedFilters.toSorted((a, b) => a.from - b.from);
}

function isBound(name: string): boolean {
  return /^(?:min|max)[A-Z]/.test(name);
}

function withTighterBounds(
  known: readonly UnderstoodFilter[],
  addedFilters: readonly UnderstoodFilter[],
): readonly UnderstoodFilter[] {
  const [first] = known;
  const [second] = addedFilters;
  if (first === undefined || second === undefined || !isBound(first.name))
    return known.length > 0 ? known : addedFilters;
  const isTighter = first.name.startsWith('min')
    ? Number(second.value) > Number(first.value)
    : Number(second.value) < Number(first.value);
  return isTighter ? addedFilters : known;
}

function withNarrowerValues(
  known: readonly UnderstoodFilter[],
  addedFilters: readonly UnderstoodFilter[],
): readonly UnderstoodFilter[] {
  if (known.length === 0) return addedFilters;
  const sharedValues = known.filter(({ value }) => addedFilters.some((other) => other.value === value));
  if (sharedValues.length === 0) return [...known, ...addedFilters];
  return known.length <= addedFilters.length
    ? sharedValues
    : addedFilters.filter(({ value }) => sharedValues.some((other) => other.value === value));
}
