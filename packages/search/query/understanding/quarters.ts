import type { QuarterField, UnderstoodFilter } from './phrase-match.ts';

/**
 * A request for cheap cars: the lowest quarter of the values among the cars that match all other filters. The caller
 * computes the bound, because it depends on the cars. Of some figures it is the highest quarter: `high paper value`.
 */
export type UnderstoodQuarter = Pick<UnderstoodFilter, 'typed' | 'from' | 'to'> & { readonly of: QuarterField };

/** The quarters without repeated ones. Of `low parf or high scrap value` the last is meant. */
export function withoutRepeatedQuarters(quarters: readonly UnderstoodQuarter[]): readonly UnderstoodQuarter[] {
  return quarters.filter(
    ({ of: quarterField }, index) =>
      quarters.findIndex((other) => other.of === quarterField) === index &&
      !quarters.slice(index + 1).some((other) => isOppositeOf(other.of, quarterField)),
  );
}

function isOppositeOf(other: QuarterField, quarterField: QuarterField): boolean {
  const figureOf = (field: QuarterField): string => field.replace(/^(?:low|high) /, '');
  return other !== quarterField && figureOf(other) === figureOf(quarterField);
}
