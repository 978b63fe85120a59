import { groupCount } from './facet-groups.ts';

type Combinations = Uint16Array | Uint32Array;
/** The code of one facet for each document. */
export type CodeColumn = Uint8Array | Uint16Array | Uint32Array;

/** A part of a bit set: its 32-bit blocks from index `from` to below `length32`. */
export type SetSlice = { readonly set: Uint32Array; readonly from: number; readonly length32: number };

/** Counts documents by their combination in one facet group. */
export function countGroup(
  { set, from, length32 }: SetSlice,
  combinations: Combinations,
  group: number,
  counts: Int32Array,
): void {
  for (let at = from; at < length32; at += 1) {
    let bits32 = set[at] ?? 0;
    const start = at << 5;
    while (bits32 !== 0) {
      const bit = bits32 & -bits32;
      bits32 ^= bit;
      const combination = combinations[(start + 31 - Math.clz32(bit)) * groupCount + group] ?? 0;
      counts[combination] = (counts[combination] ?? 0) + 1;
    }
  }
}

/** Counts documents by their code of one facet. */
export function countCodes({ set, from, length32 }: SetSlice, codes: CodeColumn, counts: Int32Array): void {
  for (let at = from; at < length32; at += 1) {
    let bits32 = set[at] ?? 0;
    const start = at << 5;
    while (bits32 !== 0) {
      const bit = bits32 & -bits32;
      bits32 ^= bit;
      const code = codes[start + 31 - Math.clz32(bit)] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
}

/** Counts documents by their combinations in all four groups in one pass. @returns the number of documents */
export function countAllGroups(
  { set, from, length32 }: SetSlice,
  combinations: Combinations,
  [firstGroup, secondGroup, thirdGroup, fourthGroup]: readonly [Int32Array, Int32Array, Int32Array, Int32Array],
): number {
  let cars = 0;
  for (let at = from; at < length32; at += 1) {
    let bits32 = set[at] ?? 0;
    const start = at << 5;
    while (bits32 !== 0) {
      const bit = bits32 & -bits32;
      bits32 ^= bit;
      const offset = (start + 31 - Math.clz32(bit)) * groupCount;
      const a = combinations[offset] ?? 0;
      const b = combinations[offset + 1] ?? 0;
      const c = combinations[offset + 2] ?? 0;
      const d = combinations[offset + 3] ?? 0;
      firstGroup[a] = (firstGroup[a] ?? 0) + 1;
      secondGroup[b] = (secondGroup[b] ?? 0) + 1;
      thirdGroup[c] = (thirdGroup[c] ?? 0) + 1;
      fourthGroup[d] = (fourthGroup[d] ?? 0) + 1;
      cars += 1;
    }
  }
  return cars;
}

/** Counts the documents of a list of ids by their combinations in all four groups in one pass. */
export function countListed(
  documentIds: Uint32Array,
  combinations: Combinations,
  [firstGroup, secondGroup, thirdGroup, fourthGroup]: readonly [Int32Array, Int32Array, Int32Array, Int32Array],
): void {
  for (let at = 0; at < documentIds.length; at += 1) {
    const offset = (documentIds[at] ?? 0) * groupCount;
    const a = combinations[offset] ?? 0;
    const b = combinations[offset + 1] ?? 0;
    const c = combinations[offset + 2] ?? 0;
    const d = combinations[offset + 3] ?? 0;
    firstGroup[a] = (firstGroup[a] ?? 0) + 1;
    secondGroup[b] = (secondGroup[b] ?? 0) + 1;
    thirdGroup[c] = (thirdGroup[c] ?? 0) + 1;
    fourthGroup[d] = (fourthGroup[d] ?? 0) + 1;
  }
}
