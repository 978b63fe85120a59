import { readAmountAt } from './amounts.ts';
import { approximationWords, instalmentPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, makePhraseFinder, type Token } from './tokens.ts';

/** Phrases before and after an amount that the buyer has, or pays first. */
const findPhraseBeforeCash = makePhraseFinder(
  'cash|cash of|in cash|with cash|have cash|savings|savings of|saved|saved up|i have|have|i got|got|with|only have|only got|pay|can pay|paying|pay first|pay upfront|first pay|prepared|down|initial|initial payment|initial outlay|lump sum'.split(
    '|',
  ),
);
const findPhraseAfterCash = makePhraseFinder(
  'cash|in cash|cash in hand|cash on hand|cash in bank|cash first|cash only|cash savings|cash to start|cash outlay|in hand|on hand|in the bank|in bank|savings|in savings|saved|saved up|first|initial|initially|initial payment|lump sum|to start'.split(
    '|',
  ),
);
/** Phrases before an amount that count only when another phrase follows the amount: `i have 20k cash`. */
const weakPhrasePattern = /^(?:i have|have|i got|got|with|only have|only got|pay|can pay|paying)$/;
const links = ['then', 'and', 'about', 'around', 'only', ...approximationWords];
const monthWordPattern = /^(?:monthly|months?|mth|mths|instal?ments?|installments?|pm|p\/m)$|\/(?:mth|month)$/;

/**
 * Reads an amount that the buyer can pay at once, next to a monthly amount: `15k cash and 1k per month`, `cash 20k
 * monthly 1.2k`. The buyer pays this amount first, so it is neither the price nor the cost of a month.
 */
export function readCashAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const before = findPhraseBeforeCash(tokens, at);
  const amount = readAmountAt(tokens, before?.next ?? at);
  if (amount === null || amount.unit !== null || amount.period !== null || amount.value < smallestCash) return null;
  const after = findPhraseAfterCash(tokens, amount.next);
  if (after === null && (before === null || weakPhrasePattern.test(before.phrase))) return null;
  const next = after?.next ?? amount.next;
  // In `cash 1k monthly` the amount is that of a month, unless another one follows.
  const month = findLongestPhrase(tokens, next, [...instalmentPhrases, 'monthly instalment', 'instalment']);
  const link = month === null ? null : findLongestPhrase(tokens, month.next, links);
  if (month !== null && readAmountAt(tokens, link?.next ?? month.next) === null) return null;
  const isBesideMonth = tokens.some(({ low }, index) => (index < at || index >= next) && monthWordPattern.test(low));
  return isBesideMonth ? { next, filters: [], words: 'dropped', note: 'down payment' } : null;
}

const smallestCash = 1_000;
