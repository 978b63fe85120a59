import type { PhraseMatch } from './phrase-match.ts';

/** Bounds of the same figure: the kilometres in all or a year, the age or the year, the end of the COE or the time to it. */
const figures: Readonly<Record<string, string>> = { YearlyMileage: 'Mileage', Year: 'YearsOfUse', CoeEnd: 'CoeMonths' };

/**
 * The matches of vague words whose figure the text bounds with a number: in `low mileage below 50,000 km` the number
 * decides, and `low mileage` says no more.
 *
 * @param areCompared whether the text compares cars with a model, so that `newer` is more than a bound
 */
export function findOverruled(matches: readonly PhraseMatch[], areCompared = false): ReadonlySet<PhraseMatch> {
  const exactFigures = new Set(matches.filter(({ isVague }) => isVague !== true).flatMap(listFigures));
  return new Set(
    matches.filter(
      (match) =>
        match.isVague === true &&
        !(areCompared && match.wish !== undefined) &&
        listFigures(match).some((figure) => exactFigures.has(figure)),
    ),
  );
}

function listFigures({ filters }: PhraseMatch): readonly string[] {
  return filters.flatMap(({ name }) => {
    const [, figure = ''] = /^m(?:in|ax)([A-Z]\w+)$/.exec(name) ?? [];
    return figure === '' ? [] : [figures[figure] ?? figure];
  });
}
