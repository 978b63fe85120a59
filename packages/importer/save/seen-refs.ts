import { hash } from 'node:crypto';

const smallestCapacity = 1_024;
/** Number of 32-bit integers per entry: three for the fingerprint, one for the line. */
const slotLength = 4;

/**
 * The references of a file, and the first line of each. Each reference is stored as 96 bits of its hash in one typed
 * array, with at most 32 bytes per row. Storing the texts would take four times as much memory and slow down the
 * garbage collector.
 */
export class SeenRefs {
  #table = new Uint32Array(smallestCapacity * slotLength);
  #size = 0;
  /**
   * The dealer's reference whose hash was computed last, and that hash. Calling `findLine` and then `note` with the
   * same reference computes the hash once.
   */
  #last = { ref: '', print: computeFingerprint('') };

  /** The first line of this reference, counted from 1. The result is undefined when the reference is new. */
  findLine(ref: string): number | undefined {
    const line = this.#table[this.#findSlot(this.#findFingerprint(ref)) + 3];
    return line === 0 ? undefined : line;
  }

  /**
   * Records a reference with its line, unless the reference is already recorded.
   * @returns the first line of a reference that was already recorded; undefined for a new reference
   */
  note(ref: string, line: number): number | undefined {
    const fingerprint = this.#findFingerprint(ref);
    const slot = this.#findSlot(fingerprint);
    const storedLine = this.#table[slot + 3];
    if (storedLine !== undefined && storedLine !== 0) return storedLine;
    this.#put(slot, fingerprint, line);
    this.#size += 1;
    if (this.#size * 2 > this.#table.length / slotLength) this.#grow();
    return undefined;
  }

  #findFingerprint(ref: string): Uint32Array {
    if (this.#last.ref !== ref) this.#last = { ref, print: computeFingerprint(ref) };
    return this.#last.print;
  }

  #put(slot: number, fingerprint: ArrayLike<number>, line: number): void {
    for (let partIndex = 0; partIndex < 3; partIndex += 1) this.#table[slot + partIndex] = fingerprint[partIndex] ?? 0;
    this.#table[slot + 3] = line;
  }

  /** The index of the fingerprint, or the free slot in which it is inserted. */
  #findSlot(fingerprint: ArrayLike<number>): number {
    const table = this.#table;
    let slot = (fingerprint[0] ?? 0) & (table.length / slotLength - 1);
    for (;;) {
      const at = slot * slotLength;
      if (table[at + 3] === 0) return at;
      if (table[at] === fingerprint[0] && table[at + 1] === fingerprint[1] && table[at + 2] === fingerprint[2])
        return at;
      slot = (slot + 1) & (table.length / slotLength - 1);
    }
  }

  #grow(): void {
    const oldTable = this.#table;
    this.#table = new Uint32Array(oldTable.length * 2);
    for (let at = 0; at < oldTable.length; at += slotLength) {
      if (oldTable[at + 3] === 0) continue;
      const fingerprint = oldTable.subarray(at, at + 3);
      this.#put(this.#findSlot(fingerprint), fingerprint, oldTable[at + 3] ?? 0);
    }
  }
}

function computeFingerprint(ref: string): Uint32Array {
  const bytes = hash('sha256', ref, 'buffer');
  return Uint32Array.of(bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8));
}
