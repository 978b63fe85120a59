import { estimateBitCount, listBits } from './bit-set.ts';
import type { BitSetPool } from './bit-set-pool.ts';

/**
 * The documents that match all filters of a search. The list of the documents' ids is computed when it is first needed,
 * and is then stored.
 */
export class MatchingDocuments {
  readonly bits: Uint32Array;
  readonly length32: number;
  /** The approximate number of documents. */
  readonly size: number;
  readonly #pool: BitSetPool;
  #documentIds: Uint32Array | null | undefined;

  constructor(bits: Uint32Array, length32: number, pool: BitSetPool) {
    this.bits = bits;
    this.length32 = length32;
    this.size = estimateBitCount(bits, length32);
    this.#pool = pool;
  }

  /** The document ids as a list. The result is null when there are too many ids. */
  documentIds(): Uint32Array | null {
    if (this.#documentIds === undefined) this.#documentIds = this.size < this.length32 ? this.#listed() : null;
    return this.#documentIds;
  }

  #listed(): Uint32Array | null {
    const documentIds = this.#pool.takeSet();
    const count = listBits(this.bits, this.length32, documentIds);
    return count < 0 ? null : documentIds.subarray(0, count);
  }
}
