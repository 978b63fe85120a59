import type { PostingLists } from './posting-lists.ts';

const shift = 14;
const mask = (1 << shift) - 1;
const places = 4;
const fields = places + 1;

/** Of each term the list of cars for each place where it stands, and the last car that was added to any of them. */
export class TermPlaces {
  readonly #records: Int32Array[] = [];

  /** Adds the next term. */
  add(term: number): void {
    if ((term & mask) === 0) this.#records.push(new Int32Array(fields << shift).fill(-1));
  }

  /** The list of a term at a place, or -1. */
  listOf(term: number, place: number): number {
    return (this.#records[term >>> shift] as Int32Array)[(term & mask) * fields + place] as number;
  }

  /** The list to which this car is to be added, or -1 when it was added to one of the term before. */
  visit(term: number, place: number, number: number, lists: PostingLists): number {
    const records = this.#records[term >>> shift] as Int32Array;
    const at = (term & mask) * fields;
    if (records[at + places] === number) return -1;
    records[at + places] = number;
    const known = records[at + place] as number;
    if (known >= 0) return known;
    const made = lists.add();
    records[at + place] = made;
    return made;
  }

  get bytes(): number {
    return this.#records.length * ((fields * 4) << shift);
  }
}
