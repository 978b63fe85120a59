import type { PostingLists } from './posting-lists.ts';

const shift = 14;
const mask = (1 << shift) - 1;
const places = 4;
/** For each place the list of cars, or -1, and behind all of these the cars that are gathered. */
const fields = places * 2;

/**
 * Of each term the list of cars for each place where it stands. Cars are gathered 32 at a time, a bit each beside the list: a word that
 * many of them hold is written to its list once.
 */
export class TermPlaces {
  readonly #records: Int32Array[] = [];
  /** Terms and places that gathered cars have: `term * places + place`. */
  #touched = new Int32Array(1_024);
  #touchedCount = 0;
  /** The cars that are gathered: their numbers divided by 32. */
  #word = 0;

  /** Adds the next term. */
  add(term: number): void {
    if ((term & mask) !== 0) return;
    const records = new Int32Array(fields << shift);
    for (let at = 0; at < records.length; at += fields) records.fill(-1, at, at + places);
    this.#records.push(records);
  }

  /** The list of a term at a place, or -1. Call `settle` first. */
  listOf(term: number, place: number): number {
    return (this.#records[term >>> shift] as Int32Array)[(term & mask) * fields + place] as number;
  }

  /** Begins with a car; its number is higher than all before. */
  begin(number: number, lists: PostingLists): void {
    if (number >>> 5 === this.#word) return;
    this.settle(lists);
    this.#word = number >>> 5;
  }

  /** Adds the car that was begun to the first `count` terms at a place, unless it was added to one at a place before. */
  mark(number: number, place: number, terms: Int32Array, count: number): void {
    const bit = 1 << (number & 31);
    if (this.#touchedCount + count > this.#touched.length) this.#makeRoom(count);
    const touched = this.#touched;
    let touchedCount = this.#touchedCount;
    for (let each = 0; each < count; each += 1) {
      const term = terms[each] as number;
      const records = this.#records[term >>> shift] as Int32Array;
      const at = (term & mask) * fields + places;
      let before = 0;
      for (let other = 0; other < place; other += 1) before |= records[at + other] as number;
      if ((before & bit) !== 0) continue;
      const gathered = records[at + place] as number;
      if (gathered === 0) {
        touched[touchedCount] = term * places + place;
        touchedCount += 1;
      }
      records[at + place] = gathered | bit;
    }
    this.#touchedCount = touchedCount;
  }

  /** Writes the gathered cars to their lists: before anything is looked for. */
  settle(lists: PostingLists): void {
    const touched = this.#touched;
    const first = this.#word << 5;
    for (let each = 0; each < this.#touchedCount; each += 1) {
      const entry = touched[each] as number;
      const term = entry >>> 2;
      const records = this.#records[term >>> shift] as Int32Array;
      const at = (term & mask) * fields + (entry & (places - 1));
      let list = records[at] as number;
      if (list < 0) {
        list = lists.add();
        records[at] = list;
      }
      lists.appendAll(list, first, records[at + places] as number);
      records[at + places] = 0;
    }
    this.#touchedCount = 0;
  }

  get bytes(): number {
    return this.#records.length * ((fields * 4) << shift) + this.#touched.byteLength;
  }

  #makeRoom(count: number): void {
    const longer = new Int32Array((this.#touchedCount + count) * 2);
    longer.set(this.#touched);
    this.#touched = longer;
  }
}
