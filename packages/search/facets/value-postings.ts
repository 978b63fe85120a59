import { clearBit, computeLength32, countSharedBits, growBitSet, hasBit, setBit } from '../query/bit-set.ts';
import { CombinationCounts, type CountSlice, sliceLength32 } from './combination-counts.ts';

/**
 * A value that at least one in 256 documents has is stored as a bit set, a rarer value as a posting list. A bit set
 * takes more memory, but it can be used as a filter without further work.
 */
const bitmapRatio = 256;
const minListLength = 64;
/**
 * Counts are maintained for a value that at least one in 32 documents has. A rarer value has so few documents that
 * counting them during the search takes no longer than reading stored counts.
 */
const countingRatio = 32;

/**
 * The documents that have one facet value: a bit set or a posting list. The bit set contains exactly the documents with
 * the value. The posting list may contain documents whose value has changed; such documents are removed when the list
 * is full and before it is counted.
 */
export class ValuePostings {
  #bits: Uint32Array<ArrayBuffer> | null = null;
  #list = new Uint32Array(4);
  /** The length of the list, or the number of bits that are set. */
  #length = 0;
  /** Whether the list is sorted and without duplicates. */
  #isSorted = true;
  /** Whether every document of the list still has the value. */
  #isExact = true;
  /** Counts of the live documents with the value. */
  #counts: CombinationCounts | null = null;
  /** Only documents with a lower id than this are counted in `#counts`. */
  #countedTo = 0;

  get bits(): Uint32Array | null {
    return this.#bits;
  }

  get bytes(): number {
    return (this.#bits?.byteLength ?? 0) + this.#list.byteLength + (this.#counts?.bytes ?? 0);
  }

  grow(capacity: number): void {
    if (this.#bits !== null) this.#bits = growBitSet(this.#bits, capacity);
  }

  get isFull(): boolean {
    return this.#bits === null && this.#length === this.#list.length;
  }

  /** Adds a document. The caller calls `makeRoom` first when `isFull` is true. */
  add(documentId: number): void {
    if (this.#bits === null) {
      if (this.#length > 0 && documentId <= (this.#list[this.#length - 1] ?? 0)) this.#isSorted = false;
      this.#list[this.#length] = documentId;
    } else setBit(this.#bits, documentId);
    this.#length += 1;
  }

  /** The maintained counts. The counts are null until the documents are counted. */
  get counts(): CombinationCounts | null {
    return this.#countedTo === Number.POSITIVE_INFINITY ? this.#counts : null;
  }

  /** Whether the value has become frequent and is not counted yet. */
  isCountingDue(documentCount: number): boolean {
    return this.#bits !== null && this.counts === null && this.#length * countingRatio > documentCount;
  }

  /**
   * Counts the live documents in slices. After the counting, `count` keeps the counts current. Yields the cost of each
   * slice in steps of the maintenance budget.
   */
  *countInSlices(liveDocuments: Uint32Array, count: CountSlice): Generator<number, void> {
    const counts = new CombinationCounts();
    this.#counts = counts;
    this.#countedTo = 0;
    const set = new Uint32Array(liveDocuments.length);
    while (this.#counts === counts && this.#bits !== null && this.#countedTo < liveDocuments.length * 32) {
      const from = this.#countedTo >>> 5;
      const to = Math.min(liveDocuments.length, from + sliceLength32);
      for (let at = from; at < to; at += 1) set[at] = (liveDocuments[at] ?? 0) & (this.#bits[at] ?? 0);
      count(counts, { set, from, length32: to });
      this.#countedTo = to * 32;
      yield sliceLength32 * 4;
    }
    this.#countedTo = Number.POSITIVE_INFINITY;
  }

  /**
   * Adds (`change` is 1) or subtracts (-1) a document with the value. The document's combinations start at index `at`.
   */
  count(documentId: number, combinations: Uint16Array | Uint32Array, at: number, change: 1 | -1): void {
    if (documentId < this.#countedTo) this.#counts?.count(combinations, at, change);
  }

  /**
   * Removes the documents whose value has changed from the list. When the list is still full, it becomes a bit set or
   * doubles its capacity.
   */
  makeRoom(hasValue: (documentId: number) => boolean, documentCount: number, capacity: number): void {
    this.#clean(hasValue);
    const list = this.#list;
    const keptLength = this.#length;
    if (keptLength >= minListLength && keptLength * bitmapRatio > documentCount) {
      const bits = new Uint32Array(computeLength32(capacity));
      for (let at = 0; at < keptLength; at += 1) setBit(bits, list[at] ?? 0);
      this.#bits = bits;
      this.#list = new Uint32Array(0);
    } else if (keptLength * 4 > list.length * 3) {
      const enlargedList = new Uint32Array(list.length * 2);
      enlargedList.set(list);
      this.#list = enlargedList;
    }
  }

  /** Removes a document that has another value now. */
  remove(documentId: number): void {
    if (this.#bits === null) this.#isExact = false;
    else {
      clearBit(this.#bits, documentId);
      this.#length -= 1;
    }
  }

  /** Adds the documents to a set. */
  addDocumentsTo(targetSet: Uint32Array, length32: number, hasValue: (documentId: number) => boolean): void {
    if (this.#bits !== null) {
      const bits = this.#bits;
      for (let at = 0; at < length32; at += 1) targetSet[at] = (targetSet[at] ?? 0) | (bits[at] ?? 0);
      return;
    }
    if (!this.#isExact) this.#clean(hasValue);
    setAllBits(this.#list, this.#length, targetSet);
  }

  /** Number of documents of a set that have the value. */
  countDocumentsIn(set: Uint32Array, length32: number, hasValue: (documentId: number) => boolean): number {
    if (this.#bits !== null) return countSharedBits(set, this.#bits, length32);
    if (!this.#isSorted || !this.#isExact) this.#clean(hasValue);
    let total = 0;
    for (let at = 0; at < this.#length; at += 1) if (hasBit(set, this.#list[at] ?? 0)) total += 1;
    return total;
  }

  /** The approximate number of memory reads that `countDocumentsIn` needs. */
  estimateCountCost(length32: number): number {
    return this.#bits === null ? this.#length * (this.#isSorted && this.#isExact ? 2 : 30) : length32;
  }

  #clean(hasValue: (documentId: number) => boolean): void {
    const list = this.#list;
    if (!this.#isSorted) list.subarray(0, this.#length).sort();
    let keptLength = 0;
    for (let at = 0; at < this.#length; at += 1) {
      const documentId = list[at] ?? 0;
      if (hasValue(documentId) && (keptLength === 0 || list[keptLength - 1] !== documentId))
        list[keptLength++] = documentId;
    }
    this.#length = keptLength;
    this.#isSorted = true;
    this.#isExact = true;
  }
}

function setAllBits(list: Uint32Array, length: number, targetSet: Uint32Array): void {
  for (let at = 0; at < length; at += 1) setBit(targetSet, list[at] ?? 0);
}
