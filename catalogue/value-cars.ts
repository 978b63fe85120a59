import { clearBit, countShared, grownBits, hasBit, setBit, wordsFor } from './bit-set.ts';
import { CombinationCounts } from './combination-counts.ts';

/** A value that fewer than one in so many cars have is kept as a list of numbers, a more frequent one as bits. */
const listBelow = 32;
const listAtLeast = 64;

/**
 * The cars that have one value. As bits it is exact; as a list it may hold cars that have another value by now, so who reads
 * it asks `holds`, and the list is cleaned whenever it is full.
 */
export class ValueCars {
  #bits: Uint32Array<ArrayBuffer> | null = null;
  #list = new Uint32Array(4);
  #length = 0;
  /** No number stands twice in the list. */
  #isClean = true;
  /** Of the cars on offer with the value; kept for values that are bits. */
  #counts: CombinationCounts | null = null;

  get bits(): Uint32Array | null {
    return this.#bits;
  }

  get bytes(): number {
    return (this.#bits?.byteLength ?? 0) + this.#list.byteLength + (this.#counts?.bytes ?? 0);
  }

  grow(capacity: number): void {
    if (this.#bits !== null) this.#bits = grownBits(this.#bits, capacity);
  }

  get isFull(): boolean {
    return this.#bits === null && this.#length === this.#list.length;
  }

  /** Call `makeRoom` first when it is full. */
  add(number: number): void {
    if (this.#bits !== null) setBit(this.#bits, number);
    else {
      if (this.#length > 0 && number <= (this.#list[this.#length - 1] ?? 0)) this.#isClean = false;
      this.#list[this.#length++] = number;
    }
  }

  get counts(): CombinationCounts | null {
    return this.#counts;
  }

  startCounts(): CombinationCounts {
    this.#counts = new CombinationCounts();
    return this.#counts;
  }

  /** `numbers` is how many numbers were given so far, `capacity` for how many there is room. */
  makeRoom(holds: (number: number) => boolean, numbers: number, capacity: number): void {
    this.#clean(holds);
    const list = this.#list;
    const kept = this.#length;
    if (kept >= listAtLeast && kept * listBelow > numbers) {
      const bits = new Uint32Array(wordsFor(capacity));
      for (let at = 0; at < kept; at += 1) setBit(bits, list[at] ?? 0);
      this.#bits = bits;
      this.#list = new Uint32Array(0);
      this.#length = 0;
    } else if (kept * 4 > list.length * 3) {
      const longer = new Uint32Array(list.length * 2);
      longer.set(list);
      this.#list = longer;
    }
  }

  drop(number: number): void {
    if (this.#bits !== null) clearBit(this.#bits, number);
  }

  /** Adds the cars to a set. */
  mark(into: Uint32Array, words: number, holds: (number: number) => boolean): void {
    if (this.#bits !== null) {
      const bits = this.#bits;
      for (let at = 0; at < words; at += 1) into[at] = (into[at] ?? 0) | (bits[at] ?? 0);
      return;
    }
    for (let at = 0; at < this.#length; at += 1) {
      const number = this.#list[at] ?? 0;
      if (holds(number)) setBit(into, number);
    }
  }

  /** How many cars of a set have the value. */
  countIn(set: Uint32Array, words: number, holds: (number: number) => boolean): number {
    if (this.#bits !== null) return countShared(set, this.#bits, words);
    if (!this.#isClean) this.#clean(holds);
    let total = 0;
    for (let at = 0; at < this.#length; at += 1) {
      const number = this.#list[at] ?? 0;
      if (hasBit(set, number) && holds(number)) total += 1;
    }
    return total;
  }

  /** About how many words or numbers `countIn` reads. */
  costOfCount(words: number): number {
    return this.#bits === null ? this.#length * (this.#isClean ? 3 : 30) : words;
  }

  #clean(holds: (number: number) => boolean): void {
    const list = this.#list;
    let kept = 0;
    for (const number of list.subarray(0, this.#length).sort()) {
      if (holds(number) && (kept === 0 || list[kept - 1] !== number)) list[kept++] = number;
    }
    this.#length = kept;
    this.#isClean = true;
  }
}
