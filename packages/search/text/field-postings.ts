import type { PostingLists } from './posting-lists.ts';

const shift = 14;
const mask = (1 << shift) - 1;
const fieldCount = 4;
/** For each place the list of cars, or -1, and behind all of these the cars that are gathered. */
const recordLength = fieldCount * 2;

/**
 * Of each term the list of cars for each place where it stands. Cars are gathered 32 at a time, a bit each beside the list: a word that
 * many of them hold is written to its list once.
 */
export class FieldPostings {
  readonly #records: Int32Array[] = [];
  /** Terms and places that gathered cars have: `term * places + place`. */
  #dirty = new Int32Array(1_024);
  #dirtyCount = 0;
  /** The cars that are gathered: their numbers divided by 32. */
  #block = 0;

  /** Adds the next term. */
  addTerm(term: number): void {
    if ((term & mask) !== 0) return;
    const records = new Int32Array(recordLength << shift);
    for (let at = 0; at < records.length; at += recordLength) records.fill(-1, at, at + fieldCount);
    this.#records.push(records);
  }

  /** The list of a term at a place, or -1. Call `settle` first. */
  listOf(term: number, field: number): number {
    return (this.#records[term >>> shift] as Int32Array)[(term & mask) * recordLength + field] as number;
  }

  /** Begins with a car; its number is higher than all before. */
  beginDocument(documentId: number, lists: PostingLists): void {
    if (documentId >>> 5 === this.#block) return;
    this.flush(lists);
    this.#block = documentId >>> 5;
  }

  /** Adds the car that was begun to the first `count` terms at a place, unless it was added to one at a place before. */
  add(documentId: number, field: number, terms: Int32Array, count: number): void {
    const bit = 1 << (documentId & 31);
    if (this.#dirtyCount + count > this.#dirty.length) this.#makeRoom(count);
    const dirty = this.#dirty;
    let dirtyCount = this.#dirtyCount;
    for (let each = 0; each < count; each += 1) {
      const term = terms[each] as number;
      const records = this.#records[term >>> shift] as Int32Array;
      const at = (term & mask) * recordLength + fieldCount;
      let inBetterFields = 0;
      for (let other = 0; other < field; other += 1) inBetterFields |= records[at + other] as number;
      if ((inBetterFields & bit) !== 0) continue;
      const buffered = records[at + field] as number;
      if (buffered === 0) {
        dirty[dirtyCount] = term * fieldCount + field;
        dirtyCount += 1;
      }
      records[at + field] = buffered | bit;
    }
    this.#dirtyCount = dirtyCount;
  }

  /** Writes the gathered cars to their lists: before anything is looked for. */
  flush(lists: PostingLists): void {
    const dirty = this.#dirty;
    const first = this.#block << 5;
    for (let each = 0; each < this.#dirtyCount; each += 1) {
      const entry = dirty[each] as number;
      const term = entry >>> 2;
      const records = this.#records[term >>> shift] as Int32Array;
      const at = (term & mask) * recordLength + (entry & (fieldCount - 1));
      let list = records[at] as number;
      if (list < 0) {
        list = lists.add();
        records[at] = list;
      }
      lists.appendAll(list, first, records[at + fieldCount] as number);
      records[at + fieldCount] = 0;
    }
    this.#dirtyCount = 0;
  }

  get bytes(): number {
    return this.#records.length * ((recordLength * 4) << shift) + this.#dirty.byteLength;
  }

  #makeRoom(count: number): void {
    const longer = new Int32Array((this.#dirtyCount + count) * 2);
    longer.set(this.#dirty);
    this.#dirty = longer;
  }
}
