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
/** Words before an amount a month that is a budget for the whole cost. */
const budgetWords: readonly string[] = [
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

/** Amounts a month that a buyer may mean, in dollars. Others are no cost of a month. */
const leastMonthly = 100;
const mostMonthly = 50_000;

/**
 * Reads an amount a month. Without a word for a loan it is the cost of a month, which the page of a car shows: its
 * depreciation and road tax. The instalment of a loan is that of the largest and longest loan for each car.
 */
export function readMonthlyAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const loan = findLongestPhrase(tokens, at, loanWords);
  const subject = loan ?? findLongestPhrase(tokens, at, budgetWords);
  const compared = findLongestPhrase(tokens, subject?.next ?? at, [...comparisonPhrases, 'around', 'about']);
  const amount = readAmountAt(tokens, compared?.next ?? subject?.next ?? at);
  if (amount === null || amount.unit !== null || amount.value < leastMonthly || amount.value > mostMonthly) return null;
  const month = findLongestPhrase(tokens, amount.next, instalmentPhrases);
  const isMonthly =
    month !== null || amount.period === 'month' || (subject !== null && /month|instal|repay/.test(subject.phrase));
  if (!isMonthly || amount.period === 'year') return null;
  const indexAfter = month?.next ?? amount.next;
  const loanAfter = findLongestPhrase(tokens, indexAfter, loanWords);
  const next = loanAfter?.next ?? indexAfter;
  const comparison = compared === null ? undefined : comparisons[compared.phrase];
  if (comparison?.years === true) return null;
  const side = comparison?.side ?? 'max';
  if (loan === null && loanAfter === null)
    return { next, filters: [{ name: `${side}MonthlyCost`, value: String(amount.value) }], note: 'cost of a month' };
  return { next, filters: [{ name: `${side}Instalment`, value: String(amount.value) }], note: 'instalment' };
}
