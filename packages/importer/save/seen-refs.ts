import { hash } from 'node:crypto';

const smallest = 1_024;
/** Numbers of a place: three of the print, one for the line. */
const stride = 4;

/**
 * Which references stood in a file, and on which line first. A reference is remembered by 96 bits of its hash in one table of numbers:
 * 32 bytes a row at most, where the texts themselves would take four times as much and slow down everything else that is in memory.
 */
export class SeenRefs {
  #table = new Uint32Array(smallest * stride);
  #size = 0;
  /** Asked for and then noted, a reference is hashed once. */
  #last = { ref: '', print: printOf('') };

  /** The line on which this reference stood first; undefined when it did not. Lines count from 1. */
  lineOf(ref: string): number | undefined {
    const line = this.#table[this.#placeOf(this.#printOf(ref)) + 3];
    return line === 0 ? undefined : line;
  }

  /** @returns the line on which it stood already; undefined, and it is noted, when it did not. */
  note(ref: string, line: number): number | undefined {
    const print = this.#printOf(ref);
    const place = this.#placeOf(print);
    const known = this.#table[place + 3];
    if (known !== undefined && known !== 0) return known;
    this.#put(place, print, line);
    this.#size += 1;
    if (this.#size * 2 > this.#table.length / stride) this.#grow();
    return undefined;
  }

  #printOf(ref: string): Uint32Array {
    if (this.#last.ref !== ref) this.#last = { ref, print: printOf(ref) };
    return this.#last.print;
  }

  #put(place: number, print: ArrayLike<number>, line: number): void {
    for (let part = 0; part < 3; part += 1) this.#table[place + part] = print[part] ?? 0;
    this.#table[place + 3] = line;
  }

  /** The index of the fingerprint, or the free slot where it belongs. */
  #placeOf(print: ArrayLike<number>): number {
    const table = this.#table;
    let place = (print[0] ?? 0) & (table.length / stride - 1);
    for (;;) {
      const at = place * stride;
      if (table[at + 3] === 0) return at;
      if (table[at] === print[0] && table[at + 1] === print[1] && table[at + 2] === print[2]) return at;
      place = (place + 1) & (table.length / stride - 1);
    }
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += stride) {
      if (old[at + 3] === 0) continue;
      const print = old.subarray(at, at + 3);
      this.#put(this.#placeOf(print), print, old[at + 3] ?? 0);
    }
  }
}

function printOf(ref: string): Uint32Array {
  const bytes = hash('sha256', ref, 'buffer');
  return Uint32Array.of(bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8));
}
