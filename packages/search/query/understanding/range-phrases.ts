import { type Amount, readAmountAt } from './amounts.ts';
import { approximationWords, comparisonPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Phrases after which kilometres are the range of an electric car, or a distance a day. */
const rangePhrases: readonly string[] =
  'range|range of|range is|driving range|driving range of|with range|with range of|with a range of|battery range|electric range|can go|can drive|can travel|can run|can do|can last|able to go|goes|travels|runs|must go|must do|drive|i drive|driving|commute|travel|i travel|we drive|we travel|clock|i clock|i do|cover|i cover|drives|average|my mileage is|my usage is|usage'.split(
    '|',
  );
const endPhrases: readonly string[] =
  'range|driving range|of range|electric range|battery range|per charge|a charge|one charge|on one charge|on a charge|on a full charge|on full charge|per full charge|full charge|single charge|on a single charge|in one charge|before charging|without charging|or more|and above|and up|range or more|range and above|range on one charge|range per charge'.split(
    '|',
  );
const periodPhrases: readonly string[] =
  'a day|per day|daily|each day|every day|everyday|a week|per week|weekly|every week|each week|a month|per month|monthly|every month|a year|per year|yearly|annually|every year|each year|a yr|per annum|per yr'.split(
    '|',
  );
const rangeWordPattern = /range|charg/;
const otherEnergyPattern = /^(?:petrol|diesel|hybrid)$/;

/** A distance outside these limits, in kilometres, is no range of an electric car. */
const rangeMinimum = 100;
const rangeMaximum = 1_500;
/** The most kilometres that a buyer may drive in a year. */
const distanceMaximum = 200_000;

/** Whether a number after `range` has no unit: `range 400+`, `range above 400`. */
function isRangeWithoutUnit({ unit, value, hasCurrency, hasScaleOrSeparators }: Amount, start = ''): boolean {
  const isNumber = unit === null && !hasCurrency && !hasScaleOrSeparators;
  return isNumber && /range/.test(start) && value >= rangeMinimum && value <= rangeMaximum;
}

/**
 * Reads the range of an electric car: `range more than 400km`, `can go 400 km`, `500 km per charge`. No car states its
 * range, so electric models that are known for a long range come first.
 */
export function readRangeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const start = findLongestPhrase(tokens, at, rangePhrases);
  const comparisonPhrase = findLongestPhrase(tokens, start?.next ?? at, [...comparisonPhrases, ...approximationWords]);
  const amount = readAmountAt(tokens, comparisonPhrase?.next ?? start?.next ?? at);
  if (amount === null || (amount.unit !== 'km' && !isRangeWithoutUnit(amount, start?.phrase))) return null;
  if (amount.value > distanceMaximum) return null;
  const period = findLongestPhrase(tokens, amount.next, periodPhrases);
  const isShort = start === null && comparisonPhrase === null && period !== null && /day|daily/.test(period.phrase);
  const isOfUse = isShort || (start !== null && !/^(?:range|average$)/.test(start.phrase));
  // A buyer who drives far each day needs a car with low consumption.
  if ((period !== null || amount.period !== null) && isOfUse)
    return {
      next: period?.next ?? amount.next,
      filters: [],
      words: 'ignored',
      preferredPhrases: ['is:frugal', 'is:far'],
    };
  const end = findLongestPhrase(tokens, amount.next, endPhrases);
  if (amount.value < rangeMinimum || amount.value > rangeMaximum) return null;
  const isRange =
    (start !== null && !/^(?:i )?(?:driv|commut|travel$)/.test(start.phrase)) ||
    (end !== null && rangeWordPattern.test(end.phrase));
  if (!isRange || tokens.some(({ low }) => otherEnergyPattern.test(low))) return null;
  return {
    next: end?.next ?? amount.next,
    filters: [],
    words: 'ignored',
    impliedFilters: [{ name: 'fuel', value: 'electric' }],
    preferredPhrases: ['is:far', 'long range'],
    note: 'range',
  };
}
