import { countBits32 } from '../query/bit-set.ts';
import type { SearchBudget } from '../query/search-budget.ts';
import { computeEditDistance, computeMaxEdits } from './edit-distance.ts';
import type { SortedTerms } from './sorted-terms.ts';
import { computeLetterMask, digitBit, type TermDictionary } from './term-dictionary.ts';
import { maxTokenLength, TokenBuffer } from './token-buffer.ts';

/** Maximum number of terms that replace a mistyped token. */
const maxCorrections = 3;

/** For a term: the number of live documents that contain it in brand or title, and in any field. */
export type FrequencyOfTerm = (term: number) => { readonly nameCount: number; readonly anyFieldCount: number };

/** Finds the terms of a query token: equal terms, terms with the token as prefix, or fuzzy matches. */
export class TermLookup {
  readonly #dictionary: TermDictionary;
  readonly #sorted: SortedTerms;
  readonly #typed = new TokenBuffer();
  readonly #read = new Uint16Array(maxTokenLength);

  constructor(dictionary: TermDictionary, sortedTerms: SortedTerms) {
    this.#dictionary = dictionary;
    this.#sorted = sortedTerms;
  }

  /** The term that equals the token, or -1. */
  findExact(token: string): number {
    this.#typed.split(token);
    return this.#typed.count === 1 ? this.#dictionary.find(this.#typed, 0) : -1;
  }

  /**
   * The terms with the prefix in sorted order, up to the limit of the budget. A token of one letter or digit matches
   * only the equal term, because nearly every document has a word that begins with it.
   */
  findWithPrefix(token: string, budget: SearchBudget): readonly number[] {
    if (/^[\x20-\x7e]$/.test(token)) {
      const term = this.findExact(token);
      return term < 0 ? [] : [term];
    }
    this.#typed.split(token);
    const terms: number[] = [];
    if (this.#typed.count !== 1) return terms;
    this.#sorted.visitTermsWithPrefix(
      this.#typed.units,
      this.#typed.startIndexes[0] as number,
      this.#typed.lengths[0] as number,
      (term) => budget.spendExpansion() && terms.push(term) > 0,
    );
    return terms;
  }

  /**
   * The terms with the fewest edits from the token, at most three. Terms that occur in more brand and model names come
   * first, then terms that occur in more documents.
   */
  findFuzzy(token: string, getFrequency: FrequencyOfTerm, budget: SearchBudget): readonly number[] {
    this.#typed.split(token);
    if (this.#typed.count !== 1) return [];
    const length = this.#typed.lengths[0] as number;
    const start = this.#typed.startIndexes[0] as number;
    const units = this.#typed.units.subarray(start, start + length);
    const mask = computeLetterMask(units, 0, length);
    let maxEdits = computeMaxEdits(length);
    if (maxEdits === 0 || (mask & digitBit) !== 0) return [];
    let closestTerms: { term: number; nameCount: number; anyFieldCount: number }[] = [];
    const comparedCount = budget.spendComparisons(this.#dictionary.count);
    for (let term = 0; term < comparedCount; term += 1) {
      // An edit changes at most two bits of the mask, so most terms are rejected without reading their
      // characters.
      const difference = this.#dictionary.mask(term) ^ mask;
      if (difference < 0 || countBits32(difference) > 2 * maxEdits) continue;
      if (Math.abs(this.#dictionary.length(term) - length) > maxEdits) continue;
      if (!budget.spendAlignment()) break;
      const termUnitCount = this.#dictionary.read(term, this.#read);
      const edits = computeEditDistance(units, length, this.#read, termUnitCount, maxEdits);
      if (edits > maxEdits) continue;
      const counts = getFrequency(term);
      if (counts.anyFieldCount === 0) continue;
      if (edits < maxEdits) closestTerms = [];
      maxEdits = edits;
      closestTerms.push({ term, ...counts });
    }
    closestTerms.sort(
      (a, b) => b.nameCount - a.nameCount || b.anyFieldCount - a.anyFieldCount || this.#inOrder(a.term, b.term),
    );
    return closestTerms.slice(0, maxCorrections).map((closestTerm) => closestTerm.term);
  }

  #inOrder(a: number, b: number): number {
    return this.#dictionary.text(a) < this.#dictionary.text(b) ? -1 : 1;
  }
}
