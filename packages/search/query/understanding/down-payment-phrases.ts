import { downpaymentPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, matchesPhraseAt, type Token } from './tokens.ts';

const shareNouns = ['down', 'downpayment', 'down payment', 'deposit', 'upfront', 'loan', 'financing', 'finance'];
const shareNounsBefore = [
  'loan',
  'loan up to',
  'loan of',
  'downpayment',
  'down payment',
  'downpayment of',
  'finance',
  'financing',
];
const percentWords = ['%', 'percent', 'per cent'];

/**
 * Reads the share of the price that is paid first or lent: `10% down`, `20 percent downpayment`, `90% loan`, `loan
 * 100%`. The law limits the share of the price that may be lent, so the lowest prices come first.
 */
export function readDownPaymentAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const before = findLongestPhrase(tokens, at, shareNounsBefore);
  const share = readShareAt(tokens, before?.next ?? at);
  const end = before === null && share !== null ? findLongestPhrase(tokens, share, shareNouns)?.next : share;
  if (end === null || end === undefined) return null;
  return {
    next: end,
    filters: [],
    words: 'ignored',
    impliedFilters: [{ name: 'sort', value: 'price' }],
    note: 'down payment',
  };
}

/** The index after a share in per cent; null when there is none. */
function readShareAt(tokens: readonly Token[], at: number): number | null {
  const [, digits, sign] = /^(\d{1,3})(%?)$/.exec(tokens[at]?.low ?? '') ?? [];
  if (digits === undefined) return null;
  return sign === '%' ? at + 1 : (findLongestPhrase(tokens, at + 1, percentWords)?.next ?? null);
}

/** Phrases before an amount that is paid first: `downpayment 20k`, `put down 20k`. */
const phrasesBeforeDownpayment = [
  ...downpaymentPhrases,
  ...['of', 'is', 'about', 'around', 'up to', 'max', 'only'].flatMap((word) =>
    downpaymentPhrases.map((phrase) => `${phrase} ${word}`),
  ),
  'put down',
  'pay down',
  'cash down',
  'can put',
  'upfront',
];

/** Whether the amount at this token is a downpayment: `downpayment 20k`, but not `no deposit under 80k`. */
export function isAfterDownpayment(tokens: readonly Token[], at: number): boolean {
  return phrasesBeforeDownpayment.some((phrase) => {
    const from = at - phrase.split(' ').length;
    return (
      from >= 0 &&
      matchesPhraseAt(tokens, from, phrase) === at &&
      !noDownpaymentPattern.test(tokens[from - 1]?.low ?? '')
    );
  });
}

/**
 * Matches words before `downpayment` or `deposit` after which the next amount is not the downpayment: in `no deposit
 * under 80k`, the amount 80k is the price.
 */
const noDownpaymentPattern = /^(?:no|zero|0|low|without|full|any)$/;
