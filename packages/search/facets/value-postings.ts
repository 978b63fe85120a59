import { clearBit, countShared, hasBit, length32For, setBit, withCapacity } from '../query/bit-set.ts';
import { CombinationCounts, type CountSlice, sliceLength32 } from './combination-counts.ts';

/**
 * A value that fewer than one in so many cars have is kept as a list of numbers, a more frequent one as bits: more memory than the list,
 * but a filter that is at hand costs a search nothing.
 */
const bitmapFrom = 256;
const minListLength = 64;
/** What one in so many cars has is counted beside: a rarer one leaves so few cars that counting them takes no longer. */
const countFrom = 32;

/**
 * The cars that have one value. As bits it is exact; as a list it may hold cars that have another value by now, so who reads
 * it asks `holds`, and the list is cleaned whenever it is full.
 */
export class ValuePostings {
  #bits: Uint32Array<ArrayBuffer> | null = null;
  #list = new Uint32Array(4);
  /** Numbers in the list, or bits that are set. */
  #length = 0;
  /** No number stands twice in the list. */
  #isSorted = true;
  /** Every car of the list still has the value. */
  #isExact = true;
  /** Of the cars on offer with the value. */
  #counts: CombinationCounts | null = null;
  /** Numbers below this are in `#counts`. */
  #countedTo = 0;

  get bits(): Uint32Array | null {
    return this.#bits;
  }

  get bytes(): number {
    return (this.#bits?.byteLength ?? 0) + this.#list.byteLength + (this.#counts?.bytes ?? 0);
  }

  grow(capacity: number): void {
    if (this.#bits !== null) this.#bits = withCapacity(this.#bits, capacity);
  }

  get isFull(): boolean {
    return this.#bits === null && this.#length === this.#list.length;
  }

  /** Call `makeRoom` first when it is full. */
  add(documentId: number): void {
    if (this.#bits === null) {
      if (this.#length > 0 && documentId <= (this.#list[this.#length - 1] ?? 0)) this.#isSorted = false;
      this.#list[this.#length] = documentId;
    } else setBit(this.#bits, documentId);
    this.#length += 1;
  }

  /** Null as long as they are not counted. */
  get counts(): CombinationCounts | null {
    return this.#countedTo === Number.POSITIVE_INFINITY ? this.#counts : null;
  }

  /** Whether `counting` is due; `numbers` is how many numbers were given so far. */
  isCountingDue(documentCount: number): boolean {
    return this.#bits !== null && this.counts === null && this.#length * countFrom > documentCount;
  }

  /** Counts the cars on offer in slices, from now on those that change as well; yields the work of each. */
  *counting(liveDocuments: Uint32Array, count: CountSlice): Generator<number, void> {
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

  /** Counts a car with the value in (1) or out (-1); its combinations stand from a place on. */
  count(documentId: number, combinations: Uint16Array | Uint32Array, at: number, by: 1 | -1): void {
    if (documentId < this.#countedTo) this.#counts?.count(combinations, at, by);
  }

  /** `numbers` is how many numbers were given so far, `capacity` for how many there is room. */
  makeRoom(hasValue: (documentId: number) => boolean, documentCount: number, capacity: number): void {
    this.#clean(hasValue);
    const list = this.#list;
    const kept = this.#length;
    if (kept >= minListLength && kept * bitmapFrom > documentCount) {
      const bits = new Uint32Array(length32For(capacity));
      for (let at = 0; at < kept; at += 1) setBit(bits, list[at] ?? 0);
      this.#bits = bits;
      this.#list = new Uint32Array(0);
    } else if (kept * 4 > list.length * 3) {
      const longer = new Uint32Array(list.length * 2);
      longer.set(list);
      this.#list = longer;
    }
  }

  /** A car has another value now. */
  remove(documentId: number): void {
    if (this.#bits === null) this.#isExact = false;
    else {
      clearBit(this.#bits, documentId);
      this.#length -= 1;
    }
  }

  /** Adds the cars to a set. */
  addTo(into: Uint32Array, length32: number, hasValue: (documentId: number) => boolean): void {
    if (this.#bits !== null) {
      const bits = this.#bits;
      for (let at = 0; at < length32; at += 1) into[at] = (into[at] ?? 0) | (bits[at] ?? 0);
      return;
    }
    if (!this.#isExact) this.#clean(hasValue);
    setAll(this.#list, this.#length, into);
  }

  /** How many cars of a set have the value. */
  countIn(set: Uint32Array, length32: number, hasValue: (documentId: number) => boolean): number {
    if (this.#bits !== null) return countShared(set, this.#bits, length32);
    if (!this.#isSorted || !this.#isExact) this.#clean(hasValue);
    let total = 0;
    for (let at = 0; at < this.#length; at += 1) if (hasBit(set, this.#list[at] ?? 0)) total += 1;
    return total;
  }

  /** About how many words or numbers `countIn` reads. */
  countCost(length32: number): number {
    return this.#bits === null ? this.#length * (this.#isSorted && this.#isExact ? 2 : 30) : length32;
  }

  #clean(hasValue: (documentId: number) => boolean): void {
    const list = this.#list;
    if (!this.#isSorted) list.subarray(0, this.#length).sort();
    let kept = 0;
    for (let at = 0; at < this.#length; at += 1) {
      const documentId = list[at] ?? 0;
      if (hasValue(documentId) && (kept === 0 || list[kept - 1] !== documentId)) list[kept++] = documentId;
    }
    this.#length = kept;
    this.#isSorted = true;
    this.#isExact = true;
  }
}

function setAll(list: Uint32Array, length: number, into: Uint32Array): void {
  for (let at = 0; at < length; at += 1) setBit(into, list[at] ?? 0);
}
