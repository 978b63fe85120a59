/**
 * The budget of one search. The budget counts steps and not seconds, so that a search gives the same result on a busy
 * machine. An ordinary search over a million documents uses less than a tenth of each limit.
 */
export const searchBudget = {
  /** Maximum number of terms that one prefix expands to. */
  expansions: 4_096,
  /**
   * Maximum number of terms whose letter masks are compared in fuzzy lookups, for all tokens of the search together.
   */
  comparisons: 1_000_000,
  /**
   * Maximum number of edit distances computed, for all tokens together. Computing one edit distance takes about a
   * microsecond.
   */
  alignments: 4_000,
  /** Maximum number of postings read, for all tokens together. */
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
  /** Whether a limit was reached. The result of the search is then incomplete. */
  isSpent = false;
  /**
   * Whether a limit of all tokens together was reached. When such a limit is reached, the remaining tokens of the
   * search get nothing from this limit.
   */
  isExhausted = false;
  /**
   * Whether the current token has used up its expansions. Unlike the other limits, the limit of expansions starts again
   * with each token.
   */
  isTokenSpent = false;

  constructor(limits: SearchLimits) {
    this.#limits = limits;
    this.#comparisons = limits.comparisons;
    this.#alignments = limits.alignments;
    this.#postings = limits.postings;
  }

  beginToken(): void {
    this.#expansions = this.#limits.expansions;
    this.isTokenSpent = false;
  }

  spendExpansion(): boolean {
    this.#expansions -= 1;
    if (this.#expansions >= 0) return true;
    this.isSpent = true;
    this.isTokenSpent = true;
    return false;
  }

  /** Takes comparisons from the budget. @returns how many of `requestedCount` terms may be compared. */
  spendComparisons(requestedCount: number): number {
    const grantedComparisons = Math.min(requestedCount, this.#comparisons);
    this.#comparisons -= grantedComparisons;
    if (grantedComparisons < requestedCount) this.#exhaust();
    return grantedComparisons;
  }

  spendAlignment(): boolean {
    this.#alignments -= 1;
    return this.#taken(this.#alignments);
  }

  spendPostings(count: number): boolean {
    this.#postings -= count;
    return this.#taken(this.#postings);
  }

  #taken(remainder: number): boolean {
    if (remainder >= 0) return true;
    this.#exhaust();
    return false;
  }

  #exhaust(): void {
    this.isSpent = true;
    this.isExhausted = true;
  }
}
