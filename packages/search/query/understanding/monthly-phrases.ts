import { readAmountAt } from './amounts.ts';
import {
  approximationShare,
  approximationSuffixes,
  approximationWords,
  comparisonPhrases,
  comparisons,
  instalmentPhrases,
} from './number-words.ts';
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
  'cost of ownership',
  'total cost of ownership',
  'ownership cost',
  'total cost',
  'running cost',
  'running costs',
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
  'per month',
  'a month',
  'each month',
  'every month',
  ...['cost', 'costs', 'budget', 'total cost', 'all in', 'expenses', 'spend', 'cost of ownership'].flatMap((noun) =>
    ['per month', 'a month', 'each month', 'monthly', 'per month is', 'monthly is'].map((month) => `${noun} ${month}`),
  ),
];
/** Words between the name of a monthly amount and the amount: `instalment would be between 700 and 900`. */
const linkPhrases = ['would be', 'should be', 'must be', 'can be', 'to be', 'is', 'be', 'of', 'that is'];
/** Words before an amount which show that it is an income. */
const incomeWordPattern = /^(?:earn|earns|earning|salary|income|pay is|draw|drawing|takehome)$/;

/**
 * The smallest and the largest monthly amount that a buyer may mean, in dollars. Smaller and larger amounts are not
 * read as a monthly cost.
 */
const smallestMonthlyDollars = 100;
const largestMonthlyDollars = 50_000;

/**
 * Words anywhere in a text which show that a monthly amount in the text is an instalment: `no down payment 1k monthly`.
 */
const paymentWordPattern = /^(?:down-?payment|deposit|loan|financing|finance|instal?lments?|upfront)$/;
const paymentPhrases: readonly string[] = [
  'cash',
  'savings',
  'saved',
  'lump sum',
  'down payment',
  'money down',
  'zero down',
  '$0 down',
  '0 down',
  'no cash',
];
/**
 * Words directly beside an amount which show that it is an instalment, also without a word for a month: `full loan
 * 800`.
 */
const fullLoanPattern = /^(?:no|zero|0|\$0|full|100%|max|maximum)$/;

/** The largest amount that is an instalment without a word for a month, in dollars. */
const largestPlainInstalment = 5_000;

/** Phrases anywhere in a text which show that a monthly amount is the whole cost to own a car: `1.5k a month all in`. */
const costPhrases: readonly string[] = [
  ...'total cost of ownership|cost of ownership|ownership cost|ownership costs|cost to own|costs to own|total cost|total costs|running cost|running costs|overall cost'.split(
    '|',
  ),
  ...'monthly cost|monthly costs|cost per month|cost a month|cost each month|costs|cost|costing|expenses|monthly expenses|upkeep|spend|spending|all in|all-in|all inclusive|everything included|including everything'.split(
    '|',
  ),
];

/**
 * Reads a monthly amount. The amount is the monthly cost that the page of a car shows, depreciation and road tax, when
 * the text names the cost. In other texts, the amount is the instalment of a loan, as buyers mostly mean it. The
 * instalment is computed for the largest and longest loan for each car.
 */
export function readMonthlyAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const loan = findLongestPhrase(tokens, at, loanWords);
  const budget = loan ?? findLongestPhrase(tokens, at, monthlyBudgetWords);
  const linkPhrase = budget === null ? null : findLongestPhrase(tokens, budget.next, linkPhrases);
  const subject = budget === null ? null : { phrase: budget.phrase, next: linkPhrase?.next ?? budget.next };
  const range = readMonthlyRangeAt(tokens, subject?.next ?? at, { loan, subject });
  if (range !== null) return range;
  const comparisonPhrase = findLongestPhrase(tokens, subject?.next ?? at, [
    ...comparisonPhrases,
    ...approximationWords,
  ]);
  const amount = readAmountAt(tokens, comparisonPhrase?.next ?? subject?.next ?? at);
  if (
    amount === null ||
    amount.unit !== null ||
    amount.value < smallestMonthlyDollars ||
    amount.value > largestMonthlyDollars
  )
    return null;
  const mark = findLongestPhrase(tokens, amount.next, approximationSuffixes);
  const month = findLongestPhrase(tokens, mark?.next ?? amount.next, instalmentPhrases);
  const approximationMatch =
    mark ?? (month === null ? null : findLongestPhrase(tokens, month.next, approximationSuffixes));
  const indexAfter = Math.max(month?.next ?? amount.next, approximationMatch?.next ?? 0);
  const isApproximate =
    approximationMatch !== null || (comparisonPhrase !== null && approximationWords.includes(comparisonPhrase.phrase));
  const followingLoanMatch = findLongestPhrase(tokens, indexAfter, loanWords);
  const isInstalmentWordNext = followingLoanMatch !== null && /instal|repay|month/.test(followingLoanMatch.phrase);
  const isBesideLoan =
    subject === null &&
    comparisonPhrase === null &&
    amount.value <= largestPlainInstalment &&
    isAfterLoanWithoutDownPayment(tokens, at);
  const isMonthly =
    month !== null ||
    amount.period === 'month' ||
    (subject !== null && /month|instal|repay/.test(subject.phrase)) ||
    isInstalmentWordNext ||
    isBesideLoan;
  if (!isMonthly || amount.period === 'year') return null;
  // An income is no cost of a month.
  if ([1, 2].some((back) => incomeWordPattern.test(tokens[at - back]?.low ?? '')))
    return { next: indexAfter, filters: [], words: 'dropped' };
  const next = followingLoanMatch?.next ?? indexAfter;
  const boundComparison = comparisonPhrase === null ? undefined : comparisons[comparisonPhrase.phrase];
  if (boundComparison?.years === true) return null;
  const side = boundComparison?.side ?? 'max';
  // An amount that is a tenth higher still counts as approximately the same.
  const value = String(isApproximate ? Math.round(amount.value * (1 + approximationShare)) : amount.value);
  const { figure, note } = chooseMeaning(tokens, loan !== null || followingLoanMatch !== null);
  const costPhrase = figure === 'MonthlyCost' ? findLongestPhrase(tokens, next, costPhrases) : null;
  return { next: costPhrase?.next ?? next, filters: [{ name: `${side}${figure}`, value }], note };
}

type MonthlyMeaning = {
  readonly figure: 'Instalment' | 'MonthlyCost';
  readonly note: 'instalment' | 'cost of a month' | 'amount a month';
};

/** Chooses what a monthly amount means. An amount beside neither a loan nor a cost gets a note that offers the cost. */
function chooseMeaning(tokens: readonly Token[], isBesideLoan: boolean): MonthlyMeaning {
  if (isBesideLoan || hasPaymentWord(tokens)) return { figure: 'Instalment', note: 'instalment' };
  return tokens.some((_, at) => findLongestPhrase(tokens, at, costPhrases) !== null)
    ? { figure: 'MonthlyCost', note: 'cost of a month' }
    : { figure: 'Instalment', note: 'amount a month' };
}

/** Reads two amounts a month: `monthly instalment between 700 and 900`, `700-900 per month`. */
function readMonthlyRangeAt(
  tokens: readonly Token[],
  at: number,
  { loan, subject }: { readonly loan: unknown; readonly subject: { readonly phrase: string } | null },
): PhraseMatch | null {
  const from = findLongestPhrase(tokens, at, ['between', 'from'])?.next ?? at;
  const [, first, second] = /^(\$?[\d.,]+k?)-(\$?[\d.,]+k?)$/.exec(tokens[from]?.low ?? '') ?? [];
  const token = tokens[from];
  const split =
    first === undefined || second === undefined || token === undefined
      ? tokens
      : tokens.toSpliced(from, 1, { ...token, low: first }, { ...token, low: '-' }, { ...token, low: second });
  const low = readAmountAt(split, from);
  const joint = low === null ? null : findLongestPhrase(split, low.next, ['and', 'to', '-']);
  const high = joint === null ? null : readAmountAt(split, joint.next);
  if (low === null || high === null || low.unit !== null || high.unit !== null) return null;
  if (low.value < smallestMonthlyDollars || high.value > largestMonthlyDollars || low.value >= high.value) return null;
  const month = findLongestPhrase(split, high.next, instalmentPhrases);
  const followingLoanMatch = findLongestPhrase(split, month?.next ?? high.next, loanWords);
  const isMonthly =
    month !== null ||
    high.period === 'month' ||
    /month|instal|repay/.test(`${subject?.phrase ?? ''} ${followingLoanMatch?.phrase ?? ''}`);
  if (!isMonthly) return null;
  const next = (followingLoanMatch ?? month)?.next ?? high.next;
  const { figure, note } = chooseMeaning(tokens, loan !== null || followingLoanMatch !== null);
  return {
    next: next - (split.length - tokens.length),
    filters: [
      { name: `min${figure}`, value: String(low.value) },
      { name: `max${figure}`, value: String(high.value) },
    ],
    note,
  };
}

function hasPaymentWord(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ low }, at) =>
      paymentWordPattern.test(low) ||
      findLongestPhrase(tokens, at, paymentPhrases) !== null ||
      (low === 'down' && /%$|^per-?cent$|^\$?\d[\d,.]*k?$|^(?:put|pay|cash)$/.test(tokens[at - 1]?.low ?? '')),
  );
}

/** Whether `no down payment`, `full loan` or the like ends directly before a token. */
function isAfterLoanWithoutDownPayment(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at - 1]?.low ?? '';
  const nounIndex = word === 'payment' && tokens[at - 2]?.low === 'down' ? at - 2 : at - 1;
  const isNoun = nounIndex < at - 1 || /^(?:down-?payment|deposit|loan|down)$/.test(word);
  return isNoun && fullLoanPattern.test(tokens[nounIndex - 1]?.low ?? '');
}
