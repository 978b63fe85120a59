import type { TokenBuffer } from './token-buffer.ts';

const charactersShift = 16;
const recordsShift = 14;
const recordIndexMask = (1 << recordsShift) - 1;
const recordSize = 2;
const tables = 256;
/**
 * Size of the cache of recent tokens, a power of two. An entry has four integers: three for the key and one for the
 * term.
 */
const recentTokenCount = 4_096;
/** Maximum length of a cached token. Longer tokens and tokens with characters that are not ASCII are not cached. */
const keyByteCount = 12;
/**
 * Masks that select the bytes of a token in a 32-bit integer. The index of a mask is the number of the token's
 * remaining bytes.
 */
const keyMasks = Int32Array.from({ length: keyByteCount + 1 }, (_, bytes) => (bytes < 4 ? (1 << (bytes * 8)) - 1 : -1));

/** The bit in the mask of a term that has a digit. A term with a digit has no fuzzy matches. */
export const digitBit = 0x8000_0000 | 0;

/**
 * Maps tokens to terms, which are consecutive ids. Characters are stored in chunks, and the hash table is divided into
 * 256 small tables, so that a single insertion never copies much. A term takes about 40 bytes.
 */
export class TermDictionary {
  count = 0;
  /** For each term: the address of its characters and their number. */
  readonly #records: Int32Array[] = [];
  /** For each term: one bit for each letter it contains. Terms with very different masks have a high edit distance. */
  readonly #masks: Int32Array[] = [];
  readonly #characters: Uint16Array[] = [];
  #free = 1 << charactersShift;
  /** The hash tables. Each slot is a hash and the id of its term; -1 is an empty slot. */
  readonly #slots: Int32Array[] = Array.from({ length: tables }, () => new Int32Array(32).fill(-1));
  readonly #used = new Int32Array(tables);
  #tableBytes = tables * 128;
  readonly #recent = new Int32Array(recentTokenCount * 4);

  /**
   * Writes the terms of the buffer's tokens, starting at token `from`.
   * @returns the first token that has no term, or the number of tokens
   */
  findTerms(tokens: TokenBuffer, from: number, targetTerms: Int32Array): number {
    const { bytes, startIndexes, lengths, count } = tokens;
    const maxAsciiLength = tokens.isAscii ? keyByteCount : 0;
    const recentEntries = this.#recent;
    for (let token = from; token < count; token += 1) {
      const length = lengths[token] as number;
      if (length > maxAsciiLength) {
        const term = this.find(tokens, token);
        if (term < 0) return token;
        targetTerms[token] = term;
        continue;
      }
      const start = startIndexes[token] as number;
      const firstKeyPart = bytes.getInt32(start, true) & (keyMasks[length] as number);
      const secondKeyPart = length > 4 ? bytes.getInt32(start + 4, true) & (keyMasks[length - 4] as number) : 0;
      const thirdKeyPart = length > 8 ? bytes.getInt32(start + 8, true) & (keyMasks[length - 8] as number) : 0;
      const at = computeRecentSlot(firstKeyPart, secondKeyPart, thirdKeyPart);
      // An empty entry consists of zeros. No token does.
      if (
        recentEntries[at] === firstKeyPart &&
        recentEntries[at + 1] === secondKeyPart &&
        recentEntries[at + 2] === thirdKeyPart
      ) {
        targetTerms[token] = recentEntries[at + 3] as number;
        continue;
      }
      const term = this.find(tokens, token);
      if (term < 0) return token;
      recentEntries[at] = firstKeyPart;
      recentEntries[at + 1] = secondKeyPart;
      recentEntries[at + 2] = thirdKeyPart;
      recentEntries[at + 3] = term;
      targetTerms[token] = term;
    }
    return count;
  }

  /** The term of the buffer's token at an index, or -1. */
  find(tokens: TokenBuffer, token: number): number {
    const hash = tokens.computeHash(token);
    const slots = this.#slots[hash & 255] as Int32Array;
    const last = slots.length - 2;
    for (let slot = (hash >>> 7) & last; ; slot = (slot + 2) & last) {
      const term = slots[slot + 1] as number;
      if (term < 0 || (slots[slot] === hash && this.#equals(term, tokens, token))) return term;
    }
  }

  /** Adds a token that has no term. */
  add(tokens: TokenBuffer, token: number): number {
    const term = this.count;
    const start = tokens.startIndexes[token] ?? 0;
    const length = tokens.lengths[token] ?? 0;
    const hash = tokens.computeHash(token);
    if ((term & recordIndexMask) === 0) {
      this.#records.push(new Int32Array(recordSize << recordsShift));
      this.#masks.push(new Int32Array(1 << recordsShift));
    }
    if (this.#free + length > 1 << charactersShift) {
      this.#characters.push(new Uint16Array(1 << charactersShift));
      this.#free = 0;
    }
    const chunk = this.#characters.length - 1;
    const characters = this.#characters[chunk] as Uint16Array;
    characters.set(tokens.units.subarray(start, start + length), this.#free);
    const record = this.#records[term >>> recordsShift] as Int32Array;
    const at = (term & recordIndexMask) * recordSize;
    record[at] = (chunk << charactersShift) | this.#free;
    record[at + 1] = length;
    (this.#masks[term >>> recordsShift] as Int32Array)[term & recordIndexMask] = computeLetterMask(
      characters,
      this.#free,
      length,
    );
    this.#free += length;
    this.count += 1;
    this.#insert(term, hash);
    return term;
  }

  text(term: number): string {
    const address = this.#field(term, 0);
    const characters = this.#characters[address >>> charactersShift] as Uint16Array;
    const start = address & ((1 << charactersShift) - 1);
    return String.fromCharCode(...characters.subarray(start, start + this.length(term)));
  }

  length(term: number): number {
    return this.#field(term, 1);
  }

  mask(term: number): number {
    return (this.#masks[term >>> recordsShift] as Int32Array)[term & recordIndexMask] as number;
  }

  /** Whether a term consists of the letters a to z only. */
  hasOnlyLetters(term: number): boolean {
    return this.mask(term) >>> 26 === 0;
  }

  /**
   * Compares a term with a prefix that the caller passes as characters. The result is negative when the term comes
   * before the prefix, 0 when the term has the prefix, and positive when the term comes after.
   */
  comparePrefix(term: number, units: Uint16Array, start: number, length: number): number {
    const address = this.#field(term, 0);
    const characters = this.#characters[address >>> charactersShift] as Uint16Array;
    const at = address & ((1 << charactersShift) - 1);
    const termLength = this.length(term);
    const sharedLength = Math.min(termLength, length);
    for (let index = 0; index < sharedLength; index += 1) {
      const difference = (characters[at + index] as number) - (units[start + index] as number);
      if (difference !== 0) return difference;
    }
    return termLength < length ? -1 : 0;
  }

  /**
   * Copies the characters of a term into a buffer.
   * @returns the number of characters
   */
  read(term: number, targetCharacters: Uint16Array): number {
    const address = this.#field(term, 0);
    const characters = this.#characters[address >>> charactersShift] as Uint16Array;
    const at = address & ((1 << charactersShift) - 1);
    const length = this.length(term);
    for (let index = 0; index < length; index += 1) targetCharacters[index] = characters[at + index] as number;
    return length;
  }

  get bytes(): number {
    const bytesPerChunk = (4 * recordSize + 4) << recordsShift;
    return (
      this.#records.length * bytesPerChunk +
      this.#characters.length * (2 << charactersShift) +
      this.#tableBytes +
      recentTokenCount * 16
    );
  }

  #field(term: number, field: number): number {
    return (this.#records[term >>> recordsShift] as Int32Array)[
      (term & recordIndexMask) * recordSize + field
    ] as number;
  }

  #equals(term: number, tokens: TokenBuffer, token: number): boolean {
    const record = this.#records[term >>> recordsShift] as Int32Array;
    const at = (term & recordIndexMask) * recordSize;
    const length = tokens.lengths[token] as number;
    if (record[at + 1] !== length) return false;
    const address = record[at] as number;
    const characters = this.#characters[address >>> charactersShift] as Uint16Array;
    const termLength = address & ((1 << charactersShift) - 1);
    const start = tokens.startIndexes[token] as number;
    for (let index = 0; index < length; index += 1) {
      if (characters[termLength + index] !== tokens.units[start + index]) return false;
    }
    return true;
  }

  #insert(term: number, hash: number): void {
    const table = hash & 255;
    let slots = this.#slots[table] as Int32Array;
    const usedSlotCount = (this.#used[table] as number) + 1;
    this.#used[table] = usedSlotCount;
    if (usedSlotCount * 4 > slots.length) {
      const grownSlots = new Int32Array(slots.length * 2).fill(-1);
      for (let slot = 0; slot < slots.length; slot += 2) {
        const oldTerm = slots[slot + 1] as number;
        if (oldTerm >= 0) address(grownSlots, oldTerm, slots[slot] as number);
      }
      this.#tableBytes += slots.length * 4;
      this.#slots[table] = grownSlots;
      slots = grownSlots;
    }
    address(slots, term, hash);
  }
}

function computeRecentSlot(firstKeyPart: number, secondKeyPart: number, thirdKeyPart: number): number {
  let hash =
    Math.imul(firstKeyPart, 0x9e3779b1) ^ Math.imul(secondKeyPart, 0x85ebca6b) ^ Math.imul(thirdKeyPart, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash >>> 20) << 2;
}

function address(slots: Int32Array, term: number, hash: number): void {
  const last = slots.length - 2;
  let slot = (hash >>> 7) & last;
  while ((slots[slot + 1] as number) >= 0) slot = (slot + 2) & last;
  slots[slot] = hash;
  slots[slot + 1] = term;
}

/**
 * The letter mask of a token: one bit for each letter a to z, five bits for all other characters, the highest bit for
 * digits.
 */
export function computeLetterMask(units: Uint16Array, start: number, length: number): number {
  let mask = 0;
  for (let index = start; index < start + length; index += 1) {
    const unit = units[index] as number;
    if (unit >= 97 && unit <= 122) mask |= 1 << (unit - 97);
    else if (unit >= 48 && unit <= 57) mask |= digitBit;
    else mask |= 1 << (26 + (unit % 5));
  }
  return mask;
}
