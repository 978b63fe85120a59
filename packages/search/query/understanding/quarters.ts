import type { QuarterField, UnderstoodFilter } from './phrase-match.ts';

/**
 * A request for cheap cars: the lowest quarter of the values among the cars that match all other filters. The caller
 * computes the bound, because it depends on the cars. For some figures, it may be the highest quarter: `high paper
 * value`.
 */
export type UnderstoodQuarter = Pick<UnderstoodFilter, 'typed' | 'from' | 'to'> & { readonly of: QuarterField };

/** Removes repeated quarters. In `low parf or high scrap value` the last quarter counts. */
export function removeRepeatedQuarters(quarters: readonly UnderstoodQuarter[]): readonly UnderstoodQuarter[] {
  return quarters.filter(
    ({ of: quarterField }, index) =>
      quarters.findIndex((other) => other.of === quarterField) === index &&
      !quarters.slice(index + 1).some((other) => isOppositeOf(other.of, quarterField)),
  );
}

function isOppositeOf(other: QuarterField, quarterField: QuarterField): boolean {
  const removeQuarterSide = (field: QuarterField): string => field.replace(/^(?:low|high) /, '');
  return other !== quarterField && removeQuarterSide(other) === removeQuarterSide(quarterField);
}
