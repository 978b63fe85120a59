import { estimateBits, listBits } from './bit-set.ts';
import type { SetPool } from './set-pool.ts';

/** The cars that pass all filters of a search; what is asked of them twice is found out once. */
export class PassingCars {
  readonly bits: Uint32Array;
  readonly words: number;
  /** About how many they are. */
  readonly size: number;
  readonly #pool: SetPool;
  #numbers: Uint32Array | null | undefined;

  constructor(bits: Uint32Array, words: number, pool: SetPool) {
    this.bits = bits;
    this.words = words;
    this.size = estimateBits(bits, words);
    this.#pool = pool;
  }

  /** The same cars, listed; null unless they are few. */
  numbers(): Uint32Array | null {
    if (this.#numbers === undefined) this.#numbers = this.size < this.words ? this.#listed() : null;
    return this.#numbers;
  }

  #listed(): Uint32Array | null {
    const numbers = this.#pool.take();
    const count = listBits(this.bits, this.words, numbers);
    return count < 0 ? null : numbers.subarray(0, count);
  }
}
