import type { PhraseMatch, UnderstoodFilter } from './phrase-match.ts';

type FoundMatch = { readonly match: PhraseMatch; readonly at: number };

/**
 * Adds diesels to the economical energies when the text names long drives, for which they are economical, too. They are
 * not added when the text excludes an energy.
 */
export function withDiesels(
  filters: readonly UnderstoodFilter[],
  foundMatches: readonly FoundMatch[],
  namesLongDrives: boolean,
): readonly UnderstoodFilter[] {
  const economical = foundMatches.find(({ match }) => match.isEconomical === true);
  const fuelFilters = filters.filter(({ name }) => name === 'fuel');
  const [fuel] = fuelFilters;
  const isOnlyFuel = foundMatches.every(
    (found) => found === economical || found.match.filters.every(({ name }) => name !== 'fuel'),
  );
  if (!namesLongDrives || economical === undefined || fuel === undefined || !isOnlyFuel) return filters;
  return [...filters, { ...fuel, value: 'diesel' }].toSorted((a, b) => a.from - b.from);
}
