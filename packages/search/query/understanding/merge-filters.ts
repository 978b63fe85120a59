import { isExcludedModel, readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import type { UnderstoodFilter } from './phrase-match.ts';

/** The filters of a phrase, and whether the phrase excludes the other values. */
type MergedPhrase = { readonly filters: readonly UnderstoodFilter[]; readonly isExclusion: boolean };

/**
 * Merges the filters of all phrases of a text. When two phrases give a bound for the same number, the stricter bound is
 * used. Values of one filter name are alternatives, but a narrower phrase replaces a wider one: `german` and `bmw` give
 * BMW, `suv` and `crossover` give crossover.
 * An excluded value is never found, so exclusions are merged last.
 */
export function mergeFilters(phrases: readonly MergedPhrase[]): readonly UnderstoodFilter[] {
  const [included, excluded] = [false, true].map((isExclusion) =>
    mergePhrases(withYearsJoined(phrases.filter((phrase) => phrase.isExclusion === isExclusion))),
  );
  return mergePhrases([
    { filters: included ?? [], isExclusion: false },
    { filters: excluded ?? [], isExclusion: true },
  ]);
}

/** The phrases with several exact years as one range, because no car is of two years: `2018 or 2019`. */
function withYearsJoined(phrases: readonly MergedPhrase[]): readonly MergedPhrase[] {
  const exact = phrases.filter(({ filters }) => exactYearOf(filters) !== undefined);
  const years = exact.map(({ filters }) => Number(exactYearOf(filters)));
  const [first] = exact;
  if (first === undefined || new Set(years).size < 2) return phrases;
  const [low, high] = [Math.min(...years), Math.max(...years)].map((year) => exact[years.indexOf(year)]?.filters ?? []);
  const range = [
    ...(low ?? []).filter(({ name }) => name === 'minYear'),
    ...(high ?? []).filter(({ name }) => name === 'maxYear'),
  ];
  return phrases.flatMap((phrase) =>
    phrase === first ? [{ ...phrase, filters: range }] : exact.includes(phrase) ? [] : [phrase],
  );
}

/** The year of a phrase that means this year alone. */
function exactYearOf(filters: readonly UnderstoodFilter[]): string | undefined {
  const [min, max, further] = filters;
  const isExact = min?.name === 'minYear' && max?.name === 'maxYear' && min.value === max.value;
  return isExact && further === undefined ? min.value : undefined;
}

/** The filters without the earlier one of two bounds that no car can meet together, and that one: `two seater for 4 people`. */
export function withoutContradictions(filters: readonly UnderstoodFilter[]): {
  readonly filters: readonly UnderstoodFilter[];
  readonly contradicted: readonly UnderstoodFilter[];
} {
  const contradicted = filters.filter((filter) => {
    const [, side, figure] = /^(min|max)([A-Z]\w+)$/.exec(filter.name) ?? [];
    const other = filters.find(({ name }) => name === `${side === 'min' ? 'max' : 'min'}${figure}`);
    if (side === undefined || other === undefined || filter.from >= other.from) return false;
    return side === 'min' ? Number(filter.value) > Number(other.value) : Number(filter.value) < Number(other.value);
  });
  return { filters: filters.filter((filter) => !contradicted.includes(filter)), contradicted };
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
  if (newFilters.some(({ value }) => isExcludedModel(value))) return withoutModels(earlierFilters, newFilters);
  const sharedValues = earlierFilters.filter(({ value }) => newFilters.some((other) => other.value === value));
  if (sharedValues.length === 0) return isExclusion ? newFilters : [...earlierFilters, ...newFilters];
  return earlierFilters.length <= newFilters.length
    ? sharedValues
    : newFilters.filter(({ value }) => sharedValues.some((other) => other.value === value));
}

/** The models without the excluded ones. When no model was named before, or none is left, the exclusions are the filters. */
function withoutModels(
  earlierFilters: readonly UnderstoodFilter[],
  excluded: readonly UnderstoodFilter[],
): readonly UnderstoodFilter[] {
  const excludedModels = new Set(excluded.map(({ value }) => readExcludedModel(value)));
  const named = earlierFilters.filter(({ value }) => !isExcludedModel(value));
  const left = named.filter(({ value }) => !excludedModels.has(value));
  return left.length > 0 ? left : [...earlierFilters.filter((filter) => !named.includes(filter)), ...excluded];
}
