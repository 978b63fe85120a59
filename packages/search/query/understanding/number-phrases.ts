import { findSubject, meansThousands, smallestBudget } from './amount-subjects.ts';
import { type Amount, isYear, readAmountAt } from './amounts.ts';
import { readAroundAt, readOpenAmountAt, readSpelledPriceRangeAt } from './approximate-amounts.ts';
import { applyBoundAfter, findSideAfter, moveNounBeforeBound } from './bound-after.ts';
import { isAfterDownpayment } from './down-payment-phrases.ts';
import {
  ambiguousComparisons,
  approximationWords,
  type BoundComparison,
  type BoundSide,
  comparisonPhrases,
  comparisons,
  instalmentPhrases,
  type NumberSubject,
  orNewerPhrases,
  orOlderPhrases,
  subjectByPhrase,
  subjectPhrases,
  subjectsBySuffix,
  suffixPhrases,
  wordsAfterDownpayment,
} from './number-words.ts';
import type { Filter, PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Reads the bounds of a number: `under 150k`, `between 2015 and 2018`, `5 years coe left`, `2019 or newer`. */
export function readNumbersAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const numberPhrase =
    readOpenAmountAt(tokens, at) ??
    readRangeAt(tokens, at) ??
    readSpelledPriceRangeAt(tokens, at) ??
    readAroundAt(tokens, at) ??
    readBoundAt(tokens, at) ??
    readBoundedYearAt(tokens, at);
  if (numberPhrase === null || isYearOfCoe(tokens, at, numberPhrase)) return null;
  // The word `range` may follow two numbers: `in the 60 to 70 thousand range`.
  const isRange =
    numberPhrase.filters.length > 0 && /^(?:range|bracket|region)$/.test(tokens[numberPhrase.next]?.low ?? '');
  return isRange ? { ...numberPhrase, next: numberPhrase.next + 1 } : numberPhrase;
}

/** Whether a year belongs to the COE or to a warranty. In `coe till 2030` the year is not the year of purchase. */
export function isYearOfCoe(tokens: readonly Token[], at: number, { filters }: PhraseMatch): boolean {
  return (
    filters.some(({ name }) => name.endsWith('Year')) &&
    !/^cars?$/.test(tokens[at - 1]?.low ?? '') &&
    [1, 2].some((tokensBack) => /^(?:coe|warranty|tax|inspection)$/.test(tokens[at - tokensBack]?.low ?? ''))
  );
}

/** Reads one bound. The word for its side (minimum or maximum) may stand after the number. */
function readBoundAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const from = findLongestPhrase(tokens, at, subjectPhrases)?.next ?? at;
  const turnedTokens = moveNounBeforeBound(tokens, from);
  return applyBoundAfter(readBoundBeforeAt(turnedTokens, at), turnedTokens, at, from);
}

function readBoundBeforeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, subjectPhrases);
  const comparisonPhrase = findLongestPhrase(tokens, subject?.next ?? at, comparisonPhrases);
  const amount = readAmountAt(tokens, comparisonPhrase?.next ?? subject?.next ?? at);
  if (amount === null) return null;
  // An income is no price.
  if (/^(?:salary|income|pay|savings?)$/.test(tokens[amount.next]?.low ?? ''))
    return { next: amount.next + 1, filters: [], words: 'dropped' };
  // The number in `under 1.9m wide` is no price.
  const isLength =
    /^\d(?:\.\d+)?m$/.test(tokens[amount.next - 1]?.low ?? '') &&
    lengthWordPattern.test(tokens[amount.next]?.low ?? '');
  if (isLength) return { next: amount.next + 1, filters: [], words: 'dropped' };
  const suffixPhrase = findSuffixAt(tokens, amount);
  const statedSubject =
    subject === null
      ? suffixPhrase === null
        ? null
        : subjectsBySuffix[suffixPhrase.phrase]
      : subjectByPhrase[subject.phrase];
  const next =
    suffixPhrase !== null && (statedSubject === subjectsBySuffix[suffixPhrase.phrase] || subject === null)
      ? suffixPhrase.next
      : amount.next;
  const comparison = amount.isBelow
    ? comparisons.sub
    : comparisonPhrase === null
      ? undefined
      : comparisons[comparisonPhrase.phrase];
  const monthlyWordMatch = findLongestPhrase(tokens, amount.next, instalmentPhrases);
  const isInstalment = [1, 2].some((tokensBack) =>
    /^(?:monthly|instal?lments?)$/.test(tokens[at - tokensBack]?.low ?? ''),
  );
  if (statedSubject === 'Depreciation' && (amount.period === 'month' || monthlyWordMatch !== null)) {
    const yearlyAmount = { ...amount, value: amount.value * 12 };
    return {
      next: monthlyWordMatch?.next ?? amount.next,
      filters: [makeBoundFilter(comparison ?? { side: 'max' }, 'Depreciation', yearlyAmount)],
    };
  }
  const downpaymentWordMatch = findLongestPhrase(tokens, amount.next, wordsAfterDownpayment);
  const isPartialPayment =
    monthlyWordMatch !== null || isInstalment || downpaymentWordMatch !== null || isAfterDownpayment(tokens, at);
  // `0 downpayment` asks for a loan of the whole price.
  if (downpaymentWordMatch !== null && amount.value === 0)
    return {
      next: downpaymentWordMatch.next,
      filters: [],
      words: 'ignored',
      impliedFilters: [{ name: 'sort', value: 'price' }],
      note: 'down payment',
    };
  if (amount.period === 'month' || (amount.unit === null && isPartialPayment)) {
    return {
      next: (monthlyWordMatch ?? downpaymentWordMatch)?.next ?? amount.next,
      filters: [],
      words: 'dropped',
      ...(downpaymentWordMatch === null ? {} : { note: 'down payment' }),
    };
  }
  if (amount.unit === 'km' && amount.value >= 1000) {
    const yearlyWordMatch = findLongestPhrase(tokens, amount.next, [
      'a year',
      'per year',
      'per annum',
      'yearly',
      'annually',
      'each year',
    ]);
    if (yearlyWordMatch !== null || amount.period === 'year') {
      const side = comparison?.side ?? 'max';
      return {
        next: yearlyWordMatch?.next ?? amount.next,
        filters: [{ name: `${side}YearlyMileage`, value: String(amount.value) }],
      };
    }
  }
  const isAfterMileage = /^(?:mileage|milage|km|kms|odo|odometer)$/.test(tokens[at - 1]?.low ?? '');
  const isDistance =
    isAfterMileage &&
    comparisonPhrase !== null &&
    !amount.hasCurrency &&
    !isYear(amount) &&
    amount.value >= 1_000 &&
    amount.value <= largestDistance;
  const defaultSubject = amount.period === 'year' ? 'Depreciation' : isDistance ? 'Mileage' : null;
  const numberSubject = findSubject(amount, statedSubject ?? defaultSubject);
  if (amount.unit === 'years' && (statedSubject === null || statedSubject === undefined)) {
    const hasOldWord = tokens[next]?.low === 'old';
    const youngerPhrase = findLongestPhrase(tokens, next, [
      'or newer',
      'or younger',
      'and newer',
      'old or newer',
      'old or less',
    ]);
    const side = comparison?.side ?? 'max';
    if (youngerPhrase !== null) return { next: youngerPhrase.next, filters: [makeYoungerThanFilter(amount.value)] };
    if (comparison?.side === 'max' && comparison.years !== true) {
      return { next: hasOldWord ? next + 1 : next, filters: [makeYoungerThanFilter(amount.value)] };
    }
    if (hasOldWord && comparison?.years === true)
      return { next: next + 1, filters: [makeYoungerThanFilter(amount.value)] };
    if (hasOldWord) return { next: next + 1, filters: [makeAgeFilter(side, amount.value)] };
  }
  // `within 5 km` is a distance and not a mileage.
  if (numberSubject === null && amount.unit === 'km') {
    const isRange = /^range$/.test(tokens[next]?.low ?? '');
    return { next, filters: [], words: 'dropped', ...(isRange ? { preferredPhrases: ['long range'] } : {}) };
  }
  if (numberSubject === null) {
    // `under 150` and `budget 80` mean thousands of dollars.
    const isPrice =
      statedSubject === 'Price' || (comparisonPhrase !== null && comparison?.side === 'max' && !statedSubject);
    if (!isPrice || comparison?.years === true || !meansThousands(amount)) return null;
    const side = comparison ?? { side: 'max' };
    return { next, filters: [makeBoundFilter(side, 'Price', { ...amount, value: amount.value * 1000 })] };
  }
  if (numberSubject === 'Year') {
    if (comparison === undefined) {
      if (subject === null) return null;
      return readBoundedYearAt(tokens, comparisonPhrase?.next ?? subject.next) ?? makeYearMatch(amount, next);
    }
    // `under 2015` may mean dollars.
    const isAmbiguous =
      comparisonPhrase !== null && ambiguousComparisons.has(comparisonPhrase.phrase) && comparison.side === 'max';
    if (isAmbiguous && statedSubject !== 'Year') return null;
    return { next, filters: [makeBoundFilter(comparison, 'Year', amount)] };
  }
  if (comparison?.years === true) return null;
  if (comparison !== undefined) return { next, filters: [makeBoundFilter(comparison, numberSubject, amount)] };
  if (amount.isLowerBound) return { next, filters: [makeBoundFilter({ side: 'min' }, numberSubject, amount)] };
  // Without a comparison word, only these quantities imply a bound: the COE a lower bound, and each other quantity an
  // upper bound.
  if (numberSubject === 'CoeMonths')
    return { next, filters: [makeBoundFilter({ side: 'min' }, numberSubject, amount)] };
  if (
    numberSubject === 'Mileage' ||
    numberSubject === 'Depreciation' ||
    subject?.phrase.includes('budget') === true ||
    amount.hasCurrency
  ) {
    return { next, filters: [makeBoundFilter({ side: 'max' }, numberSubject, amount)] };
  }
  // An amount without further words is a budget: `suv 150k`. A number below `smallestBudget` may be the name of a
  // model.
  return amount.value >= smallestBudget
    ? { next, filters: [makeBoundFilter({ side: 'max' }, numberSubject, amount)] }
    : null;
}

const lengthWordPattern = /^(?:wide|width|long|length|high|height|tall|in)$/;

/**
 * The noun after an amount. The word `coe` belongs to a time that stands before it: in `below 130k coe more than 6
 * years` the price is 130k.
 */
function findSuffixAt(tokens: readonly Token[], amount: Amount): ReturnType<typeof findLongestPhrase> {
  // In `2019, mileage below 80,000` the word `mileage` belongs to the next number.
  if (tokens[amount.next - 1]?.isBeforeComma === true) return null;
  const suffix = findLongestPhrase(tokens, amount.next, suffixPhrases);
  const isTime = amount.unit === 'years' || amount.unit === 'months';
  if (suffix === null || (subjectsBySuffix[suffix.phrase] === 'CoeMonths' && !isTime)) return null;
  return belongsToNextNumber(tokens, suffix, amount.value) || isOfYear(tokens, amount, suffix) ? null : suffix;
}

/** Whether a noun after a year belongs to the number that follows: `2019 mileage below 80k`. */
export function isOfYear(
  tokens: readonly Token[],
  amount: Amount,
  suffix: { readonly phrase: string; readonly next: number },
): boolean {
  if (!isYear(amount) || subjectByPhrase[suffix.phrase] === undefined) return false;
  const link = findLongestPhrase(tokens, suffix.next, [...comparisonPhrases, ...approximationWords, 'between', 'of']);
  const word = tokens[link?.next ?? suffix.next]?.low ?? '';
  return link !== null || /^\$?\d/.test(word);
}

/** Whether `dep` after a price belongs to the smaller amount that follows: `below 120k dep not more than 25k`. */
function belongsToNextNumber(
  tokens: readonly Token[],
  suffix: { readonly phrase: string; readonly next: number },
  value: number,
): boolean {
  const isApart = tokens[suffix.next - 1]?.isBeforeComma === true;
  if (isApart || subjectByPhrase[suffix.phrase] !== 'Depreciation') return false;
  const words = [...comparisonPhrases, ...approximationWords, 'between', 'of', 'is'];
  const from = findLongestPhrase(tokens, suffix.next, words)?.next ?? suffix.next;
  const [, high = '', scale] = /^\$?[\d.,]+k?-\$?(\d[\d.,]*)(k)?$/.exec(tokens[from]?.low ?? '') ?? [];
  const followingNumber =
    high === ''
      ? readAmountAt(tokens, from)?.value
      : Number(high.replaceAll(',', '')) * (scale === undefined ? 1 : 1_000);
  return followingNumber !== undefined && followingNumber < value;
}

/** Largest amount after `low mileage` that is a distance. A larger amount may be a price. */
const largestDistance = 30_000;

function makeAgeFilter(side: BoundSide, years: number): Filter {
  return { name: `${side}YearsOfUse`, value: String(years) };
}

/** The years of use are full years: a car of less than five years has at most four. */
function makeYoungerThanFilter(years: number): Filter {
  return makeAgeFilter('max', Math.max(0, years - 1));
}

/** Maximum length of a token with two numbers and a dash between them, in characters: `2015-2018`. */
const longestRangeToken = 60;

function readRangeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, subjectPhrases);
  let from = subject?.next ?? at;
  const rangeWordMatch = findLongestPhrase(tokens, from, ['between', 'from']);
  from = rangeWordMatch?.next ?? from;
  const word = tokens[from]?.low ?? '';
  const splitToken = word.length > longestRangeToken ? null : /^(.*\d[a-z]*)-(\$?\d.*)$/.exec(word);
  const numberTokens =
    splitToken === null
      ? null
      : [splitToken[1], splitToken[2]].map((low) => ({ from: 0, to: 0, name: '', low: low ?? '' }));
  const lowAmount = readAmountAt(numberTokens ?? tokens, numberTokens === null ? from : 0);
  if (lowAmount === null) return null;
  const joiningWordMatch =
    numberTokens === null ? findLongestPhrase(tokens, lowAmount.next, ['and', 'to', '-', 'till']) : null;
  if (numberTokens === null && joiningWordMatch === null) return null;
  if (joiningWordMatch?.phrase === 'and' && rangeWordMatch?.phrase !== 'between') return null;
  // A unit after the second number may belong to the first number as well, so both numbers are read together.
  const high =
    numberTokens === null
      ? readAmountAt(tokens, joiningWordMatch?.next ?? 0)
      : readAmountAt([...numberTokens, ...tokens.slice(from + 1)], 1);
  if (high === null) return null;
  const indexAfter = numberTokens === null ? high.next : from + high.next - 1;
  const suffixMatch = findLongestPhrase(tokens, indexAfter, suffixPhrases);
  const suffixPhrase =
    suffixMatch === null || belongsToNextNumber(tokens, suffixMatch, high.value) ? null : suffixMatch;
  const statedSubject =
    subject === null
      ? suffixPhrase === null
        ? null
        : (subjectsBySuffix[suffixPhrase.phrase] ?? null)
      : (subjectByPhrase[subject.phrase] ?? null);
  const areThousands =
    meansThousands(lowAmount) &&
    meansThousands(high) &&
    (statedSubject === 'Price' || (rangeWordMatch !== null && !statedSubject));
  if (areThousands) {
    return {
      next: indexAfter,
      filters: makeRangeFilters(
        'Price',
        { ...lowAmount, value: lowAmount.value * 1000 },
        { ...high, value: high.value * 1000 },
      ),
    };
  }
  const lowestAmount =
    lowAmount.scale === 1 && lowAmount.value < 1000 && high.scale > 1
      ? { ...lowAmount, value: Math.round(lowAmount.typedNumber * high.scale) }
      : lowAmount;
  const numberSubject = findSubject(high, statedSubject);
  if (numberSubject === null || (numberSubject === 'Year') !== isYear(lowAmount)) return null;
  // `2008 to 3008` may be two models.
  if (
    numberSubject === 'Price' &&
    !high.hasCurrency &&
    !high.hasScaleOrSeparators &&
    rangeWordMatch === null &&
    statedSubject === null
  )
    return null;
  const next =
    suffixPhrase !== null && subjectsBySuffix[suffixPhrase.phrase] === numberSubject ? suffixPhrase.next : indexAfter;
  return {
    next,
    filters: makeRangeFilters(numberSubject, { ...lowestAmount, unit: lowAmount.unit ?? high.unit }, high),
  };
}

/**
 * Returns the filters for both bounds of a range. The smaller number is the lower bound, also when it was typed second.
 */
function makeRangeFilters(numberSubject: NumberSubject, firstAmount: Amount, secondAmount: Amount): readonly Filter[] {
  const [low, high] =
    firstAmount.value <= secondAmount.value ? [firstAmount, secondAmount] : [secondAmount, firstAmount];
  return [makeBoundFilter({ side: 'min' }, numberSubject, low), makeBoundFilter({ side: 'max' }, numberSubject, high)];
}

function readBoundedYearAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const amount = readAmountAt(tokens, at);
  if (amount === null || !isYear(amount)) return null;
  if (amount.isLowerBound) return { next: amount.next, filters: [makeBoundFilter({ side: 'min' }, 'Year', amount)] };
  const orNewerMatch = findLongestPhrase(tokens, amount.next, orNewerPhrases);
  if (orNewerMatch !== null)
    return { next: orNewerMatch.next, filters: [makeBoundFilter({ side: 'min' }, 'Year', amount)] };
  const orOlderMatch = findLongestPhrase(tokens, amount.next, orOlderPhrases);
  if (orOlderMatch !== null)
    return { next: orOlderMatch.next, filters: [makeBoundFilter({ side: 'max' }, 'Year', amount)] };
  const bound = findSideAfter(tokens, amount.next);
  return bound === null ? null : { next: bound.next, filters: [makeBoundFilter({ side: bound.side }, 'Year', amount)] };
}

function makeBoundFilter({ side, isStrict }: BoundComparison, numberSubject: NumberSubject, amount: Amount): Filter {
  const value = numberSubject === 'CoeMonths' && amount.unit === 'years' ? amount.value * 12 : amount.value;
  const step = isStrict === true && numberSubject === 'Year' ? 1 : 0;
  return { name: `${side}${numberSubject}`, value: String(side === 'min' ? value + step : value - step) };
}

export function makeYearMatch(amount: Amount, next: number): PhraseMatch {
  const value = String(amount.value);
  return {
    next,
    filters: [
      { name: 'minYear', value },
      { name: 'maxYear', value },
    ],
  };
}
