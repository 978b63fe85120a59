/**
 * A pool of bit sets: each search reuses the bit sets of the search before. The content of a set from the pool is
 * undefined.
 */
export class BitSetPool {
  readonly #sets: Uint32Array<ArrayBuffer>[] = [];
  #taken = 0;
  #length32 = 0;

  get bytes(): number {
    return this.#sets.length * this.#length32 * 4;
  }

  /** Returns all sets to the pool and makes sure that they have the given length. */
  resetSets(length32: number): void {
    this.#taken = 0;
    if (length32 <= this.#length32) return;
    this.#length32 = Math.ceil(length32 * 1.25);
    this.#sets.length = 0;
  }

  takeSet(): Uint32Array<ArrayBuffer> {
    const set = this.#sets[this.#taken] ?? new Uint32Array(this.#length32);
    this.#sets[this.#taken] = set;
    this.#taken += 1;
    return set;
  }

  takeEmptySet(): Uint32Array<ArrayBuffer> {
    return this.takeSet().fill(0);
  }
}
