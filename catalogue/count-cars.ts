import { groupCount } from './counted-groups.ts';

type Combinations = Uint16Array | Uint32Array;

/** Cars in all of `live` and `within`, and in `set`; with `flip` -1 in `live` and `within` and not in `set`. */
export type Chosen = {
  readonly live: Uint32Array;
  readonly within: Uint32Array;
  readonly set: Uint32Array;
  readonly flip: 0 | -1;
  readonly words: number;
};

/** Counts the cars by their combination in one group. */
export function countGroup(
  { live, within, set, flip, words }: Chosen,
  combinations: Combinations,
  group: number,
  counts: Int32Array,
): void {
  for (let at = 0; at < words; at += 1) {
    let word = (live[at] ?? 0) & (within[at] ?? 0) & ((set[at] ?? 0) ^ flip);
    const start = at << 5;
    while (word !== 0) {
      const bit = word & -word;
      word ^= bit;
      const combination = combinations[(start + 31 - Math.clz32(bit)) * groupCount + group] ?? 0;
      counts[combination] = (counts[combination] ?? 0) + 1;
    }
  }
}

/** As `countGroup`, all four groups in one pass. */
export function countAllGroups(
  { live, within, set, flip, words }: Chosen,
  combinations: Combinations,
  counts: readonly [Int32Array, Int32Array, Int32Array, Int32Array],
): void {
  const [first, second, third, fourth] = counts;
  for (let at = 0; at < words; at += 1) {
    let word = (live[at] ?? 0) & (within[at] ?? 0) & ((set[at] ?? 0) ^ flip);
    const start = at << 5;
    while (word !== 0) {
      const bit = word & -word;
      word ^= bit;
      const place = (start + 31 - Math.clz32(bit)) * groupCount;
      const a = combinations[place] ?? 0;
      const b = combinations[place + 1] ?? 0;
      const c = combinations[place + 2] ?? 0;
      const d = combinations[place + 3] ?? 0;
      first[a] = (first[a] ?? 0) + 1;
      second[b] = (second[b] ?? 0) + 1;
      third[c] = (third[c] ?? 0) + 1;
      fourth[d] = (fourth[d] ?? 0) + 1;
    }
  }
}
