import { type Amount, isYear, readAmountAt } from './amounts.ts';
import {
  ambiguousComparisons,
  approximation,
  aroundWords,
  type BoundComparison,
  comparisonPhrases,
  comparisons,
  downpaymentPhrases,
  instalmentPhrases,
  type NumberSubject,
  orNewer,
  orOlder,
  type Side,
  subjectPhrases,
  subjects,
  subjectsBySuffix,
  suffixPhrases,
} from './number-words.ts';
import type { Filter, PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, matchesPhraseAt, type Token } from './tokens.ts';

/** Reads the bounds of a number: `under 150k`, `between 2015 and 2018`, `5 years coe left`, `2019 or newer`. */
export function readNumbersAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const found =
    readRangeAt(tokens, at) ?? readAroundAt(tokens, at) ?? readBoundAt(tokens, at) ?? boundedYearAt(tokens, at);
  return found !== null && isOfCoe(tokens, at, found) ? null : found;
}

/** Whether a year belongs to the COE or to a warranty. In `coe till 2030` the year is not the year of purchase. */
function isOfCoe(tokens: readonly Token[], at: number, { filters }: PhraseMatch): boolean {
  return (
    filters.some(({ name }) => name.endsWith('Year')) &&
    [1, 2].some((tokensBack) => /^(?:coe|warranty|tax|inspection)$/.test(tokens[at - tokensBack]?.low ?? ''))
  );
}

function readBoundAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, subjectPhrases);
  const compared = findLongestPhrase(tokens, subject?.next ?? at, comparisonPhrases);
  const amount = readAmountAt(tokens, compared?.next ?? subject?.next ?? at);
  if (amount === null) return null;
  const suffix = findLongestPhrase(tokens, amount.next, suffixPhrases);
  const statedSubject =
    subject === null ? (suffix === null ? null : subjectsBySuffix[suffix.phrase]) : subjects[subject.phrase];
  const next =
    suffix !== null && (statedSubject === subjectsBySuffix[suffix.phrase] || subject === null)
      ? suffix.next
      : amount.next;
  const comparison = amount.isBelow ? comparisons.sub : compared === null ? undefined : comparisons[compared.phrase];
  const monthlyWord = findLongestPhrase(tokens, amount.next, instalmentPhrases);
  const isInstalment = [1, 2].some((tokensBack) =>
    /^(?:monthly|instal?lments?)$/.test(tokens[at - tokensBack]?.low ?? ''),
  );
  if (statedSubject === 'Depreciation' && (amount.period === 'month' || monthlyWord !== null)) {
    const yearly = { ...amount, value: amount.value * 12 };
    return {
      next: monthlyWord?.next ?? amount.next,
      filters: [boundFilter(comparison ?? { side: 'max' }, 'Depreciation', yearly)],
    };
  }
  const downpaymentWord = findLongestPhrase(tokens, amount.next, downpaymentPhrases);
  const isOtherPayment =
    monthlyWord !== null || isInstalment || downpaymentWord !== null || followsDownpayment(tokens, at);
  if (amount.period === 'month' || (amount.unit === null && isOtherPayment)) {
    return { next: (monthlyWord ?? downpaymentWord)?.next ?? amount.next, filters: [], words: 'dropped' };
  }
  if (amount.unit === 'km' && amount.value >= 1000) {
    const yearlyWord = findLongestPhrase(tokens, amount.next, [
      'a year',
      'per year',
      'per annum',
      'yearly',
      'annually',
      'each year',
    ]);
    if (yearlyWord !== null || amount.period === 'year') {
      const side = comparison?.side ?? 'max';
      return {
        next: yearlyWord?.next ?? amount.next,
        filters: [{ name: `${side}YearlyMileage`, value: String(amount.value) }],
      };
    }
  }
  const numberSubject = kindOf(amount, statedSubject ?? (amount.period === 'year' ? 'Depreciation' : null));
  if (amount.unit === 'years' && (statedSubject === null || statedSubject === undefined)) {
    const isAge = tokens[next]?.low === 'old';
    const isYoung = findLongestPhrase(tokens, next, [
      'or newer',
      'or younger',
      'and newer',
      'old or newer',
      'old or less',
    ]);
    const side = comparison?.side ?? 'max';
    if (isYoung !== null) return { next: isYoung.next, filters: [youngerThan(amount.value)] };
    if (comparison?.side === 'max' && comparison.years !== true) {
      return { next: isAge ? next + 1 : next, filters: [youngerThan(amount.value)] };
    }
    if (isAge && comparison?.years === true) return { next: next + 1, filters: [youngerThan(amount.value)] };
    if (isAge) return { next: next + 1, filters: [yearBoundOfAge(side, amount.value)] };
  }
  // `within 5 km` is a distance and not a mileage.
  if (numberSubject === null && amount.unit === 'km') return { next, filters: [], words: 'dropped' };
  if (numberSubject === null) {
    // `under 150` and `budget 80` mean thousands of dollars.
    const isPrice = statedSubject === 'Price' || (compared !== null && comparison?.side === 'max' && !statedSubject);
    if (!isPrice || comparison?.years === true || !isThousands(amount)) return null;
    const side = comparison ?? { side: 'max' };
    return { next, filters: [boundFilter(side, 'Price', { ...amount, value: amount.value * 1000 })] };
  }
  if (numberSubject === 'Year') {
    if (comparison === undefined) {
      if (subject === null) return null;
      return boundedYearAt(tokens, compared?.next ?? subject.next) ?? yearOf(amount, next);
    }
    // `under 2015` may mean dollars.
    const isAmbiguous = compared !== null && ambiguousComparisons.has(compared.phrase) && comparison.side === 'max';
    if (isAmbiguous && statedSubject !== 'Year') return null;
    return { next, filters: [boundFilter(comparison, 'Year', amount)] };
  }
  if (comparison?.years === true) return null;
  if (comparison !== undefined) return { next, filters: [boundFilter(comparison, numberSubject, amount)] };
  if (amount.orMore) return { next, filters: [boundFilter({ side: 'min' }, numberSubject, amount)] };
  // Without a comparison word, only these quantities imply a bound: a lower bound for the COE, an upper bound for the
  // others.
  if (numberSubject === 'CoeMonths') return { next, filters: [boundFilter({ side: 'min' }, numberSubject, amount)] };
  if (
    numberSubject === 'Mileage' ||
    numberSubject === 'Depreciation' ||
    subject?.phrase.includes('budget') === true ||
    amount.money
  ) {
    return { next, filters: [boundFilter({ side: 'max' }, numberSubject, amount)] };
  }
  // An amount without further words is a budget: `suv 150k`. A smaller number may be a model.
  return amount.value >= smallestBudget
    ? { next, filters: [boundFilter({ side: 'max' }, numberSubject, amount)] }
    : null;
}

/** Whether the amount is a part of the price that is paid first: `downpayment 20k`, but not `no deposit under 80k`. */
function followsDownpayment(tokens: readonly Token[], at: number): boolean {
  return downpaymentPhrases.some((phrase) => {
    const from = at - phrase.split(' ').length;
    return (
      from >= 0 && matchesPhraseAt(tokens, from, phrase) === at && !noDownpayment.test(tokens[from - 1]?.low ?? '')
    );
  });
}

/** Words before `downpayment` which show that its amount is not typed. */
const noDownpayment = /^(?:no|zero|0|low|without|full|any)$/;

/** Smallest amount, in dollars, that is read as a budget when no other word gives its meaning. */
const smallestBudget = 10_000;

function yearBoundOfAge(side: Side, years: number): Filter {
  return { name: `${side}YearsOfUse`, value: String(years) };
}

/** The years of use are full years: a car of less than five years has at most four. */
function youngerThan(years: number): Filter {
  return yearBoundOfAge('max', Math.max(0, years - 1));
}

function isThousands({ value, unit, large, period: per }: Amount): boolean {
  return value >= 10 && value < 1000 && unit === null && !large && per === null;
}

/**
 * Reads an approximate number: `around 80k` means a tenth below to a tenth above, `about 2019` one year below to one
 * year above.
 */
function readAroundAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, subjectPhrases);
  const aroundWord = findLongestPhrase(tokens, subject?.next ?? at, aroundWords);
  const amount = aroundWord === null ? null : readAmountAt(tokens, aroundWord.next);
  if (amount === null) return null;
  const suffix = findLongestPhrase(tokens, amount.next, suffixPhrases);
  const statedSubject =
    suffix === null ? (subject === null ? null : subjects[subject.phrase]) : subjectsBySuffix[suffix.phrase];
  const next = suffix?.next ?? amount.next;
  if (findLongestPhrase(tokens, amount.next, instalmentPhrases) !== null || amount.period === 'month') return null;
  const value = isThousands(amount) && (statedSubject ?? 'Price') === 'Price' ? amount.value * 1000 : amount.value;
  const numberSubject = kindOf({ ...amount, value }, statedSubject ?? null);
  if (numberSubject === null || numberSubject === 'CoeMonths') return null;
  const margin = numberSubject === 'Year' ? 1 : Math.round(value * approximation);
  return {
    next,
    filters: [
      { name: `min${numberSubject}`, value: String(value - margin) },
      { name: `max${numberSubject}`, value: String(value + margin) },
    ],
  };
}

/** Maximum length of a token with two numbers and a dash between them, in characters: `2015-2018`. */
const longestRange = 60;

function readRangeAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, subjectPhrases);
  let from = subject?.next ?? at;
  const aroundWord = findLongestPhrase(tokens, from, ['between', 'from']);
  from = aroundWord?.next ?? from;
  const word = tokens[from]?.low ?? '';
  const splitNumbers = word.length > longestRange ? null : /^(.*\d[a-z]*)-(\$?\d.*)$/.exec(word);
  const splitTokens =
    splitNumbers === null
      ? null
      : [splitNumbers[1], splitNumbers[2]].map((low) => ({ from: 0, to: 0, name: '', low: low ?? '' }));
  const low = readAmountAt(splitTokens ?? tokens, splitTokens === null ? from : 0);
  if (low === null) return null;
  const joiningWord = splitTokens === null ? findLongestPhrase(tokens, low.next, ['and', 'to', '-', 'till']) : null;
  if (splitTokens === null && joiningWord === null) return null;
  if (joiningWord?.phrase === 'and' && aroundWord?.phrase !== 'between') return null;
  // A unit after the second number may belong to the first number as well, so both numbers are read together.
  const high =
    splitTokens === null
      ? readAmountAt(tokens, joiningWord?.next ?? 0)
      : readAmountAt([...splitTokens, ...tokens.slice(from + 1)], 1);
  if (high === null) return null;
  const indexAfter = splitTokens === null ? high.next : from + high.next - 1;
  const suffix = findLongestPhrase(tokens, indexAfter, suffixPhrases);
  const statedSubject =
    subject === null
      ? suffix === null
        ? null
        : (subjectsBySuffix[suffix.phrase] ?? null)
      : (subjects[subject.phrase] ?? null);
  const areThousands =
    isThousands(low) && isThousands(high) && (statedSubject === 'Price' || (aroundWord !== null && !statedSubject));
  if (areThousands) {
    return {
      next: indexAfter,
      filters: spanFilters('Price', { ...low, value: low.value * 1000 }, { ...high, value: high.value * 1000 }),
    };
  }
  const lowest =
    low.scale === 1 && low.value < 1000 && high.scale > 1 ? { ...low, value: low.value * high.scale } : low;
  const numberSubject = kindOf(high, statedSubject);
  if (numberSubject === null || (numberSubject === 'Year') !== isYear(low)) return null;
  // `2008 to 3008` may be two models.
  if (numberSubject === 'Price' && !high.money && !high.large && aroundWord === null && statedSubject === null)
    return null;
  const next = suffix !== null && subjectsBySuffix[suffix.phrase] === numberSubject ? suffix.next : indexAfter;
  return { next, filters: spanFilters(numberSubject, { ...lowest, unit: low.unit ?? high.unit }, high) };
}

/** Both bounds of a range. The smaller number is the lower bound, also when it was typed second. */
function spanFilters(numberSubject: NumberSubject, first: Amount, second: Amount): readonly Filter[] {
  const [low, high] = first.value <= second.value ? [first, second] : [second, first];
  return [boundFilter({ side: 'min' }, numberSubject, low), boundFilter({ side: 'max' }, numberSubject, high)];
}

function boundedYearAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const amount = readAmountAt(tokens, at);
  if (amount === null || !isYear(amount)) return null;
  if (amount.orMore) return { next: amount.next, filters: [boundFilter({ side: 'min' }, 'Year', amount)] };
  const orNewerWord = findLongestPhrase(tokens, amount.next, orNewer);
  if (orNewerWord !== null) return { next: orNewerWord.next, filters: [boundFilter({ side: 'min' }, 'Year', amount)] };
  const orOlderWord = findLongestPhrase(tokens, amount.next, orOlder);
  return orOlderWord === null
    ? null
    : { next: orOlderWord.next, filters: [boundFilter({ side: 'max' }, 'Year', amount)] };
}

/** The quantity that a number measures. The result is null when it is ambiguous. */
function kindOf(amount: Amount, statedSubject: NumberSubject | null): NumberSubject | null {
  const { unit, value } = amount;
  if (statedSubject === 'CoeMonths') return unit === 'years' || unit === 'months' ? 'CoeMonths' : null;
  if (unit === 'years' || unit === 'months') return null;
  if (unit === 'km' || statedSubject === 'Mileage')
    return value >= 1000 && !amount.money && statedSubject !== 'Price' ? 'Mileage' : null;
  if (statedSubject === 'Depreciation') return value >= 1000 ? statedSubject : null;
  if (statedSubject === 'Year') return isYear(amount) ? statedSubject : null;
  if (statedSubject === 'Price') return value >= 1000 ? statedSubject : null;
  if (isYear(amount)) return 'Year';
  return amount.money || value >= 1000 ? 'Price' : null;
}

function boundFilter({ side, strict }: BoundComparison, numberSubject: NumberSubject, amount: Amount): Filter {
  const value = numberSubject === 'CoeMonths' && amount.unit === 'years' ? amount.value * 12 : amount.value;
  const step = strict === true && numberSubject === 'Year' ? 1 : 0;
  return { name: `${side}${numberSubject}`, value: String(side === 'min' ? value + step : value - step) };
}

function yearOf(amount: Amount, next: number): PhraseMatch {
  const value = String(amount.value);
  return {
    next,
    filters: [
      { name: 'minYear', value },
      { name: 'maxYear', value },
    ],
  };
}

/** Reads a year without further words. The caller checks whether it may be the name of a model. */
export function findBareYear(tokens: readonly Token[], at: number): PhraseMatch | null {
  const loneYear = yearAloneAt(tokens, at);
  return loneYear !== null && isOfCoe(tokens, at, loneYear) ? null : loneYear;
}

function yearAloneAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const amount = readAmountAt(tokens, at);
  if (amount === null || !isYear(amount) || amount.value < 1990 || amount.next !== at + 1) return null;
  // When `under 2015` was not understood, `2015` must not be read as a year without `under`.
  if (
    /^(?:under|below|than|max|maximum|upto|to|till|until|within|most|over|above|min|minimum|least|[<>≤≥]=?)$/.test(
      tokens[at - 1]?.low ?? '',
    )
  ) {
    return null;
  }
  if (/^(?:cc|kg|nm|b?hp|ps|mileage|units?|of)$/.test(tokens[amount.next]?.low ?? '')) return null;
  return yearOf(amount, amount.next);
}
