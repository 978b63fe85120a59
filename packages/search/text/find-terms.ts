import type { SearchBudget } from '../query/search-budget.ts';
import { bitCount, forgivenFaults, typingFaults } from './near-words.ts';
import type { SortedTerms } from './sorted-terms.ts';
import { digitBit, maskOf, type TermDictionary } from './term-dictionary.ts';
import { WordBuffer, wordLengthMaximum } from './word-buffer.ts';

/** Terms that are taken for a mistyped word. */
const correctionsMaximum = 3;

/** In how many cars on offer a term stands in brand or title, and anywhere. */
export type Frequency = (term: number) => { readonly named: number; readonly all: number };

/** Looks words up among the terms: whole, as a beginning, with typing faults. */
export class FindTerms {
  readonly #dictionary: TermDictionary;
  readonly #sorted: SortedTerms;
  readonly #typed = new WordBuffer();
  readonly #read = new Uint16Array(wordLengthMaximum);

  constructor(dictionary: TermDictionary, sorted: SortedTerms) {
    this.#dictionary = dictionary;
    this.#sorted = sorted;
  }

  /** The term that is the word, or -1. */
  whole(word: string): number {
    this.#typed.split(word);
    return this.#typed.count === 1 ? this.#dictionary.find(this.#typed, 0) : -1;
  }

  /**
   * The terms that begin with the word, itself among them. A single letter or digit stands for itself only: what begins with it is
   * nearly every car. In order, as many as the budget allows.
   */
  startingWith(word: string, budget: SearchBudget): readonly number[] {
    if (/^[\x20-\x7e]$/.test(word)) {
      const term = this.whole(word);
      return term < 0 ? [] : [term];
    }
    this.#typed.split(word);
    const terms: number[] = [];
    if (this.#typed.count !== 1) return terms;
    this.#sorted.eachStartingWith(
      this.#typed.units,
      this.#typed.starts[0] as number,
      this.#typed.lengths[0] as number,
      (term) => budget.takeExpansion() && terms.push(term) > 0,
    );
    return terms;
  }

  /** The terms a mistyped word may stand for: the nearest, of these first what most cars are called, then what most cars say. */
  near(word: string, frequency: Frequency, budget: SearchBudget): readonly number[] {
    this.#typed.split(word);
    if (this.#typed.count !== 1) return [];
    const length = this.#typed.lengths[0] as number;
    const start = this.#typed.starts[0] as number;
    const units = this.#typed.units.subarray(start, start + length);
    const mask = maskOf(units, 0, length);
    let most = forgivenFaults(length);
    if (most === 0 || (mask & digitBit) !== 0) return [];
    let nearest: { term: number; named: number; all: number }[] = [];
    const compared = budget.takeComparisons(this.#dictionary.count);
    for (let term = 0; term < compared; term += 1) {
      // Each fault changes two letters at most, so most terms are left aside without being read.
      const difference = this.#dictionary.mask(term) ^ mask;
      if (difference < 0 || bitCount(difference) > 2 * most) continue;
      if (Math.abs(this.#dictionary.length(term) - length) > most) continue;
      if (!budget.takeAlignment()) break;
      const own = this.#dictionary.read(term, this.#read);
      const faults = typingFaults(units, length, this.#read, own, most);
      if (faults > most) continue;
      const counts = frequency(term);
      if (counts.all === 0) continue;
      if (faults < most) nearest = [];
      most = faults;
      nearest.push({ term, ...counts });
    }
    nearest.sort((a, b) => b.named - a.named || b.all - a.all || this.#inOrder(a.term, b.term));
    return nearest.slice(0, correctionsMaximum).map((found) => found.term);
  }

  #inOrder(a: number, b: number): number {
    return this.#dictionary.text(a) < this.#dictionary.text(b) ? -1 : 1;
  }
}
