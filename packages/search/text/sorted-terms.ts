import type { TermDictionary } from './term-dictionary.ts';

const leafSize = 512;
/** Number of characters in a key. Seven characters of seven bits each fit into the integer part of a number. */
const keyLength = 7;

/**
 * The first characters of a token as a number. The numbers of tokens have the same order as the tokens. A character
 * that is not ASCII ends the key, so tokens with equal keys must be compared by character.
 */
function makeSortKey(units: Uint16Array, startIndex: number, length: number): number {
  let key = 0;
  let isAscii = true;
  for (let index = 0; index < keyLength; index += 1) {
    const unit = isAscii && index < length ? (units[startIndex + index] as number) : 0;
    if (unit > 126) isAscii = false;
    key = key * 128 + Math.min(unit, 127);
  }
  return key;
}

/**
 * The terms in sorted order, in leaves of bounded size as in a B-tree. Adding a term therefore moves few other terms.
 */
export class SortedTerms {
  readonly #dictionary: TermDictionary;
  readonly #leaves: Uint32Array[] = [];
  /** The key of each term. Most comparisons need only the keys. */
  readonly #keys: Float64Array[] = [];
  readonly #sizes: number[] = [];

  constructor(dictionary: TermDictionary) {
    this.#dictionary = dictionary;
  }

  /** Adds a new term with the given characters. */
  add(term: number, units: Uint16Array, startIndex: number, length: number): void {
    if (this.#leaves.length === 0) {
      this.#leaves.push(new Uint32Array(leafSize));
      this.#keys.push(new Float64Array(leafSize));
      this.#sizes.push(0);
    }
    const key = makeSortKey(units, startIndex, length);
    let index = this.#findLeaf(key, units, startIndex, length);
    if (this.#sizes[index] === leafSize) {
      this.#split(index);
      index = this.#findLeaf(key, units, startIndex, length);
    }
    const leaf = this.#leaves[index] as Uint32Array;
    const keys = this.#keys[index] as Float64Array;
    const size = this.#sizes[index] as number;
    const at = this.#positionIn(index, key, units, startIndex, length);
    leaf.copyWithin(at + 1, at, size);
    keys.copyWithin(at + 1, at, size);
    leaf[at] = term;
    keys[at] = key;
    this.#sizes[index] = size + 1;
  }

  /** Visits each term with the prefix, in order, until the visitor returns false. */
  visitTermsWithPrefix(units: Uint16Array, startIndex: number, length: number, visit: (term: number) => boolean): void {
    if (this.#leaves.length === 0) return;
    const key = makeSortKey(units, startIndex, length);
    let index = this.#findLeaf(key, units, startIndex, length);
    let at = this.#positionIn(index, key, units, startIndex, length);
    for (; index < this.#leaves.length; index += 1, at = 0) {
      const leaf = this.#leaves[index] as Uint32Array;
      const size = this.#sizes[index] as number;
      for (; at < size; at += 1) {
        const term = leaf[at] as number;
        if (this.#dictionary.comparePrefix(term, units, startIndex, length) !== 0 || !visit(term)) return;
      }
    }
  }

  get bytes(): number {
    return this.#leaves.length * leafSize * 12;
  }

  /** The last leaf whose first term comes before the given characters, or the first leaf. */
  #findLeaf(key: number, units: Uint16Array, startIndex: number, length: number): number {
    let lowIndex = 0;
    let highIndex = this.#leaves.length - 1;
    while (lowIndex < highIndex) {
      const middleIndex = (lowIndex + highIndex + 1) >>> 1;
      if (this.#isBefore(middleIndex, 0, key, units, startIndex, length)) lowIndex = middleIndex;
      else highIndex = middleIndex - 1;
    }
    return lowIndex;
  }

  #positionIn(index: number, key: number, units: Uint16Array, startIndex: number, length: number): number {
    let lowIndex = 0;
    let highIndex = this.#sizes[index] as number;
    while (lowIndex < highIndex) {
      const middleIndex = (lowIndex + highIndex) >>> 1;
      if (this.#isBefore(index, middleIndex, key, units, startIndex, length)) lowIndex = middleIndex + 1;
      else highIndex = middleIndex;
    }
    return lowIndex;
  }

  #isBefore(index: number, at: number, key: number, units: Uint16Array, startIndex: number, length: number): boolean {
    const ownKey = (this.#keys[index] as Float64Array)[at] as number;
    if (ownKey !== key) return ownKey < key;
    const term = (this.#leaves[index] as Uint32Array)[at] as number;
    return this.#dictionary.comparePrefix(term, units, startIndex, length) < 0;
  }

  #split(index: number): void {
    const leaf = this.#leaves[index] as Uint32Array;
    const halfLeafSize = leafSize / 2;
    const rightLeaf = new Uint32Array(leafSize);
    rightLeaf.set(leaf.subarray(halfLeafSize));
    this.#leaves.splice(index + 1, 0, rightLeaf);
    const keys = new Float64Array(leafSize);
    keys.set((this.#keys[index] as Float64Array).subarray(halfLeafSize));
    this.#keys.splice(index + 1, 0, keys);
    this.#sizes[index] = halfLeafSize;
    this.#sizes.splice(index + 1, 0, leafSize - halfLeafSize);
  }
}
