import { highestPriceForInstalment } from '@carhouse/domain/car/loan';
import { findRates, loanRates } from '@carhouse/domain/car/running-rates';
import { cents } from '@carhouse/domain/money/money';
import { readAmountAt } from './amounts.ts';
import { comparisonPhrases, comparisons, instalmentPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

/** Words which show that an amount is the instalment of a loan. */
const loanWords: readonly string[] = [
  'loan',
  'loan of',
  'car loan',
  'instalment',
  'installment',
  'instalments',
  'installments',
  'instalment of',
  'installment of',
  'monthly loan',
  'monthly instalment',
  'monthly installment',
  'monthly repayment',
  'repayment',
];
/** Words before a monthly amount which show that it is a budget for all costs of a car. */
const monthlyBudgetWords: readonly string[] = [
  'budget',
  'budget of',
  'budget is',
  'my budget is',
  'cost',
  'costs',
  'costing',
  'monthly',
  'monthly budget',
  'monthly budget of',
  'monthly cost',
  'monthly payment',
  'pay',
  'paying',
];

/**
 * The smallest and the largest monthly amount that a buyer may mean, in dollars. Smaller and larger amounts are not
 * read as a monthly cost.
 */
const smallestMonthlyDollars = 100;
const largestMonthlyDollars = 50_000;
const monthsOfYear = 12;

/**
 * Reads a monthly amount. The cost of a month, which the page of a car shows, is mainly its depreciation: `under $800 a
 * month` is a depreciation of $9,600 a year. The instalment of a loan is converted to the price of the car, for a loan
 * with the largest share of the price, the longest time and the current rates.
 *
 * @param today the day in Singapore, ISO date
 */
export function readMonthlyAt(tokens: readonly Token[], at: number, today: string): PhraseMatch | null {
  const loan = findLongestPhrase(tokens, at, loanWords);
  const subject = loan ?? findLongestPhrase(tokens, at, monthlyBudgetWords);
  const comparisonPhrase = findLongestPhrase(tokens, subject?.next ?? at, [...comparisonPhrases, 'around', 'about']);
  const amount = readAmountAt(tokens, comparisonPhrase?.next ?? subject?.next ?? at);
  if (
    amount === null ||
    amount.unit !== null ||
    amount.value < smallestMonthlyDollars ||
    amount.value > largestMonthlyDollars
  )
    return null;
  const month = findLongestPhrase(tokens, amount.next, instalmentPhrases);
  const isMonthly =
    month !== null || amount.period === 'month' || (subject !== null && /month|instal|repay/.test(subject.phrase));
  if (!isMonthly || amount.period === 'year') return null;
  const indexAfter = month?.next ?? amount.next;
  const loanWordAfter = findLongestPhrase(tokens, indexAfter, loanWords);
  const next = loanWordAfter?.next ?? indexAfter;
  const boundComparison = comparisonPhrase === null ? undefined : comparisons[comparisonPhrase.phrase];
  if (boundComparison?.years === true) return null;
  const side = boundComparison?.side ?? 'max';
  if (loan === null && loanWordAfter === null)
    return { next, filters: [{ name: `${side}Depreciation`, value: String(amount.value * monthsOfYear) }] };
  const rates = findRates(loanRates, today);
  if (rates === undefined) return null;
  const price = highestPriceForInstalment(cents(BigInt(amount.value) * 100n), rates);
  return { next, filters: [{ name: `${side}Price`, value: String(price / 100n) }] };
}
