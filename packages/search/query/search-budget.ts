/**
 * The budget of one search. It counts steps and not seconds, so that a search gives the same result on a
 * busy machine. An ordinary search over a million documents uses less than a tenth of each.
 */
export const searchBudget = {
  /** Terms that one prefix may expand to. */
  expansions: 4_096,
  /** Terms whose letter masks are compared in fuzzy lookups, all tokens together. */
  comparisons: 1_000_000,
  /** Edit distances computed, all tokens together; each takes about a microsecond. */
  alignments: 4_000,
  /** Postings read, all tokens together. */
  postings: 6_000_000,
} as const;

export type SearchLimits = Readonly<Record<keyof typeof searchBudget, number>>;

/** The remaining budget of one search. */
export class SearchBudget {
  readonly #limits: SearchLimits;
  #expansions = 0;
  #comparisons: number;
  #alignments: number;
  #postings: number;
  /** Whether a limit was reached: the result is then partial. */
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

  spendExpansion(): boolean {
    this.#expansions -= 1;
    return this.#taken(this.#expansions);
  }

  /** Takes comparisons from the budget. @returns how many of `wanted` terms may be compared. */
  spendComparisons(wanted: number): number {
    const given = Math.min(wanted, this.#comparisons);
    this.#comparisons -= given;
    if (given < wanted) this.isSpent = true;
    return given;
  }

  spendAlignment(): boolean {
    this.#alignments -= 1;
    return this.#taken(this.#alignments);
  }

  spendPostings(count: number): boolean {
    this.#postings -= count;
    return this.#taken(this.#postings);
  }

  #taken(left: number): boolean {
    if (left >= 0) return true;
    this.isSpent = true;
    return false;
  }
}
