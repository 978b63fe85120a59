import type { FoundMatch, UnderstoodFilter } from './phrase-match.ts';

/**
 * Adds diesels to the economical energies when the text names long drives, for which diesels are economical, too.
 * Diesels are not added when the text excludes an energy.
 */
export function addDiesels(
  filters: readonly UnderstoodFilter[],
  foundMatches: readonly FoundMatch[],
  namesLongDrives: boolean,
): readonly UnderstoodFilter[] {
  const economicalMatch = foundMatches.find(({ match }) => match.isEconomical === true);
  const fuelFilters = filters.filter(({ name }) => name === 'fuel');
  const [fuel] = fuelFilters;
  const isOnlyFuel = foundMatches.every(
    (found) => found === economicalMatch || found.match.filters.every(({ name }) => name !== 'fuel'),
  );
  if (!namesLongDrives || economicalMatch === undefined || fuel === undefined || !isOnlyFuel) return filters;
  return [...filters, { ...fuel, value: 'diesel' }].toSorted((a, b) => a.from - b.from);
}

/** The energies that an economical car may have in addition, when the text asks for petrol. */
const petrolHybrids: ReadonlySet<string> = new Set(['hybrid', 'plug-in hybrid']);

/**
 * When a text names energies and has a phrase for an economical car, the named energies decide: `fuel efficient diesel`
 * is a diesel, and no electric car. A hybrid also counts as a petrol car.
 */
export function addNamedFuels(foundMatches: readonly FoundMatch[]): readonly FoundMatch[] {
  const named = findNamedFuels(foundMatches);
  if (named.size === 0) return foundMatches;
  const areHybridsAdded = named.has('petrol') && ![...petrolHybrids].some((fuel) => named.has(fuel));
  return foundMatches.map((found) => {
    if (found.match.isEconomical !== true) return found;
    const filters = areHybridsAdded ? found.match.filters.filter(({ value }) => petrolHybrids.has(value)) : [];
    return { ...found, match: { ...found.match, filters } };
  });
}

/**
 * Finds the phrase for an economical car in a text that names petrol cars. Among petrol cars, those with small engines
 * need the least petrol.
 */
export function findEconomicalPetrol(foundMatches: readonly FoundMatch[]): FoundMatch | undefined {
  return findNamedFuels(foundMatches).has('petrol')
    ? foundMatches.find(({ match }) => match.isEconomical === true)
    : undefined;
}

/** The wanted energies that the text names next to a phrase for an economical car. */
function findNamedFuels(foundMatches: readonly FoundMatch[]): ReadonlySet<string> {
  return new Set(
    foundMatches.flatMap(({ match }) =>
      match.isEconomical === true || match.isExclusion === true
        ? []
        : match.filters.flatMap(({ name, value }) => (name === 'fuel' ? [value] : [])),
    ),
  );
}
