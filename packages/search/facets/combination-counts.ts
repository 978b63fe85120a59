import { countAllGroups, type SetSlice } from './count-documents.ts';
import { groupCount } from './facet-groups.ts';

type Combinations = Uint16Array | Uint32Array;

/** The counts of a set of documents: for each facet group, the number of documents with each combination of values. */
export class CombinationCounts {
  readonly groups: [CountArray, CountArray, CountArray, CountArray] = [
    new Int32Array(64),
    new Int32Array(64),
    new Int32Array(64),
    new Int32Array(64),
  ];
  #size = 0;

  get bytes(): number {
    return this.groups.reduce((sum, each) => sum + each.byteLength, 0);
  }

  /** Number of counted documents. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds (`change` is 1) or subtracts (-1) one document. `at` is the index of the document's first code in
   * `combinations`.
   */
  count(combinations: Combinations, at: number, change: 1 | -1): void {
    this.#size += change;
    for (let group = 0; group < groupCount; group += 1) {
      const combination = combinations[at + group] ?? 0;
      const counts = this.#withRoomFor(group, combination + 1);
      counts[combination] = (counts[combination] ?? 0) + change;
    }
  }

  /** Adds all documents of a set. `sizes` has the number of combinations of each group. */
  countAll(documentSlice: SetSlice, combinations: Combinations, sizes: readonly number[]): void {
    for (let group = 0; group < groupCount; group += 1) this.#withRoomFor(group, sizes[group] ?? 0);
    this.#size += countAllGroups(documentSlice, combinations, this.groups);
  }

  #withRoomFor(group: number, size: number): CountArray {
    const counts = this.groups[group] ?? this.groups[0];
    if (size <= counts.length) return counts;
    const enlargedCounts = new Int32Array(Math.max(size, counts.length * 2));
    enlargedCounts.set(counts);
    this.groups[group] = enlargedCounts;
    return enlargedCounts;
  }
}

type CountArray = Int32Array<ArrayBuffer>;

/**
 * Counts the documents in one slice of a document set, and adds them to `counts`. A slice has at most `sliceLength32`
 * blocks of 32 documents.
 */
export type CountSlice = (counts: CombinationCounts, documentSlice: SetSlice) => void;
export const sliceLength32 = 1_024;

/** Sums the counts of one facet group over disjoint sets. `size` is the number of the group's combinations. */
export function sumCounts(countsBySet: readonly CombinationCounts[], group: number, size: number): Int32Array {
  const sum = new Int32Array(size);
  for (const each of countsBySet) addCounts(sum, each.groups[group]);
  return sum;
}

function addCounts(sum: Int32Array, counts: Int32Array | undefined): void {
  if (counts === undefined) return;
  const sharedLength = Math.min(sum.length, counts.length);
  for (let at = 0; at < sharedLength; at += 1) sum[at] = (sum[at] ?? 0) + (counts[at] ?? 0);
}
