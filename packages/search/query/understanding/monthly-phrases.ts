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
  'monthly payment',
  'monthly payments',
  'pay monthly',
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
  'pay',
  'paying',
];

/**
 * The smallest and the largest monthly amount that a buyer may mean, in dollars. Smaller and larger amounts are not
 * read as a monthly cost.
 */
const smallestMonthlyDollars = 100;
const largestMonthlyDollars = 50_000;

/**
 * Reads a monthly amount. Without a word for a loan it is the cost of a month, which the page of a car shows: its
 * depreciation and road tax. The instalment of a loan is that of the largest and longest loan for each car.
 */
export function readMonthlyAt(tokens: readonly Token[], at: number): PhraseMatch | null {
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
    return { next, filters: [{ name: `${side}MonthlyCost`, value: String(amount.value) }], note: 'cost of a month' };
  return { next, filters: [{ name: `${side}Instalment`, value: String(amount.value) }], note: 'instalment' };
}
