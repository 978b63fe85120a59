import { readAmountInWordsAt, scaleByWord, unitsInWords } from './amounts-in-words.ts';
import type { Token } from './tokens.ts';

/** A typed number with its unit and scale. */
export type Amount = {
  readonly value: number;
  /** The number as typed, without its scale: 1.5 in `1.5m` and in `1.5 to 2 million`. */
  readonly typedNumber: number;
  /** Whether the number has a currency sign or word. */
  readonly hasCurrency: boolean;
  /**
   * Whether the number has a scale (`k`, `m`) or thousands separators. A number with a scale or separators is neither a
   * year nor a model.
   */
  readonly hasScaleOrSeparators: boolean;
  /** The factor of the number's scale. In `between 100 and 150k` the first number means 100k. */
  readonly scale: number;
  readonly unit: 'km' | 'years' | 'months' | null;
  /** Whether `sub` precedes the number, as in `sub-100k`. */
  readonly isBelow: boolean;
  /** The period of an amount, as in `12k/yr`. */
  readonly period: 'year' | 'month' | null;
  /** Whether the sign `+` follows the number, as in `2019+`. */
  readonly isLowerBound: boolean;
  readonly next: number;
};

const number =
  /^(sub-?)?(s\$|us\$|sgd|\$)?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,3})?(k|m|mil|mio|million|thousand)?(kms?|miles?|mi|yrs?|years?|y|mths?|months?)?(\+{1,3})?(?:\/(yr|year|annum|mth|month|mo|mnth)|pa)?$/;
const monthPattern =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;
const yearPattern = /^(?:19|20)\d\d\+?$/;
const kilometresPerMile = 1.609_344;
const mileWordPattern = /^(?:miles?|mi)$/;
const factorByScaleWord: Readonly<Record<string, number>> = { ...scaleByWord, m: 1e6, mio: 1e6 };
/**
 * Words that multiply a number. The letter `m` alone does not multiply a number, because of names such as `2.0 M
 * Sport`.
 */
const scaleWords = new Set(['k', 'thousand', 'grand', 'mil', 'mio', 'million']);
const currencyPrefixes = new Set(['$', 's$', 'sgd']);
const currencySuffixes = new Set(['dollars', 'bucks', 'sgd']);

/** The amount at a token: `$150k`, `150 k`, `1.2m`, `80,000 km`, `5 years`. */
export function readAmountAt(tokens: readonly Token[], at: number): Amount | null {
  const hasCurrencyPrefix = currencyPrefixes.has(tokens[at]?.low ?? '');
  let next = hasCurrencyPrefix ? at + 1 : at;
  // No filter uses the month of a year, so the month is skipped: `between January 2021 and June 2022`.
  if (monthPattern.test(tokens[next]?.low ?? '') && yearPattern.test(tokens[next + 1]?.low ?? '')) next += 1;
  const amountInWords = readAmountInWordsAt(tokens, next);
  if (amountInWords !== null) {
    const hasCurrencyWord = currencySuffixes.has(tokens[amountInWords.next]?.low ?? '');
    const plainAmount = { scale: 1, unit: null, period: null, isBelow: false, isLowerBound: false };
    const unit = findUnitByWord(tokens[amountInWords.next]?.low);
    return {
      ...plainAmount,
      value: amountInWords.value,
      typedNumber: amountInWords.value,
      unit: unit === 'km' ? unit : null,
      hasCurrency: hasCurrencyPrefix || hasCurrencyWord,
      hasScaleOrSeparators: true,
      next: hasCurrencyWord || unit === 'km' ? amountInWords.next + 1 : amountInWords.next,
    };
  }
  const match = number.exec(tokens[next]?.low ?? '') ?? readTimeInWords(tokens, next);
  if (match === null) return null;
  const [, below, sign, digits = '', fraction = '', ownScale, ownUnit, plus, ownPeriod] = match;
  next += 1;
  let scaleWord = ownScale;
  if (scaleWord === undefined && ownUnit === undefined && scaleWords.has(tokens[next]?.low ?? '')) {
    scaleWord = tokens[next]?.low;
    next += 1;
  }
  let isPerYear = false;
  let hasPlus = plus !== undefined;
  let unit = findUnitByWord(ownUnit);
  if (unit === null && tokens[next]?.low !== 'y') {
    const word = tokens[next]?.low;
    // In `below 30000 year 2022` the word `year` belongs to the year after it.
    const isOfYear = /^years?$/.test(word ?? '') && yearPattern.test(tokens[next + 1]?.low ?? '');
    unit = isOfYear ? null : findUnitByWord(word?.replace(/\/(?:yr|year|annum)$/, ''));
    if (unit !== null && word?.includes('/') === true) isPerYear = true;
    if (unit !== null) {
      hasPlus ||= tokens[next]?.low.endsWith('+') === true;
      next += 1;
    }
  }
  let money = hasCurrencyPrefix || sign !== undefined;
  if (unit === null && currencySuffixes.has(tokens[next]?.low ?? '')) {
    money = true;
    next += 1;
  }
  const scale = scaleWord === undefined ? 1 : (factorByScaleWord[scaleWord] ?? 1);
  const isMiles =
    mileWordPattern.test(ownUnit ?? '') || (ownUnit === undefined && mileWordPattern.test(tokens[next - 1]?.low ?? ''));
  const factor = isMiles ? scale * kilometresPerMile : scale;
  const value = Math.round(Number(digits.replaceAll(',', '') + fraction) * factor);
  const period = isPerYear ? 'year' : ownPeriod === undefined ? null : /^m/.test(ownPeriod) ? 'month' : 'year';
  const hasScaleOrSeparators = scale > 1 || digits.includes(',');
  return {
    value,
    typedNumber: Number(digits.replaceAll(',', '') + fraction),
    hasCurrency: money,
    hasScaleOrSeparators,
    scale,
    unit,
    period,
    isBelow: below !== undefined,
    isLowerBound: hasPlus,
    next,
  };
}

/** The numbers from zero to ten in words, each at its own index. */
export const smallNumbers: readonly string[] = unitsInWords.slice(0, 11);

/** Reads the number of `five years` and `six months`. A number in words before other words may be a part of a name. */
function readTimeInWords(tokens: readonly Token[], at: number): RegExpExecArray | null {
  const value = smallNumbers.indexOf(tokens[at]?.low ?? '');
  const unit = findUnitByWord(tokens[at + 1]?.low);
  return value < 1 || (unit !== 'years' && unit !== 'months') ? null : number.exec(String(value));
}

/** Whether an amount has four digits without unit, scale or currency, in the range of years. */
export function isYear(amount: Amount): boolean {
  return (
    !amount.hasCurrency &&
    !amount.hasScaleOrSeparators &&
    amount.unit === null &&
    amount.value >= 1950 &&
    amount.value <= 2099
  );
}

function findUnitByWord(word: string | undefined): Amount['unit'] {
  if (word === undefined) return null;
  if (/^(?:kms?|kilomet(?:er|re)s?|miles?|mi)$/.test(word)) return 'km';
  if (/^(?:yrs?|years?|y)\+?$/.test(word)) return 'years';
  return /^(?:mths?|months?)\+?$/.test(word) ? 'months' : null;
}
