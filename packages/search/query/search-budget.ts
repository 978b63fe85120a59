/**
 * What one search may cost at most, counted in steps and not in seconds, so that the same search over the same cars
 * answers the same on a busy machine. An ordinary search over a million cars stays below a tenth of each.
 */
export const searchBudget = {
  /** Terms that one typed word may be the beginning of. */
  expansions: 4_096,
  /** Terms whose letters are compared with those of mistyped words, all words together. */
  comparisons: 1_000_000,
  /** Terms whose typing faults are counted, all words together; each costs about a microsecond. */
  alignments: 4_000,
  /** Cars that are read from the lists of terms, all words together. */
  postings: 6_000_000,
} as const;

export type SearchLimits = Readonly<Record<keyof typeof searchBudget, number>>;

/** What is left of the budget of one search. */
export class SearchBudget {
  readonly #limits: SearchLimits;
  #expansions = 0;
  #comparisons: number;
  #alignments: number;
  #postings: number;
  /** Whether something was left aside: then the answer holds a part of the cars. */
  isSpent = false;

  constructor(limits: SearchLimits) {
    this.#limits = limits;
    this.#comparisons = limits.comparisons;
    this.#alignments = limits.alignments;
    this.#postings = limits.postings;
  }

  beginToken(): void {
    this.#expansions = this.#limits.expansions;
  }

  takeExpansion(): boolean {
    this.#expansions -= 1;
    return this.#taken(this.#expansions);
  }

  /** How many of `wanted` terms may be compared. */
  takeComparisons(wanted: number): number {
    const given = Math.min(wanted, this.#comparisons);
    this.#comparisons -= given;
    if (given < wanted) this.isSpent = true;
    return given;
  }

  takeAlignment(): boolean {
    this.#alignments -= 1;
    return this.#taken(this.#alignments);
  }

  takePostings(count: number): boolean {
    this.#postings -= count;
    return this.#taken(this.#postings);
  }

  #taken(left: number): boolean {
    if (left >= 0) return true;
    this.isSpent = true;
    return false;
  }
}
