import type { UnderstoodFilter } from './phrase-match.ts';

/**
 * Merges the filters of all phrases of a text. Of two bounds of one number the stricter one is used. Values of one
 * filter name are alternatives, but a narrower phrase replaces a wider one: `german` and `bmw` give BMW, `suv` and
 * `crossover` give crossover.
 *
 * @param phrases the filters of each phrase
 */
export function mergeFilters(phrases: readonly (readonly UnderstoodFilter[])[]): readonly UnderstoodFilter[] {
  let merged: readonly UnderstoodFilter[] = [];
  for (const phrase of phrases) {
    for (const name of new Set(phrase.map((filter) => filter.name))) {
      const known = merged.filter((filter) => filter.name === name);
      const added = phrase.filter((filter) => filter.name === name);
      const others = merged.filter((filter) => filter.name !== name);
      merged = [...others, ...(isBound(name) || name === 'sort' ? tighter(known, added) : narrower(known, added))];
    }
  }
  return merged.toSorted((a, b) => a.from - b.from);
}

function isBound(name: string): boolean {
  return /^(?:min|max)[A-Z]/.test(name);
}

function tighter(known: readonly UnderstoodFilter[], added: readonly UnderstoodFilter[]): readonly UnderstoodFilter[] {
  const [first] = known;
  const [second] = added;
  if (first === undefined || second === undefined || !isBound(first.name)) return known.length > 0 ? known : added;
  const isTighter = first.name.startsWith('min')
    ? Number(second.value) > Number(first.value)
    : Number(second.value) < Number(first.value);
  return isTighter ? added : known;
}

function narrower(known: readonly UnderstoodFilter[], added: readonly UnderstoodFilter[]): readonly UnderstoodFilter[] {
  if (known.length === 0) return added;
  const shared = known.filter(({ value }) => added.some((other) => other.value === value));
  if (shared.length === 0) return [...known, ...added];
  return known.length <= added.length
    ? shared
    : added.filter(({ value }) => shared.some((other) => other.value === value));
}
