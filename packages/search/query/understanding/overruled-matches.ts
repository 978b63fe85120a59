import type { PhraseMatch } from './phrase-match.ts';

/**
 * Treats these bounds as bounds of the same figure: the kilometres in total or per year, the age or the year, the end
 * of the COE or the time until it.
 */
const commonFigureNames: Readonly<Record<string, string>> = {
  YearlyMileage: 'Mileage',
  Year: 'YearsOfUse',
  CoeEnd: 'CoeMonths',
};

/**
 * Finds the matches of vague words whose figure the text also limits with a number: in `low mileage below 50,000 km`
 * only the number counts.
 *
 * @param areCompared whether the text compares cars with a model; in such a text, `newer` is more than a bound
 */
export function findOverruledMatches(matches: readonly PhraseMatch[], areCompared = false): ReadonlySet<PhraseMatch> {
  const exactFigureNames = new Set(matches.filter(({ isVague }) => isVague !== true).flatMap(listLimitedFigureNames));
  return new Set(
    matches.filter(
      (match) =>
        match.isVague === true &&
        !(areCompared && match.wish !== undefined) &&
        listLimitedFigureNames(match).some((figure) => exactFigureNames.has(figure)),
    ),
  );
}

function listLimitedFigureNames({ filters }: PhraseMatch): readonly string[] {
  return filters.flatMap(({ name }) => {
    const [, figure = ''] = /^m(?:in|ax)([A-Z]\w+)$/.exec(name) ?? [];
    return figure === '' ? [] : [commonFigureNames[figure] ?? figure];
  });
}
