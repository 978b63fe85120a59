import { type Amount, readAmountAt } from './amounts.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Verbs that say how long a car is kept or lasts. */
const lastingPhrases: readonly string[] = [
  ...['tahan', 'last', 'lasts', 'lasting', 'survive', 'endure'].flatMap((verb) =>
    ['', 'can ', 'to ', 'will ', 'must ', 'should ', 'able to '].map((before) => before + verb),
  ),
  ...['drive', 'use', 'keep', 'own', 'run'].flatMap((verb) =>
    ['for', 'it for', 'the car for', 'another', 'at least', 'it at least', 'about'].map((after) => `${verb} ${after}`),
  ),
  ...['drive', 'use', 'keep'].map((verb) => `can ${verb}`),
  'good for',
  'for the next',
  'for another',
];
/** Words before `for 3 years` which name the car that the buyer wants to use for this time. */
const carWordPattern =
  /^(?:cars?|vehicles?|rides?|suvs?|crossovers?|sedans?|saloons?|hatchbacks?|mpvs?|minivans?|wagons?|estates?|coupes?|convertibles?|evs?|hybrids?)$/;
/** Words before the car which show that the time has passed, or that it is the time of the COE: `my car for 3 years`. */
const wordBeforeOtherCarPattern = /^(?:my|our|his|her|their|the|this|that|same|current|own|coe|warranty)$/;
/** Words near `for 3 years` which show that it is the time of something else, or that it has passed. */
const otherTimePattern =
  /^(?:loans?|financ(?:e|ing)|instal{1,2}ments?|tenure|repay(?:ment)?|lease|leasing|rent|rental|warranty|insurance|licen[cs]e|had|owned|drove|driven|driving|been)$/;
/** How many words before and after `for` are read for such words. */
const wordsNear = 6;
const fillers = [
  'me',
  'us',
  'for',
  'at least',
  'about',
  'around',
  'another',
  'the next',
  'next',
  'min',
  'minimum',
  'maybe',
  'a',
];
/** Words before `last 3 years` which show that the years have passed. */
const wordBeforePastPattern = /^(?:the|in|within|of|from|past|since|over|my|these|those)$/;
/** Words after a time that is not how long the car must last. In `for 3 years until 2029` the year says it better. */
const wordAfterOtherTimePattern =
  /^(?:old|ago|warranty|loan|servicing|driver|licen[cs]e|back|record|history|until|till|til)$/;
const monthsOfYear = 12;
/** How many years a word means. */
const yearsByPhrase: Readonly<Record<string, number>> = {
  'couple of years': 2,
  'couple years': 2,
  'few years': 3,
  'few more years': 3,
  'long time': 5,
  'many years': 5,
};

/**
 * Reads how long a car must last: `can tahan 3 years`, `can last 5 years`, `drive for 4 years`. A car may be driven in
 * Singapore as long as its COE lasts, so at least this much COE must be left. In `lasts 3 to 5 years` the first number
 * counts. In `car for 3 to 5 years` the second counts, because the buyer may use the car so long.
 */
export function readLastingAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const verb = findLongestPhrase(tokens, at, lastingPhrases) ?? findForAfterCarAt(tokens, at);
  if (verb === null || (/^last$/.test(verb.phrase) && wordBeforePastPattern.test(tokens[at - 1]?.low ?? '')))
    return null;
  let from = verb.next;
  for (let filler = findLongestPhrase(tokens, from, fillers); filler !== null; ) {
    from = filler.next;
    filler = findLongestPhrase(tokens, from, fillers);
  }
  const yearsInWordsMatch = findLongestPhrase(tokens, from, Object.keys(yearsByPhrase));
  if (yearsInWordsMatch !== null)
    return match(yearsInWordsMatch.next, (yearsByPhrase[yearsInWordsMatch.phrase] ?? 0) * monthsOfYear);
  const isRange = /^(?:to|-|or)$/.test(tokens[from + 1]?.low ?? '') && /^\d{1,2}$/.test(tokens[from]?.low ?? '');
  const isUse = verb.phrase.startsWith('for');
  const [, joinedFirst, joinedLast] = /^(\d{1,2})-(\d{1,2})$/.exec(tokens[from]?.low ?? '') ?? [];
  const amount = readMoreYearsAt(tokens, from) ?? readAmountAt(tokens, isRange ? from + 2 : from);
  if (joinedFirst !== undefined) {
    const hasYearUnit = /^(?:years?|yrs?)$/.test(tokens[from + 1]?.low ?? '');
    return hasYearUnit ? match(from + 2, Number(isUse ? joinedLast : joinedFirst) * monthsOfYear) : null;
  }
  if (amount === null || (amount.unit !== 'years' && amount.unit !== 'months')) return null;
  const next = /^(?:more|longer|or|at)$/.test(tokens[amount.next]?.low ?? '')
    ? findIndexAfterMore(tokens, amount.next)
    : amount.next;
  if (wordAfterOtherTimePattern.test(tokens[next]?.low ?? '')) return null;
  const value = isRange && !isUse ? Number(tokens[from]?.low) : amount.value;
  return match(next, amount.unit === 'years' ? value * monthsOfYear : value);
}

/** Finds `for` in `car for 3 years` and `suv for 4 years`, where it begins the time for which the buyer uses the car. */
function findForAfterCarAt(
  tokens: readonly Token[],
  at: number,
): { readonly phrase: string; readonly next: number } | null {
  if (tokens[at]?.low !== 'for' || !carWordPattern.test(tokens[at - 1]?.low ?? '')) return null;
  if (wordBeforeOtherCarPattern.test(tokens[at - 2]?.low ?? '')) return null;
  const nearTokens = tokens.slice(Math.max(0, at - wordsNear), at + wordsNear + 1);
  return nearTokens.some(({ low }) => otherTimePattern.test(low)) ? null : { phrase: 'for', next: at + 1 };
}

/** Reads `5 more years`. */
function readMoreYearsAt(tokens: readonly Token[], at: number): Amount | null {
  const [number, more, unit] = tokens.slice(at, at + 3);
  return number !== undefined && unit !== undefined && more?.low === 'more' ? readTime([number, unit], at + 3) : null;
}

function readTime(timeTokens: readonly Token[], next: number): Amount | null {
  const amount = readAmountAt(timeTokens, 0);
  return amount === null || amount.next < timeTokens.length ? null : { ...amount, next };
}

/** The index after `more`, `or more` or `at least`, when one of them follows the time. */
function findIndexAfterMore(tokens: readonly Token[], at: number): number {
  return findLongestPhrase(tokens, at, ['more', 'longer', 'or more', 'or longer', 'at least'])?.next ?? at;
}

/** The longest time, in months, that a COE lasts from its first registration or renewal. */
const coeMonthsMaximum = 120;

function match(next: number, months: number): PhraseMatch | null {
  if (months < 1 || months > coeMonthsMaximum) return null;
  return { next, filters: [{ name: 'minCoeMonths', value: String(months) }] };
}
