import { readAmountAt } from './amounts.ts';
import { approximationWords, type BoundSide, comparisonPhrases, comparisons } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const agePhrases: readonly string[] = 'age|car age|age of car|vehicle age|aged|car is|car not|year old|years old'.split(
  '|',
);
/** Phrases before a number of years that make it the maximum age. */
const maximumAgePhrases: readonly string[] =
  'nothing older than|none older than|nothing over|not older than|no older than|not older then|younger than|newer than|not over|not exceeding|not more than|no more than|within|less than|below|under|max|maximum|at most|up to'.split(
    '|',
  );
/** Phrases that only belong to an age, also without the word `age` or `old`. */
const ageOnlyPattern = /^(?:no|not|nothing|none) older|^younger|^newer/;
/** Bounds after the number: `5 years old max`, `8 years or older`. */
const sidesByBoundPhrase: Readonly<Record<string, BoundSide>> = {
  max: 'max',
  maximum: 'max',
  'at most': 'max',
  tops: 'max',
  'or less': 'max',
  'or younger': 'max',
  'or newer': 'max',
  'and newer': 'max',
  'and younger': 'max',
  'and below': 'max',
  'and under': 'max',
  'or below': 'max',
  'or under': 'max',
  'or older': 'min',
  'and older': 'min',
  'and above': 'min',
  'or above': 'min',
  above: 'min',
  'n above': 'min',
  '& above': 'min',
  'and over': 'min',
  'or over': 'min',
  'or more': 'min',
  min: 'min',
  'at least': 'min',
  onwards: 'min',
};
/** Words which show that the years in a text may be those of something other than a car. */
const otherYearWordPattern =
  /^(?:coe|parf|left|remaining|balance|warranty|loan|tenure|lifespan|expir[a-z]*|use|keep|drive|last|valid|instal[a-z]*|renew[a-z]*)$/;
const boundPhrases = Object.keys(sidesByBoundPhrase);
const oldPhrases = ['old', 'of age', 'old car', 'old cars', 'of use', 'years old'];

/**
 * Reads the age of a car in full years since its registration: `5 years old max`, `not more than 6 years old`, `not
 * older than 5 years`, `age below 8`, `5 to 7 years old`. A car of at most five years has completed at most four full
 * years; its fifth year is not over.
 */
export function readAgeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, agePhrases);
  const from = subject?.next ?? at;
  const range = readAgeRangeAt(tokens, from, subject !== null && /age/.test(subject.phrase));
  if (range !== null) return range;
  const comparisonPhrase = findLongestPhrase(tokens, from, [
    ...comparisonPhrases,
    ...maximumAgePhrases,
    ...approximationWords,
  ]);
  const amount = readAmountAt(tokens, comparisonPhrase?.next ?? from);
  const isAgeNoun = subject !== null && /age/.test(subject.phrase);
  if (amount === null || amount.value > 40 || amount.hasCurrency || amount.hasScaleOrSeparators) return null;
  if (amount.unit !== 'years' && !(isAgeNoun && amount.unit === null)) return null;
  const oldPhrase = findLongestPhrase(tokens, amount.next, oldPhrases);
  const boundPhrase = findLongestPhrase(tokens, oldPhrase?.next ?? amount.next, boundPhrases);
  const followingOldPhrase =
    oldPhrase ?? (boundPhrase === null ? null : findLongestPhrase(tokens, boundPhrase.next, oldPhrases));
  const next = Math.max(boundPhrase?.next ?? 0, followingOldPhrase?.next ?? 0, amount.next);
  const phrase = comparisonPhrase?.phrase ?? '';
  // In a text without a COE, years with a bound after them are the age of the car: `10 yrs above`.
  const isBoundWithoutContext =
    boundPhrase !== null && comparisonPhrase === null && !tokens.some(({ low }) => otherYearWordPattern.test(low));
  const isAge = isAgeNoun || followingOldPhrase !== null || isBoundWithoutContext || ageOnlyPattern.test(phrase);
  if (!isAge || /^coe$/.test(tokens[next]?.low ?? '')) return null;
  if (approximationWords.includes(phrase)) {
    return {
      next,
      filters: [
        { name: 'minYearsOfUse', value: String(Math.max(0, amount.value - 1)) },
        { name: 'maxYearsOfUse', value: String(amount.value + 1) },
      ],
    };
  }
  if (/^older/.test(phrase) || (boundPhrase !== null && sidesByBoundPhrase[boundPhrase.phrase] === 'min'))
    return { next, filters: [{ name: 'minYearsOfUse', value: String(amount.value) }] };
  const isMaximumAge =
    maximumAgePhrases.includes(phrase) || boundPhrase !== null || comparisons[phrase]?.side === 'max';
  if (comparisonPhrase !== null && !isMaximumAge)
    return { next, filters: [{ name: 'minYearsOfUse', value: String(amount.value) }] };
  // `5 years old` without a bound also includes a car whose fifth anniversary has passed.
  const years = comparisonPhrase === null && boundPhrase === null && !isAgeNoun ? amount.value : amount.value - 1;
  return { next, filters: [{ name: 'maxYearsOfUse', value: String(Math.max(0, years)) }] };
}

/** Reads an age from one number of years to another: `3-5 years old`, `between 5 and 7 yrs old`, `age 4 to 6`. */
function readAgeRangeAt(tokens: readonly Token[], at: number, isAgeNoun: boolean): PhraseMatch | null {
  const rangeWordMatch = findLongestPhrase(tokens, at, ['between', 'from', 'around', 'about']);
  const from = rangeWordMatch?.next ?? at;
  const [, low, high, unit] = /^(\d{1,2})-(\d{1,2})(yrs?|years?|y)?$/.exec(tokens[from]?.low ?? '') ?? [];
  const twoNumbers = low === undefined ? readTwoNumbersAt(tokens, from) : { low, high: high ?? '', next: from + 1 };
  if (twoNumbers === null) return null;
  const unitMatch =
    unit === undefined ? findLongestPhrase(tokens, twoNumbers.next, yearWords) : { next: twoNumbers.next };
  const oldPhrase = findLongestPhrase(tokens, unitMatch?.next ?? twoNumbers.next, oldPhrases);
  if (!isAgeNoun && (unitMatch === null || oldPhrase === null)) return null;
  const bounds = [Number(twoNumbers.low), Number(twoNumbers.high)].toSorted((a, b) => a - b);
  return {
    next: oldPhrase?.next ?? unitMatch?.next ?? twoNumbers.next,
    filters: [
      { name: 'minYearsOfUse', value: String(bounds[0]) },
      { name: 'maxYearsOfUse', value: String(bounds[1]) },
    ],
  };
}

const yearWords = ['years', 'year', 'yrs', 'yr', 'y'];

/** Two numbers with a word between them. The first number may have its own unit: `5 years to 7 years old`. */
function readTwoNumbersAt(
  tokens: readonly Token[],
  at: number,
): { readonly low: string; readonly high: string; readonly next: number } | null {
  const [, low] = /^(\d{1,2})(?:yrs?|years?|y)?$/.exec(tokens[at]?.low ?? '') ?? [];
  const unit = findLongestPhrase(tokens, at + 1, yearWords);
  const joiningPhrase = findLongestPhrase(tokens, unit?.next ?? at + 1, ['to', 'and', 'or', '-', 'till']);
  const [, high] = /^(\d{1,2})$/.exec(tokens[joiningPhrase?.next ?? tokens.length]?.low ?? '') ?? [];
  return low === undefined || high === undefined || joiningPhrase === null
    ? null
    : { low, high, next: joiningPhrase.next + 1 };
}
