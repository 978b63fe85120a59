import { readAmountAt } from './amounts.ts';
import {
  type BoundSide,
  comparisonPhrases,
  orNewerPhrases,
  orOlderPhrases,
  subjectPhrases,
  suffixPhrases,
} from './number-words.ts';
import type { FilterName, PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, makePhraseFinder, type Token } from './tokens.ts';

const mostPhrases: readonly string[] = [
  ...orOlderPhrases,
  ...'or less|and less|or lower|and lower|or cheaper|and under|or under|max|maximum|at most|tops|at the most|the most|cap|ceiling|limit'.split(
    '|',
  ),
];
const leastPhrases: readonly string[] = [
  ...orNewerPhrases,
  ...'or more|and more|or higher|and higher|or over|and over|min|minimum|at least|upwards|and upwards|or longer'.split(
    '|',
  ),
];
const findBound = makePhraseFinder([...mostPhrases, ...leastPhrases]);
/** Comparisons after a number: `200k above`, `2018 below`. */
const boundSideByWordAfter: Readonly<Record<string, BoundSide>> = {
  above: 'min',
  below: 'max',
  under: 'max',
  over: 'min',
  up: 'min',
};
/** Bounds that may belong to the number before them or to the number after them: `80k max 5 years old`. */
const eitherSidePattern = /^(?:max|maximum|min|minimum|at most|at least)$/;

/** Words after a time of the COE which show that the COE has no more time left: `1 year left only`. */
const onlyAfterPattern = /^(?:only|nia|just)$/;
const onlyBeforePattern = /^(?:only|just|last|remaining only)$/;
/** Words anywhere in a text which ask for a COE that ends soon. They make a time of the COE a maximum. */
const shortCoePattern = /^(?:expiring|expire|expires|expiry|scrap|scrapping|short|finishing|ending|dying|last)$/;

/**
 * Returns the bound of a number with the side (minimum or maximum) that the words after it mean: `50k or more`, `80k
 * minimum`, `100,000 km max`. A time of the COE without such words is a minimum, unless the text asks for a COE that
 * ends soon: `coe expiring, 1 year left`.
 *
 * @param match the number with its bound
 * @param from the index after the noun of the number
 */
export function applyBoundAfter(
  match: PhraseMatch | null,
  tokens: readonly Token[],
  at: number,
  from: number,
): PhraseMatch | null {
  const [filter, further] = match?.filters ?? [];
  if (match === null || filter === undefined || further !== undefined) return match;
  const [, , figure] = /^(min|max)(Price|Mileage|Depreciation|CoeMonths)$/.exec(filter.name) ?? [];
  const isCompared =
    findLongestPhrase(tokens, from, comparisonPhrases) !== null || /^sub/.test(tokens[from]?.low ?? '');
  if (figure === undefined || isCompared) return match;
  const bound = findSideAfter(tokens, match.next);
  if (bound !== null)
    return { ...match, next: bound.next, filters: [{ ...filter, name: makeFilterName(bound.side, figure) }] };
  if (figure !== 'CoeMonths' || tokens[match.next - 1]?.low.endsWith('+') === true) return match;
  // Every car on sale has at least a few months of COE left, so a few months are meant as a maximum.
  const isFewMonths = Number(filter.value) < 12;
  const hasOnlyWord =
    onlyAfterPattern.test(tokens[match.next]?.low ?? '') || onlyBeforePattern.test(tokens[at - 1]?.low ?? '');
  const isShort =
    hasOnlyWord ||
    isFewMonths ||
    tokens.some(({ low }, index) => (index < at || index >= match.next) && shortCoePattern.test(low));
  return isShort ? { ...match, filters: [{ ...filter, name: 'maxCoeMonths' }] } : match;
}

/**
 * Returns the side of a bound (minimum or maximum) that the words directly after a number mean: `50k or more`, `2018
 * above`.
 */
export function findSideAfter(
  tokens: readonly Token[],
  at: number,
): { readonly side: BoundSide; readonly next: number } | null {
  if (tokens[at - 1]?.isBeforeComma === true) return null;
  const bound = findBound(tokens, at);
  const word = tokens[at]?.low ?? '';
  if (bound === null && Object.hasOwn(boundSideByWordAfter, word) && !isBoundStart(tokens, at + 1))
    return { side: boundSideByWordAfter[word] ?? 'max', next: at + 1 };
  if (bound === null) return null;
  const isOfNext =
    eitherSidePattern.test(bound.phrase) &&
    tokens[bound.next - 1]?.isBeforeComma !== true &&
    isBoundStart(tokens, bound.next);
  return isOfNext ? null : { side: mostPhrases.includes(bound.phrase) ? 'max' : 'min', next: bound.next };
}

/** Moves the noun of a number before the number's bound: `5 yr or more coe` becomes `5 yr coe or more`. */
export function moveNounBeforeBound(tokens: readonly Token[], at: number): readonly Token[] {
  const amount = readAmountAt(tokens, at);
  const bound = amount === null ? null : findBound(tokens, amount.next);
  const noun = bound === null ? null : findLongestPhrase(tokens, bound.next, suffixPhrases);
  if (amount === null || bound === null || noun === null || eitherSidePattern.test(bound.phrase)) return tokens;
  const isOfNext =
    readAmountAt(tokens, noun.next) !== null || findLongestPhrase(tokens, noun.next, comparisonPhrases) !== null;
  const isApart = tokens.slice(at, noun.next - 1).some(({ isBeforeComma }) => isBeforeComma === true);
  if (isOfNext || isApart) return tokens;
  return [
    ...tokens.slice(0, amount.next),
    ...tokens.slice(bound.next, noun.next),
    ...tokens.slice(amount.next, bound.next),
    ...tokens.slice(noun.next),
  ];
}

function isBoundStart(tokens: readonly Token[], at: number): boolean {
  return readAmountAt(tokens, at) !== null || findLongestPhrase(tokens, at, subjectPhrases) !== null;
}

function makeFilterName(side: BoundSide, figure: string): FilterName {
  return `${side}${figure}` as FilterName;
}
