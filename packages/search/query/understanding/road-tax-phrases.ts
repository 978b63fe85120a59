import { type Amount, readAmountAt } from './amounts.ts';
import {
  approximationShare,
  approximationWords,
  comparisonPhrases,
  comparisons,
  orNewerPhrases,
  orOlderPhrases,
} from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const roadTaxPhrases = [
  'road tax',
  'roadtax',
  'road-tax',
  'yearly road tax',
  'annual road tax',
  'road tax per year',
  'road tax a year',
  'yearly roadtax',
  'annual roadtax',
  'tax',
];
const halfYearPhrases = ['per 6 months', 'for 6 months', '6 monthly', 'half yearly', 'per half year', 'every 6 months'];
const yearPhrases = [
  'a year',
  'a yr',
  'per yr',
  'each year',
  'p.a',
  'pa',
  'per year',
  'yearly',
  'per annum',
  'annually',
  'every year',
  '/year',
  '/yr',
];
const lessPhrases = [...orOlderPhrases, 'or less', 'or lower', 'and less', 'max', 'maximum', 'at most'];
const morePhrases = [...orNewerPhrases, 'or more', 'and more', 'min', 'minimum'];
/** The highest road tax of any car, in dollars. */
const highestTax = 50_000;
/** A higher amount without a comparison is the price of the car. */
const highestPlainTax = 10_000;

/**
 * Reads an amount of road tax: `road tax below 1000`, `less than $800 road tax`, `road tax between 500 and 900`, `road tax
 * 400 for 6 months`. An amount without a comparison is the most that the buyer wants to pay.
 */
export function readRoadTaxAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, roadTaxPhrases);
  const from = subject?.next ?? at;
  const comparison = findLongestPhrase(tokens, from, [
    ...comparisonPhrases,
    ...approximationWords,
    'between',
    'is',
    'of',
  ]);
  const amount = readTaxAmount(tokens, comparison?.next ?? from);
  if (amount === null) return null;
  const joint = findLongestPhrase(tokens, amount.next, ['to', 'and', '-']);
  const second = joint === null ? null : readTaxAmount(tokens, joint.next);
  const isRange = second !== null && (comparison?.phrase === 'between' || joint?.phrase !== 'and');
  const last = isRange ? second : amount;
  const lessPhrase = findLongestPhrase(tokens, last.next, lessPhrases);
  const morePhrase = findLongestPhrase(tokens, last.next, morePhrases);
  const indexAfter = lessPhrase?.next ?? morePhrase?.next ?? last.next;
  const period = findLongestPhrase(tokens, indexAfter, [...halfYearPhrases, ...yearPhrases]);
  const subjectAfterMatch =
    subject === null
      ? findLongestPhrase(tokens, period?.next ?? indexAfter, [
          ...roadTaxPhrases,
          ...roadTaxPhrases.map((phrase) => `for ${phrase}`),
          ...roadTaxPhrases.map((phrase) => `of ${phrase}`),
        ])
      : null;
  if (subject === null && !belongsToRoadTaxAfter(tokens, at, { comparison, last, subjectAfterMatch })) return null;
  const followingPeriodMatch =
    period ??
    (subjectAfterMatch === null
      ? null
      : findLongestPhrase(tokens, subjectAfterMatch.next, [...halfYearPhrases, ...yearPhrases]));
  const next = Math.max(indexAfter, followingPeriodMatch?.next ?? 0, subjectAfterMatch?.next ?? 0);
  const paymentsPerYear =
    followingPeriodMatch !== null && halfYearPhrases.includes(followingPeriodMatch.phrase) ? 2 : 1;
  const dollars = ({ value }: Amount, share = 1) => String(Math.round(value * paymentsPerYear * share));
  if (isRange) {
    return {
      next,
      filters: [
        { name: 'minRoadTax', value: dollars(amount) },
        { name: 'maxRoadTax', value: dollars(second) },
      ],
    };
  }
  const isApproximate = comparison !== null && approximationWords.includes(comparison.phrase);
  const side =
    lessPhrase !== null ? 'max' : morePhrase !== null ? 'min' : (comparisons[comparison?.phrase ?? '']?.side ?? 'max');
  return {
    next,
    filters: [{ name: `${side}RoadTax`, value: dollars(amount, isApproximate ? 1 + approximationShare : 1) }],
  };
}

/** Whether an amount belongs to the `road tax` that follows: not in `below 40k road tax below 800`, nor in `40k, road tax low`. */
function belongsToRoadTaxAfter(
  tokens: readonly Token[],
  at: number,
  {
    comparison,
    last,
    subjectAfterMatch,
  }: {
    readonly comparison: unknown;
    readonly last: Amount;
    readonly subjectAfterMatch: { readonly next: number } | null;
  },
): boolean {
  if (subjectAfterMatch === null || (comparison === null && last.value > highestPlainTax)) return false;
  const isApart = tokens.slice(at, subjectAfterMatch.next - 1).some(({ isBeforeComma }) => isBeforeComma === true);
  const link = findLongestPhrase(tokens, subjectAfterMatch.next, [...comparisonPhrases, ...approximationWords]);
  return !isApart && readTaxAmount(tokens, link?.next ?? subjectAfterMatch.next) === null;
}

function readTaxAmount(tokens: readonly Token[], at: number): Amount | null {
  const amount = readAmountAt(tokens, at);
  return amount === null || amount.unit !== null || amount.value > highestTax || amount.value < 1 ? null : amount;
}
