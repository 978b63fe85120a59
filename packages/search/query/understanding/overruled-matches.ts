import type { PhraseMatch } from './phrase-match.ts';

/** Bounds of the same figure: the kilometres in all or a year, the age or the year, the end of the COE or the time to it. */
const figures: Readonly<Record<string, string>> = { YearlyMileage: 'Mileage', Year: 'YearsOfUse', CoeEnd: 'CoeMonths' };

/**
 * The matches of vague words whose figure the text bounds with a number: in `low mileage below 50,000 km` the number
 * decides, and `low mileage` says no more.
 */
export function findOverruled(matches: readonly PhraseMatch[]): ReadonlySet<PhraseMatch> {
  const exactFigures = new Set(matches.filter(({ isVague }) => isVague !== true).flatMap(figuresOf));
  return new Set(
    matches.filter((match) => match.isVague === true && figuresOf(match).some((figure) => exactFigures.has(figure))),
  );
}

function figuresOf({ filters }: PhraseMatch): readonly string[] {
  return filters.flatMap(({ name }) => {
    const [, figure = ''] = /^m(?:in|ax)([A-Z]\w+)$/.exec(name) ?? [];
    return figure === '' ? [] : [figures[figure] ?? figure];
  });
}
