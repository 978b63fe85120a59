import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const nouns = ['down', 'downpayment', 'down payment', 'deposit', 'upfront', 'loan', 'financing'];
const percentWords = ['%', 'percent', 'per cent'];

/**
 * Reads the share of the price that is paid first or lent: `10% down`, `20 percent downpayment`, `90% loan`. The law
 * limits the share that may be lent, so the lowest prices come first.
 */
export function readDownPaymentAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const [, digits, sign] = /^(\d{1,3})(%?)$/.exec(tokens[at]?.low ?? '') ?? [];
  if (digits === undefined) return null;
  const word = sign === '%' ? { next: at + 1 } : findLongestPhrase(tokens, at + 1, percentWords);
  const noun = word === null ? null : findLongestPhrase(tokens, word.next, nouns);
  if (noun === null) return null;
  return {
    next: noun.next,
    filters: [],
    words: 'ignored',
    implied: [{ name: 'sort', value: 'price' }],
    note: 'down payment',
  };
}
