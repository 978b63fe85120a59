/** New words that the cars of one seller may bring into the catalogue. A dealer's real stock of thousands brings some thousand. */
export const newTermsPerSeller = 20_000;

/**
 * How many new words each seller's cars have brought. A seller who lists random letters fills no more memory than this
 * allows: the words beyond it are not searchable, the cars stay on offer and are found by everything else.
 */
export class SellerTermLimit {
  readonly #maximum: number;
  readonly #brought = new Map<string, number>();

  constructor(maximum: number = newTermsPerSeller) {
    this.#maximum = maximum;
  }

  /** Counts one more new word of a seller. @returns false when they have brought all that they may. */
  take(sellerId: string): boolean {
    const brought = this.#brought.get(sellerId) ?? 0;
    if (brought >= this.#maximum) return false;
    this.#brought.set(sellerId, brought + 1);
    return true;
  }

  /** An estimate: an id, a number and their place in the map. */
  get bytes(): number {
    return this.#brought.size * 130;
  }
}
