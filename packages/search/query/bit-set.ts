/**
 * Returns the length of a bit set for document ids in blocks of 32 bits. This package calls such a length `length32`.
 */

export function computeLength32(count: number): number {
  return (count + 31) >>> 5;
}

export function hasBit(bits: Uint32Array, documentId: number): boolean {
  return (((bits[documentId >>> 5] ?? 0) >>> (documentId & 31)) & 1) === 1;
}

export function setBit(bits: Uint32Array, documentId: number): void {
  const bits32 = documentId >>> 5;
  bits[bits32] = (bits[bits32] ?? 0) | (1 << (documentId & 31));
}

export function clearBit(bits: Uint32Array, documentId: number): void {
  const bits32 = documentId >>> 5;
  bits[bits32] = (bits[bits32] ?? 0) & ~(1 << (documentId & 31));
}

/** Copies the bit set into one of another capacity. */
export function growBitSet(bits: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const grownBits = new Uint32Array(computeLength32(capacity));
  grownBits.set(bits.length > grownBits.length ? bits.subarray(0, grownBits.length) : bits);
  return grownBits;
}

/** Number of bits in the first `length32` blocks. */
export function countBits(bits: Uint32Array, length32: number): number {
  let total = 0;
  for (let at = 0; at < length32; at += 1) total += countBits32(bits[at] ?? 0);
  return total;
}

/** Number of bits that are set in both bit sets. */
export function countSharedBits(bits: Uint32Array, otherBits: Uint32Array, length32: number): number {
  let total = 0;
  for (let at = 0; at < length32; at += 1) total += countBits32((bits[at] ?? 0) & (otherBits[at] ?? 0));
  return total;
}

/** Number of bits that are set in one block. */
export function countBits32(bits: number): number {
  let bits32 = bits - ((bits >>> 1) & 0x55555555);
  bits32 = (bits32 & 0x33333333) + ((bits32 >>> 2) & 0x33333333);
  return Math.imul((bits32 + (bits32 >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Estimates the number of set bits from every sixteenth block. The bits of a short set are counted exactly. */
export function estimateBitCount(bits: Uint32Array, length32: number): number {
  if (length32 < 1_024) return countBits(bits, length32);
  let total = 0;
  for (let at = 0; at < length32; at += 16) total += countBits32(bits[at] ?? 0);
  return total * 16;
}

/**
 * Writes the document ids of the bit set in ascending order.
 * @returns the number of ids, or -1 when `target` is too small for all ids
 */
export function listBits(bits: Uint32Array, length32: number, target: Uint32Array): number {
  let listedCount = 0;
  for (let at = 0; at < length32; at += 1) {
    let bits32 = bits[at] ?? 0;
    if (bits32 === 0) continue;
    if (listedCount + 32 > target.length) return -1;
    const start = at << 5;
    while (bits32 !== 0) {
      const bit = bits32 & -bits32;
      bits32 ^= bit;
      target[listedCount] = start + 31 - Math.clz32(bit);
      listedCount += 1;
    }
  }
  return listedCount;
}

/** Calls `visit` with every document id of the set, in ascending order. */
export function visitBits(bits: Uint32Array, length32: number, visit: (documentId: number) => void): void {
  for (let at = 0; at < length32; at += 1) {
    let bits32 = bits[at] ?? 0;
    while (bits32 !== 0) {
      visit((at << 5) + 31 - Math.clz32(bits32 & -bits32));
      bits32 &= bits32 - 1;
    }
  }
}
