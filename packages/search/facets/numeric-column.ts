import { clearBit, computeLength32, growBitSet, hasBit, setBit } from '../query/bit-set.ts';
import type { Bounds } from '../query/query.ts';
import { CombinationCounts, type CountSlice, sliceLength32 } from './combination-counts.ts';
import { groupCount } from './facet-groups.ts';

/** A value, and the set of the documents whose value is lower. */
export type Threshold = { readonly value: number; readonly bitsBelow: Uint32Array };

/** The parts between two thresholds that together cover a range. */
export type CoveringParts = {
  readonly counts: readonly CombinationCounts[];
  readonly isExact: boolean;
  /** Two sets: the documents below the first part, and the documents below the end of the last part. */
  readonly bitsBelowStart: Uint32Array;
  readonly bitsBelowEnd: Uint32Array;
};

/**
 * Maximum number of thresholds of a column. Thresholds divide the documents into parts, and a search scans only one
 * part for each bound of a range.
 */
const maxThresholds = 31;

/**
 * One optional integer per document. A column chooses up to 31 thresholds (quantiles) and stores, for each threshold,
 * the set of the documents below it. The documents of a range are the difference of the sets of two thresholds. Only
 * the documents between a bound and its nearest threshold are compared one by one.
 */
export class NumericColumn {
  values: Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;
  /** The documents that have a value in this column. */
  #hasValue: Uint32Array<ArrayBuffer>;
  #thresholds: readonly number[] = [];
  #below: Uint32Array<ArrayBuffer>[] = [];
  /**
   * Counts of the live documents whose values are from each threshold to the next one. The first entry counts the
   * documents below all thresholds. Documents without a value are not counted.
   */
  #counts: CombinationCounts[] = [];
  /** Only documents with a lower id than this are counted in `#counts`. */
  #countedTo = 0;

  constructor(kind: 'wide' | 'narrow', capacity: number) {
    this.values = kind === 'wide' ? new Float64Array(capacity) : new Int32Array(capacity);
    this.#hasValue = new Uint32Array(computeLength32(capacity));
  }

  get bytes(): number {
    const counts = this.#counts.reduce((sum, each) => sum + each.bytes, 0);
    return this.values.byteLength + this.#hasValue.byteLength * (1 + this.#below.length) + counts;
  }

  /** Grows the column in slices. Yields the cost of each slice in steps of the maintenance budget. */
  *growInSlices(capacity: number): Generator<number, void> {
    const values = this.values instanceof Float64Array ? new Float64Array(capacity) : new Int32Array(capacity);
    values.set(this.values);
    this.values = values;
    yield capacity;
    this.#hasValue = growBitSet(this.#hasValue, capacity);
    this.#below = this.#below.map((bits) => growBitSet(bits, capacity));
    yield capacity;
  }

  write(documentId: number, value: number | null): void {
    this.values[documentId] = value ?? 0;
    if (value === null) clearBit(this.#hasValue, documentId);
    else setBit(this.#hasValue, documentId);
    if (this.#below.length > 0) markDocumentsBelow(this.#below, this.#thresholds, documentId, value);
  }

  hasValueAt(documentId: number): boolean {
    return hasBit(this.#hasValue, documentId);
  }

  /**
   * The sort key of a document. A document with a lower key comes first, and the key of a document without a value is
   * infinite.
   * @param step 1 for ascending, -1 for descending
   */
  computeRank(documentId: number, step: number): number {
    return hasBit(this.#hasValue, documentId) ? (this.values[documentId] ?? 0) * step : Number.POSITIVE_INFINITY;
  }

  findValue(documentId: number): number | null {
    return hasBit(this.#hasValue, documentId) ? (this.values[documentId] ?? 0) : null;
  }

  /**
   * Writes the set of the documents within the bounds for a column without a sort order. Both bounds are included.
   * Documents between a bound and the thresholds around it are compared one by one. The set may hold deleted documents.
   * `emptySet` is read in place of a threshold's set below the lowest threshold.
   */
  writeRange(bounds: Bounds, targetSet: Uint32Array, length32: number, emptySet: Uint32Array): void {
    const [low, high] = makeIntegerRange(bounds);
    const surelyBelowLowSet = this.#below[this.#firstFrom(low, true) - 1] ?? emptySet;
    const possiblyBelowLowSet =
      low === Number.NEGATIVE_INFINITY ? emptySet : (this.#below[this.#firstFrom(low, false)] ?? this.#hasValue);
    const surelyBelowHighSet =
      high === Number.POSITIVE_INFINITY ? this.#hasValue : (this.#below[this.#firstFrom(high, true) - 1] ?? emptySet);
    const possiblyBelowHighSet = this.#below[this.#firstFrom(high, false)] ?? this.#hasValue;
    const setsBelow = [surelyBelowLowSet, possiblyBelowLowSet, surelyBelowHighSet, possiblyBelowHighSet] as const;
    clearOutOfBounds(this.values, low, high, setsBelow, targetSet, length32);
  }

  /**
   * The nearest thresholds below and above a value, each with the set of the documents below the threshold. When there
   * is no such threshold, its value is infinite.
   */
  findNearestThresholds(value: number, emptySet: Uint32Array): readonly [under: Threshold, over: Threshold] {
    const at = this.#firstFrom(value, true);
    const thresholdBelow = {
      value: this.#thresholds[at - 1] ?? Number.NEGATIVE_INFINITY,
      bitsBelow: this.#below[at - 1] ?? emptySet,
    };
    const thresholdAbove = {
      value: this.#thresholds[at] ?? Number.POSITIVE_INFINITY,
      bitsBelow: this.#below[at] ?? this.#hasValue,
    };
    return [thresholdBelow, thresholdAbove];
  }

  /** Quantiles of the values of the given documents. */
  chooseThresholds(documentIds: readonly number[]): readonly number[] {
    const sortedValues = documentIds
      .filter((documentId) => this.hasValueAt(documentId))
      .map((documentId) => this.values[documentId] ?? 0);
    sortedValues.sort((a, b) => a - b);
    const thresholds = new Set<number>();
    for (let part = 1; part <= maxThresholds; part += 1) {
      const value = sortedValues[Math.floor((part * sortedValues.length) / (maxThresholds + 1))];
      if (value !== undefined) thresholds.add(value);
    }
    return [...thresholds];
  }

  /**
   * Creates an empty set for each threshold. The caller fills the sets with `fillSets` and then passes them to
   * `setThresholds`.
   */
  makeEmptySets(thresholds: readonly number[]): Uint32Array<ArrayBuffer>[] {
    return thresholds.map(() => new Uint32Array(this.#hasValue.length));
  }

  /** Writes the blocks from `startBlock` to below `endBlock` of each set. */
  fillSets(sets: readonly Uint32Array[], thresholds: readonly number[], startBlock: number, endBlock: number): void {
    const bitsByThreshold = new Uint32Array(thresholds.length + 1);
    for (let bits32 = startBlock; bits32 < endBlock; bits32 += 1) {
      bitsByThreshold.fill(0);
      const hasValueBits32 = this.#hasValue[bits32] ?? 0;
      for (let bit = 0; bit < 32; bit += 1) {
        if (((hasValueBits32 >>> bit) & 1) === 0) continue;
        const firstThreshold = findFirstIndexAbove(thresholds, this.values[(bits32 << 5) + bit] ?? 0);
        bitsByThreshold[firstThreshold] = (bitsByThreshold[firstThreshold] ?? 0) | (1 << bit);
      }
      // A document below one threshold is also below all higher thresholds.
      let bitsBelow = 0;
      for (let at = 0; at < sets.length; at += 1) {
        bitsBelow |= bitsByThreshold[at] ?? 0;
        const set = sets[at];
        if (set !== undefined) set[bits32] = bitsBelow;
      }
    }
  }

  setThresholds(sets: Uint32Array<ArrayBuffer>[], thresholds: readonly number[]): void {
    this.#below = sets;
    this.#thresholds = thresholds;
    this.#counts = Array.from({ length: thresholds.length + 1 }, () => new CombinationCounts());
    this.#countedTo = 0;
  }

  /**
   * Counts the live documents by combination in slices. Yields the cost of each slice in steps of the maintenance
   * budget.
   */
  *countInSlices(liveDocuments: Uint32Array, count: CountSlice): Generator<number, void> {
    const emptySet = new Uint32Array(liveDocuments.length);
    const set = new Uint32Array(liveDocuments.length);
    while (this.#countedTo < liveDocuments.length * 32) {
      const from = this.#countedTo >>> 5;
      const length32 = Math.min(liveDocuments.length, from + sliceLength32);
      for (const [part, counts] of this.#counts.entries()) {
        const bitsBelowStart = this.#below[part - 1] ?? emptySet;
        const bitsBelowEnd = this.#below[part] ?? this.#hasValue;
        for (let at = from; at < length32; at += 1)
          set[at] = (liveDocuments[at] ?? 0) & (bitsBelowEnd[at] ?? 0) & ~(bitsBelowStart[at] ?? 0);
        count(counts, { set, from, length32 });
      }
      this.#countedTo = length32 * 32;
      yield sliceLength32 * 64;
    }
    this.#countedTo = Number.POSITIVE_INFINITY;
  }

  /** Adds (`change` is 1) or subtracts (-1) a document with its current value. */
  count(documentId: number, combinations: Uint16Array | Uint32Array, change: 1 | -1): void {
    if (documentId < this.#countedTo) this.#count(documentId, combinations, change);
  }

  #count(documentId: number, combinations: Uint16Array | Uint32Array, change: 1 | -1): void {
    if (!hasBit(this.#hasValue, documentId)) return;
    const part = findFirstIndexAbove(this.#thresholds, this.values[documentId] ?? 0);
    this.#counts[part]?.count(combinations, documentId * groupCount, change);
  }

  /**
   * The counts of the parts that cover the bounds, and whether the parts end exactly at the bounds. The result is null
   * until the parts are counted. `emptySet` is read in place of a threshold's set below the lowest threshold.
   */
  findCoveringParts(bounds: Bounds, emptySet: Uint32Array): CoveringParts | null {
    if (this.#countedTo !== Number.POSITIVE_INFINITY) return null;
    const [low, high] = makeIntegerRange(bounds);
    const from = this.#firstFrom(low, true);
    const to = this.#firstFrom(high, false);
    const isLowExact = low === Number.NEGATIVE_INFINITY || this.#thresholds[from - 1] === low;
    const isHighExact = high === Number.POSITIVE_INFINITY || this.#thresholds[to] === high;
    return {
      counts: this.#counts.slice(from, to + 1),
      isExact: isLowExact && isHighExact,
      bitsBelowStart: this.#below[from - 1] ?? emptySet,
      bitsBelowEnd: this.#below[to] ?? this.#hasValue,
    };
  }

  /**
   * The index of the first threshold at or above the value. When `mustBeHigher` is true, the result is the first
   * threshold that is higher than the value.
   */
  #firstFrom(value: number, mustBeHigher: boolean): number {
    let at = 0;
    for (const threshold of this.#thresholds) {
      if (mustBeHigher ? threshold > value : threshold >= value) break;
      at += 1;
    }
    return at;
  }
}

/** The index of the first threshold that is higher than the value. */
function findFirstIndexAbove(thresholds: readonly number[], value: number): number {
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((thresholds[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Turns bounds into a range of integers from `low` to below `high`. */
export function makeIntegerRange(bounds: Bounds): readonly [low: number, high: number] {
  const low = bounds.min === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(bounds.min);
  const high = bounds.max === undefined ? Number.POSITIVE_INFINITY : Math.floor(bounds.max) + 1;
  return [low, high];
}

function markDocumentsBelow(
  sets: readonly Uint32Array[],
  thresholds: readonly number[],
  documentId: number,
  value: number | null,
): void {
  const bits32 = documentId >>> 5;
  const bit = 1 << (documentId & 31);
  for (let at = 0; at < sets.length; at += 1) {
    const bits = sets[at];
    if (bits === undefined) continue;
    const isBelow = value !== null && value < (thresholds[at] ?? 0);
    bits[bits32] = isBelow ? (bits[bits32] ?? 0) | bit : (bits[bits32] ?? 0) & ~bit;
  }
}

/**
 * The first two sets are for the lower bound: the documents that are certainly below this bound, and the documents that
 * may be below this bound. The last two sets are the same two sets for the upper bound.
 */
type BoundSets = readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];

function clearOutOfBounds(
  values: Float64Array | Int32Array,
  low: number,
  high: number,
  [surelyBelowLowSet, possiblyBelowLowSet, surelyBelowHighSet, possiblyBelowHighSet]: BoundSets,
  targetSet: Uint32Array,
  length32: number,
): void {
  for (let at = 0; at < length32; at += 1) {
    let bits32 = (possiblyBelowHighSet[at] ?? 0) & ~(surelyBelowLowSet[at] ?? 0);
    let undecidedBits = bits32 & ~((surelyBelowHighSet[at] ?? 0) & ~(possiblyBelowLowSet[at] ?? 0));
    while (undecidedBits !== 0) {
      const bit = undecidedBits & -undecidedBits;
      const value = values[(at << 5) + 31 - Math.clz32(bit)] ?? 0;
      if (value < low || value >= high) bits32 &= ~bit;
      undecidedBits ^= bit;
    }
    targetSet[at] = bits32;
  }
}
