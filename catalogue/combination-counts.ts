import { groupCount } from './counted-groups.ts';

/** How many cars on offer of some set have each combination, by group. */
export class CombinationCounts {
  readonly groups: Int32Array<ArrayBuffer>[] = Array.from({ length: groupCount }, () => new Int32Array(64));
  #size = 0;

  get bytes(): number {
    return this.groups.reduce((sum, each) => sum + each.byteLength, 0);
  }

  /** Cars in all. */
  get size(): number {
    return this.#size;
  }

  /** Counts a car in (1) or out (-1) whose combinations stand from a place on. */
  count(combinations: Uint16Array | Uint32Array, at: number, by: 1 | -1): void {
    this.#size += by;
    for (let group = 0; group < groupCount; group += 1) {
      const combination = combinations[at + group] ?? 0;
      let counts = this.groups[group];
      if (counts === undefined) continue;
      if (combination >= counts.length) {
        const longer = new Int32Array(Math.max(combination + 1, counts.length * 2));
        longer.set(counts);
        counts = longer;
        this.groups[group] = longer;
      }
      counts[combination] = (counts[combination] ?? 0) + by;
    }
  }
}

/** The sum by group of the counts of sets that have no car in common; `sizes` are the numbers of combinations. */
export function sumOf(all: readonly CombinationCounts[], sizes: readonly number[]): Int32Array[] {
  return sizes.map((size, group) => {
    const sum = new Int32Array(size);
    for (const each of all) addCounts(sum, each.groups[group]);
    return sum;
  });
}

function addCounts(sum: Int32Array, counts: Int32Array | undefined): void {
  if (counts === undefined) return;
  const shared = Math.min(sum.length, counts.length);
  for (let at = 0; at < shared; at += 1) sum[at] = (sum[at] ?? 0) + (counts[at] ?? 0);
}
