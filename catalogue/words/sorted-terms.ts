import type { TermDictionary } from './term-dictionary.ts';

const leafSize = 512;

/** The terms in the order of their characters, in leaves that are split when they are full: adding one never moves many. */
export class SortedTerms {
  readonly #dictionary: TermDictionary;
  readonly #leaves: Uint32Array[] = [];
  readonly #sizes: number[] = [];

  constructor(dictionary: TermDictionary) {
    this.#dictionary = dictionary;
  }

  /** Adds a term, whose characters are given; it must not be there already. */
  add(term: number, units: Uint16Array, start: number, length: number): void {
    if (this.#leaves.length === 0) {
      this.#leaves.push(new Uint32Array(leafSize));
      this.#sizes.push(0);
    }
    let index = this.#leafOf(units, start, length);
    if (this.#sizes[index] === leafSize) {
      this.#split(index);
      index = this.#leafOf(units, start, length);
    }
    const leaf = this.#leaves[index] as Uint32Array;
    const size = this.#sizes[index] as number;
    const at = this.#placeIn(leaf, size, units, start, length);
    leaf.copyWithin(at + 1, at, size);
    leaf[at] = term;
    this.#sizes[index] = size + 1;
  }

  /** Calls back for each term that is or begins with the characters, in order, until the answer is false. */
  eachStartingWith(units: Uint16Array, start: number, length: number, visit: (term: number) => boolean): void {
    if (this.#leaves.length === 0) return;
    let index = this.#leafOf(units, start, length);
    let at = this.#placeIn(this.#leaves[index] as Uint32Array, this.#sizes[index] as number, units, start, length);
    for (; index < this.#leaves.length; index += 1, at = 0) {
      const leaf = this.#leaves[index] as Uint32Array;
      const size = this.#sizes[index] as number;
      for (; at < size; at += 1) {
        const term = leaf[at] as number;
        if (this.#dictionary.compareStart(term, units, start, length) !== 0 || !visit(term)) return;
      }
    }
  }

  get bytes(): number {
    return this.#leaves.length * leafSize * 4;
  }

  /** The last leaf whose first term stands before the characters, or the first leaf. */
  #leafOf(units: Uint16Array, start: number, length: number): number {
    let low = 0;
    let high = this.#leaves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const first = (this.#leaves[middle] as Uint32Array)[0] as number;
      if (this.#dictionary.compareStart(first, units, start, length) < 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #placeIn(leaf: Uint32Array, size: number, units: Uint16Array, start: number, length: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#dictionary.compareStart(leaf[middle] as number, units, start, length) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #split(index: number): void {
    const leaf = this.#leaves[index] as Uint32Array;
    const half = leafSize / 2;
    const right = new Uint32Array(leafSize);
    right.set(leaf.subarray(half));
    this.#leaves.splice(index + 1, 0, right);
    this.#sizes[index] = half;
    this.#sizes.splice(index + 1, 0, leafSize - half);
  }
}
