import { clearBit, hasBit, length32For, setBit, withCapacity } from '../query/bit-set.ts';
import type { Bounds } from '../query/query.ts';
import { CombinationCounts, type CountSlice, sliceLength32 } from './combination-counts.ts';
import { groupCount } from './facet-groups.ts';

/** The cars below a value. */
export type Threshold = { readonly value: number; readonly below: Uint32Array };

/** Counts of sets that have no car in common. */
export type Neighbours = {
  readonly counts: readonly CombinationCounts[];
  readonly isExact: boolean;
  /** The cars below the first of them, and those below the end of the last. */
  readonly under: Uint32Array;
  readonly over: Uint32Array;
};

/** How many sets "below a threshold" a column has; a bound then looks at one part in so many of the cars one by one. */
const maxThresholds = 31;

/**
 * A number a car, or none. All numbers are whole. A range is found through the sets of the cars below each of a few thresholds: those
 * surely within are two words apart, and only the cars between a bound and its neighbouring thresholds are looked at.
 */
export class NumericColumn {
  values: Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;
  /** Cars that have a number. */
  #hasValue: Uint32Array<ArrayBuffer>;
  #thresholds: readonly number[] = [];
  #below: Uint32Array<ArrayBuffer>[] = [];
  /** Of the cars on offer from each threshold to the next; in front those below all. Cars without a number stand nowhere. */
  #counts: CombinationCounts[] = [];
  /** Numbers below this are counted. */
  #countedTo = 0;

  constructor(kind: 'wide' | 'narrow', capacity: number) {
    this.values = kind === 'wide' ? new Float64Array(capacity) : new Int32Array(capacity);
    this.#hasValue = new Uint32Array(length32For(capacity));
  }

  get bytes(): number {
    const counts = this.#counts.reduce((sum, each) => sum + each.bytes, 0);
    return this.values.byteLength + this.#hasValue.byteLength * (1 + this.#below.length) + counts;
  }

  /** Makes room for more cars, in slices; yields the work of each. */
  *growing(capacity: number): Generator<number, void> {
    const values = this.values instanceof Float64Array ? new Float64Array(capacity) : new Int32Array(capacity);
    values.set(this.values);
    this.values = values;
    yield capacity;
    this.#hasValue = withCapacity(this.#hasValue, capacity);
    this.#below = this.#below.map((bits) => withCapacity(bits, capacity));
    yield capacity;
  }

  write(documentId: number, value: number | null): void {
    this.values[documentId] = value ?? 0;
    if (value === null) clearBit(this.#hasValue, documentId);
    else setBit(this.#hasValue, documentId);
    if (this.#below.length > 0) markBelow(this.#below, this.#thresholds, documentId, value);
  }

  hasValueAt(documentId: number): boolean {
    return hasBit(this.#hasValue, documentId);
  }

  /** A rank for an order: lower the earlier, infinite where there is no number. @param step 1 or -1, for descending */
  rankOf(documentId: number, step: number): number {
    return hasBit(this.#hasValue, documentId) ? (this.values[documentId] ?? 0) * step : Number.POSITIVE_INFINITY;
  }

  valueOf(documentId: number): number | null {
    return hasBit(this.#hasValue, documentId) ? (this.values[documentId] ?? 0) : null;
  }

  /**
   * Without an order: looks at each car between a bound and the thresholds around it.
   * Writes the set of the cars within the bounds, both ends included; may hold cars that were struck out. `none` is an empty set.
   */
  writeRange(bounds: Bounds, into: Uint32Array, length32: number, none: Uint32Array): void {
    const [low, high] = limitsOf(bounds);
    const surelyBelowLow = this.#below[this.#firstFrom(low, true) - 1] ?? none;
    const maybeBelowLow =
      low === Number.NEGATIVE_INFINITY ? none : (this.#below[this.#firstFrom(low, false)] ?? this.#hasValue);
    const surelyBelowHigh =
      high === Number.POSITIVE_INFINITY ? this.#hasValue : (this.#below[this.#firstFrom(high, true) - 1] ?? none);
    const maybeBelowHigh = this.#below[this.#firstFrom(high, false)] ?? this.#hasValue;
    const below = [surelyBelowLow, maybeBelowLow, surelyBelowHigh, maybeBelowHigh] as const;
    cutEdges(this.values, low, high, below, into, length32);
  }

  /** The thresholds around a value, infinite where there is none, each with the set of the cars below it. */
  neighbours(value: number, none: Uint32Array): readonly [under: Threshold, over: Threshold] {
    const at = this.#firstFrom(value, true);
    const under = { value: this.#thresholds[at - 1] ?? Number.NEGATIVE_INFINITY, below: this.#below[at - 1] ?? none };
    const over = { value: this.#thresholds[at] ?? Number.POSITIVE_INFINITY, below: this.#below[at] ?? this.#hasValue };
    return [under, over];
  }

  /** Thresholds at which the cars given fall into parts of about the same size. */
  thresholdsOf(documentIds: readonly number[]): readonly number[] {
    const sorted = documentIds
      .filter((documentId) => this.hasValueAt(documentId))
      .map((documentId) => this.values[documentId] ?? 0);
    sorted.sort((a, b) => a - b);
    const thresholds = new Set<number>();
    for (let part = 1; part <= maxThresholds; part += 1) {
      const value = sorted[Math.floor((part * sorted.length) / (maxThresholds + 1))];
      if (value !== undefined) thresholds.add(value);
    }
    return [...thresholds];
  }

  /** Sets for the thresholds, still empty; `fill` them, then `adopt` them. */
  emptySets(thresholds: readonly number[]): Uint32Array<ArrayBuffer>[] {
    return thresholds.map(() => new Uint32Array(this.#hasValue.length));
  }

  /** Writes the bits of the cars of some words, whatever stood there. */
  fill(sets: readonly Uint32Array[], thresholds: readonly number[], from32: number, to32: number): void {
    const byThreshold = new Uint32Array(thresholds.length + 1);
    for (let bits32 = from32; bits32 < to32; bits32 += 1) {
      byThreshold.fill(0);
      const hasValue = this.#hasValue[bits32] ?? 0;
      for (let bit = 0; bit < 32; bit += 1) {
        if (((hasValue >>> bit) & 1) === 0) continue;
        const first = firstAbove(thresholds, this.values[(bits32 << 5) + bit] ?? 0);
        byThreshold[first] = (byThreshold[first] ?? 0) | (1 << bit);
      }
      // Below a threshold is also below all higher ones.
      let below = 0;
      for (let at = 0; at < sets.length; at += 1) {
        below |= byThreshold[at] ?? 0;
        const set = sets[at];
        if (set !== undefined) set[bits32] = below;
      }
    }
  }

  setThresholds(sets: Uint32Array<ArrayBuffer>[], thresholds: readonly number[]): void {
    this.#below = sets;
    this.#thresholds = thresholds;
    this.#counts = Array.from({ length: thresholds.length + 1 }, () => new CombinationCounts());
    this.#countedTo = 0;
  }

  /** Counts the cars on offer by their combinations in slices; yields the work of each. */
  *counting(liveDocuments: Uint32Array, count: CountSlice): Generator<number, void> {
    const none = new Uint32Array(liveDocuments.length);
    const set = new Uint32Array(liveDocuments.length);
    while (this.#countedTo < liveDocuments.length * 32) {
      const from = this.#countedTo >>> 5;
      const length32 = Math.min(liveDocuments.length, from + sliceLength32);
      for (const [part, counts] of this.#counts.entries()) {
        const under = this.#below[part - 1] ?? none;
        const over = this.#below[part] ?? this.#hasValue;
        for (let at = from; at < length32; at += 1)
          set[at] = (liveDocuments[at] ?? 0) & (over[at] ?? 0) & ~(under[at] ?? 0);
        count(counts, { set, from, length32 });
      }
      this.#countedTo = length32 * 32;
      yield sliceLength32 * 64;
    }
    this.#countedTo = Number.POSITIVE_INFINITY;
  }

  /** Counts a car in (1) or out (-1) with the number that stands here now. */
  count(documentId: number, combinations: Uint16Array | Uint32Array, by: 1 | -1): void {
    if (documentId < this.#countedTo) this.#count(documentId, combinations, by);
  }

  #count(documentId: number, combinations: Uint16Array | Uint32Array, by: 1 | -1): void {
    if (!hasBit(this.#hasValue, documentId)) return;
    const part = firstAbove(this.#thresholds, this.values[documentId] ?? 0);
    this.#counts[part]?.count(combinations, documentId * groupCount, by);
  }

  /**
   * The counts of the cars between the thresholds around the bounds, and whether these are the bounds; null while they are
   * not counted. `none` is an empty set.
   */
  countsAround(bounds: Bounds, none: Uint32Array): Neighbours | null {
    if (this.#countedTo !== Number.POSITIVE_INFINITY) return null;
    const [low, high] = limitsOf(bounds);
    const from = this.#firstFrom(low, true);
    const to = this.#firstFrom(high, false);
    const isLow = low === Number.NEGATIVE_INFINITY || this.#thresholds[from - 1] === low;
    const isHigh = high === Number.POSITIVE_INFINITY || this.#thresholds[to] === high;
    return {
      counts: this.#counts.slice(from, to + 1),
      isExact: isLow && isHigh,
      under: this.#below[from - 1] ?? none,
      over: this.#below[to] ?? this.#hasValue,
    };
  }

  /** The place of the first threshold that is at least the value, or above it. */
  #firstFrom(value: number, above: boolean): number {
    let at = 0;
    for (const threshold of this.#thresholds) {
      if (above ? threshold > value : threshold >= value) break;
      at += 1;
    }
    return at;
  }
}

/** The place of the first threshold above the value. */
function firstAbove(thresholds: readonly number[], value: number): number {
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((thresholds[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** From the first, below the second: the numbers are whole. */
export function limitsOf(bounds: Bounds): readonly [low: number, high: number] {
  const low = bounds.min === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(bounds.min);
  const high = bounds.max === undefined ? Number.POSITIVE_INFINITY : Math.floor(bounds.max) + 1;
  return [low, high];
}

function markBelow(
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

/** The cars surely and maybe below the lower bound, and the upper. */
type Below = readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];

function cutEdges(
  values: Float64Array | Int32Array,
  low: number,
  high: number,
  [surelyBelowLow, maybeBelowLow, surelyBelowHigh, maybeBelowHigh]: Below,
  into: Uint32Array,
  length32: number,
): void {
  for (let at = 0; at < length32; at += 1) {
    let bits32 = (maybeBelowHigh[at] ?? 0) & ~(surelyBelowLow[at] ?? 0);
    let unsure = bits32 & ~((surelyBelowHigh[at] ?? 0) & ~(maybeBelowLow[at] ?? 0));
    while (unsure !== 0) {
      const bit = unsure & -unsure;
      const value = values[(at << 5) + 31 - Math.clz32(bit)] ?? 0;
      if (value < low || value >= high) bits32 &= ~bit;
      unsure ^= bit;
    }
    into[at] = bits32;
  }
}
