import { countBits, intersect } from './bit-set.ts';

/** What the filters leave: the cars that pass all, and for each counted filter those that fail it and no other. */
export type Passing = {
  readonly all: Uint32Array;
  readonly total: number;
  readonly failing: readonly Uint32Array[];
};

/**
 * Tells apart, set by set, the cars that fail no counted filter, one, or more. `live` are the cars on offer; `required` are filters
 * of which nobody wants to know what they alone keep away.
 */
export function passingOf(
  live: Uint32Array,
  required: readonly Uint32Array[],
  counted: readonly Uint32Array[],
  words: number,
): Passing {
  const all = live.slice(0, words);
  for (const set of required) intersect(all, set, words);
  if (counted.length === 0) return { all, total: countBits(all, words), failing: [] };
  const once = new Uint32Array(words);
  const twice = new Uint32Array(words);
  for (const set of counted) {
    for (let at = 0; at < words; at += 1) {
      const fails = (all[at] ?? 0) & ~(set[at] ?? 0);
      const before = once[at] ?? 0;
      twice[at] = (twice[at] ?? 0) | (before & fails);
      once[at] = before | fails;
    }
  }
  const failing = counted.map((set) => {
    const only = new Uint32Array(words);
    for (let at = 0; at < words; at += 1) only[at] = (once[at] ?? 0) & ~(twice[at] ?? 0) & ~(set[at] ?? 0);
    return only;
  });
  for (let at = 0; at < words; at += 1) all[at] = (all[at] ?? 0) & ~(once[at] ?? 0);
  return { all, total: countBits(all, words), failing };
}
