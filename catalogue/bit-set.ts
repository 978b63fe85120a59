/** Sets of car numbers: one bit a number, 32 in a word. */

export function wordsFor(count: number): number {
  return (count + 31) >>> 5;
}

export function hasBit(bits: Uint32Array, number: number): boolean {
  return (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
}

export function setBit(bits: Uint32Array, number: number): void {
  const word = number >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (number & 31));
}

export function clearBit(bits: Uint32Array, number: number): void {
  const word = number >>> 5;
  bits[word] = (bits[word] ?? 0) & ~(1 << (number & 31));
}

/** The same bits in room for more numbers. */
export function grownBits(bits: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(wordsFor(capacity));
  grown.set(bits.length > grown.length ? bits.subarray(0, grown.length) : bits);
  return grown;
}

/** How many bits stand in the first `words` words. */
export function countBits(bits: Uint32Array, words: number): number {
  let total = 0;
  for (let at = 0; at < words; at += 1) {
    let word = bits[at] ?? 0;
    if (word === 0) continue;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    total += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}

/** Keeps in `into` what also stands in `other`, which may be shorter. */
export function intersect(into: Uint32Array, other: Uint32Array, words: number): void {
  const shared = Math.min(words, other.length);
  for (let at = 0; at < shared; at += 1) into[at] = (into[at] ?? 0) & (other[at] ?? 0);
  if (shared < words) into.fill(0, shared, words);
}

/** Calls `visit` with every number of the set, lowest first. */
export function eachBit(bits: Uint32Array, words: number, visit: (number: number) => void): void {
  for (let at = 0; at < words; at += 1) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      visit((at << 5) + 31 - Math.clz32(word & -word));
      word &= word - 1;
    }
  }
}
