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
  for (let at = 0; at < words; at += 1) total += bitsIn(bits[at] ?? 0);
  return total;
}

/** How many bits stand in both. */
export function countShared(bits: Uint32Array, others: Uint32Array, words: number): number {
  let total = 0;
  for (let at = 0; at < words; at += 1) total += bitsIn((bits[at] ?? 0) & (others[at] ?? 0));
  return total;
}

function bitsIn(bits: number): number {
  let word = bits - ((bits >>> 1) & 0x55555555);
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** About how many bits stand there: one word of sixteen is looked at. */
export function estimateBits(bits: Uint32Array, words: number): number {
  if (words < 1_024) return countBits(bits, words);
  let total = 0;
  for (let at = 0; at < words; at += 16) total += bitsIn(bits[at] ?? 0);
  return total * 16;
}

/** Writes the numbers of the set, lowest first. @returns how many, -1 when there is no room for all */
export function listBits(bits: Uint32Array, words: number, into: Uint32Array): number {
  let listed = 0;
  for (let at = 0; at < words; at += 1) {
    let word = bits[at] ?? 0;
    if (word === 0) continue;
    if (listed + 32 > into.length) return -1;
    const start = at << 5;
    while (word !== 0) {
      const bit = word & -word;
      word ^= bit;
      into[listed] = start + 31 - Math.clz32(bit);
      listed += 1;
    }
  }
  return listed;
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
