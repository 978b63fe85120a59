/**
 * Maximum number of new terms that the listings of one seller may add to the index. A dealer with thousands of cars
 * adds a few thousand.
 */
export const newTermsPerSeller = 20_000;

/**
 * Counts the new terms of each seller, so that a seller who lists random letters cannot fill the memory. Terms beyond
 * the limit are not searchable. The listings remain on offer and are found by their other terms and by filters.
 */
export class SellerTermLimit {
  readonly #maximum: number;
  readonly #newTerms = new Map<string, number>();

  constructor(maximum: number = newTermsPerSeller) {
    this.#maximum = maximum;
  }

  /** Counts one more new term of a seller. @returns false when the seller has reached the limit */
  take(shareGroup: string): boolean {
    const newTerms = this.#newTerms.get(shareGroup) ?? 0;
    if (newTerms >= this.#maximum) return false;
    this.#newTerms.set(shareGroup, newTerms + 1);
    return true;
  }

  /** The estimated memory in bytes: an id, a count and their map entry for each group of sellers. */
  get bytes(): number {
    return this.#newTerms.size * 130;
  }
}
