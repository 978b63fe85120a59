import { isExcludedModel, readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import type { UnderstoodFilter } from './phrase-match.ts';

/** The filters of a phrase, and whether the phrase excludes the other values. */
type MergedPhrase = { readonly filters: readonly UnderstoodFilter[]; readonly isExclusion: boolean };

/**
 * Merges the filters of all phrases of a text. When two phrases give a bound for the same number, the stricter bound is
 * used. Values of one filter name are alternatives, but a narrower phrase replaces a wider one: `german` and `bmw` give
 * BMW, `suv` and `crossover` give crossover.
 * A search must never find an excluded value, so exclusions are merged last.
 */
export function mergeFilters(phrases: readonly MergedPhrase[]): readonly UnderstoodFilter[] {
  const [includedFilters, excludedFilters] = [false, true].map((isExclusion) =>
    mergePhrases(joinExactValues(phrases.filter((phrase) => phrase.isExclusion === isExclusion))),
  );
  return mergePhrases([
    { filters: includedFilters ?? [], isExclusion: false },
    { filters: excludedFilters ?? [], isExclusion: true },
  ]);
}

/** The figures of which a car has only one value. Several exact values of such a figure therefore become one range. */
const singleValueFigures = ['Year', 'EngineCc'] as const;

/**
 * Joins several exact years or engine sizes into one range, because no car has two of them: `2018 or 2019`, `1.5 or
 * 1.8`.
 */
function joinExactValues(phrases: readonly MergedPhrase[]): readonly MergedPhrase[] {
  return singleValueFigures.reduce<readonly MergedPhrase[]>(joinValuesOfFigure, phrases);
}

function joinValuesOfFigure(
  phrases: readonly MergedPhrase[],
  figure: (typeof singleValueFigures)[number],
): readonly MergedPhrase[] {
  const exactPhrases = phrases.filter(({ filters }) => isExact(filters, figure));
  const [first] = exactPhrases;
  const bounds = exactPhrases.flatMap(({ filters }) => filters);
  const values = (name: string) =>
    bounds.filter((bound) => bound.name === name).toSorted((a, b) => Number(a.value) - Number(b.value));
  const [lowestFilter] = values(`min${figure}`);
  const highestFilter = values(`max${figure}`).at(-1);
  if (first === undefined || exactPhrases.length < 2 || lowestFilter === undefined || highestFilter === undefined)
    return phrases;
  return phrases.flatMap((phrase) =>
    phrase === first
      ? [{ ...phrase, filters: [lowestFilter, highestFilter] }]
      : exactPhrases.includes(phrase)
        ? []
        : [phrase],
  );
}

/** An engine size in litres means a range of this many cc. */
const largestSpan = { Year: 0, EngineCc: 100 } as const;

/** Whether a phrase means one value of a figure and nothing else. */
function isExact(
  [min, max, further]: readonly UnderstoodFilter[],
  figure: (typeof singleValueFigures)[number],
): boolean {
  const areBounds = min?.name === `min${figure}` && max?.name === `max${figure}` && further === undefined;
  return areBounds && Number(max.value) - Number(min.value) <= largestSpan[figure];
}

/**
 * Removes the earlier of two bounds that no car can meet together, and also returns the removed bound: `two seater for
 * 4 people`.
 */
export function removeContradictions(filters: readonly UnderstoodFilter[]): {
  readonly filters: readonly UnderstoodFilter[];
  readonly contradictedFilters: readonly UnderstoodFilter[];
} {
  const contradictedFilters = filters.filter((filter) => {
    const [, side, figure] = /^(min|max)([A-Z]\w+)$/.exec(filter.name) ?? [];
    const other = filters.find(({ name }) => name === `${side === 'min' ? 'max' : 'min'}${figure}`);
    if (side === undefined || other === undefined || filter.from >= other.from) return false;
    return side === 'min' ? Number(filter.value) > Number(other.value) : Number(filter.value) < Number(other.value);
  });
  return { filters: filters.filter((filter) => !contradictedFilters.includes(filter)), contradictedFilters };
}

function mergePhrases(phrases: readonly MergedPhrase[]): readonly UnderstoodFilter[] {
  let mergedFilters: readonly UnderstoodFilter[] = [];
  for (const { filters: phrase, isExclusion } of phrases) {
    for (const name of new Set(phrase.map((filter) => filter.name))) {
      const filtersOfName = mergedFilters.filter((filter) => filter.name === name);
      const newFilters = phrase.filter((filter) => filter.name === name);
      const otherFilters = mergedFilters.filter((filter) => filter.name !== name);
      mergedFilters = [
        ...otherFilters,
        ...(isBound(name) || name === 'sort'
          ? mergeBounds(filtersOfName, newFilters)
          : mergeValues(filtersOfName, newFilters, isExclusion)),
      ];
    }
  }
  return mergedFilters.toSorted((a, b) => a.from - b.from);
}

function isBound(name: string): boolean {
  return /^(?:min|max)[A-Z]/.test(name);
}

function mergeBounds(
  earlierFilters: readonly UnderstoodFilter[],
  newFilters: readonly UnderstoodFilter[],
): readonly UnderstoodFilter[] {
  const [firstFilter] = earlierFilters;
  const [secondFilter] = newFilters;
  if (firstFilter === undefined || secondFilter === undefined || !isBound(firstFilter.name))
    return earlierFilters.length > 0 ? earlierFilters : newFilters;
  const isTighter = firstFilter.name.startsWith('min')
    ? Number(secondFilter.value) > Number(firstFilter.value)
    : Number(secondFilter.value) < Number(firstFilter.value);
  return isTighter ? newFilters : earlierFilters;
}

function mergeValues(
  earlierFilters: readonly UnderstoodFilter[],
  newFilters: readonly UnderstoodFilter[],
  isExclusion: boolean,
): readonly UnderstoodFilter[] {
  if (earlierFilters.length === 0) return newFilters;
  if (newFilters.some(({ value }) => isExcludedModel(value))) return removeExcludedModels(earlierFilters, newFilters);
  const sharedValues = earlierFilters.filter(({ value }) => newFilters.some((other) => other.value === value));
  if (sharedValues.length === 0) return isExclusion ? newFilters : [...earlierFilters, ...newFilters];
  return earlierFilters.length <= newFilters.length
    ? sharedValues
    : newFilters.filter(({ value }) => sharedValues.some((other) => other.value === value));
}

/**
 * The models without the excluded ones. When no model was named before, or no named model is left, the exclusions
 * themselves are the filters.
 */
function removeExcludedModels(
  earlierFilters: readonly UnderstoodFilter[],
  excludedFilters: readonly UnderstoodFilter[],
): readonly UnderstoodFilter[] {
  const excludedModels = new Set(excludedFilters.map(({ value }) => readExcludedModel(value)));
  const namedModels = earlierFilters.filter(({ value }) => !isExcludedModel(value));
  const remainingModels = namedModels.filter(({ value }) => !excludedModels.has(value));
  return remainingModels.length > 0
    ? remainingModels
    : [...earlierFilters.filter((filter) => !namedModels.includes(filter)), ...excludedFilters];
}
