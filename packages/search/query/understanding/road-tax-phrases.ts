import { readAmountAt } from './amounts.ts';
import { comparisonPhrases } from './number-words.ts';
import type { PhraseMatch } from './phrase-match.ts';
import { findLongestPhrase, type Token } from './tokens.ts';

const roadTaxPhrases = ['road tax', 'roadtax', 'yearly road tax', 'annual road tax', 'tax'];

/**
 * Reads an amount of road tax: `road tax below 1000`. No filter has it, so the amount is named as not used and the lowest
 * road tax comes first.
 */
export function readRoadTaxAt(tokens: readonly Token[], at: number): PhraseMatch | null {
  const subject = findLongestPhrase(tokens, at, roadTaxPhrases);
  if (subject === null) return null;
  const comparison = findLongestPhrase(tokens, subject.next, comparisonPhrases);
  const amount = readAmountAt(tokens, comparison?.next ?? subject.next);
  if (amount === null || amount.unit !== null) return null;
  return { next: amount.next, filters: [], implied: [{ name: 'sort', value: 'roadTax' }], words: 'dropped' };
}
