import { bitCount } from './near-words.ts';

const blockShift = 18;
const blockMask = (1 << blockShift) - 1;
const listsShift = 13;
const listsMask = (1 << listsShift) - 1;

/** Fields of a list: how many numbers, the last one, where its first slice begins, where it writes on, where that slice ends, its level. */
const fields = 6;
const dense = 0xffff_ffff;
/** Bytes for numbers in a slice, by level; four more lead to the next slice. */
const sliceSizes = [8, 16, 32, 64, 128, 256, 512, 1024, 2048] as const;
const lastLevel = sliceSizes.length - 1;
const bitWords = 2048;
/** Numbers in a list before it may become bits, and how often it is looked at again. */
const denseStep = 4096;

/**
 * Lists of growing numbers. A list is kept as distances of one to four bytes in slices that grow with it, and as bits once it holds
 * more than each eighth number: then bits are smaller, and joined 32 at a time. A list of one number needs no slice.
 */
export class PostingLists {
  count = 0;
  readonly #lists: Uint32Array[] = [];
  readonly #blocks: Uint8Array[] = [];
  #free = 1 << blockShift;
  /** Slices of lists that became bits, by level. */
  readonly #spare: number[][] = sliceSizes.map(() => []);
  /** Of each list of bits, one array for 65,536 numbers, made when one of them comes. */
  readonly #bits: (Uint32Array | undefined)[][] = [];
  #bitBytes = 0;

  add(): number {
    if ((this.count & listsMask) === 0) this.#lists.push(new Uint32Array(fields << listsShift));
    this.count += 1;
    return this.count - 1;
  }

  sizeOf(list: number): number {
    return (this.#lists[list >>> listsShift] as Uint32Array)[(list & listsMask) * fields] as number;
  }

  /** Adds a number, which must be higher than all in the list. */
  append(list: number, number: number): void {
    const records = this.#lists[list >>> listsShift] as Uint32Array;
    const at = (list & listsMask) * fields;
    const count = records[at] as number;
    records[at] = count + 1;
    const last = records[at + 1] as number;
    records[at + 1] = number;
    if (count === 0) return;
    if (records[at + 2] === dense) {
      this.#setBits(records[at + 3] as number, number, 1 << (number & 31));
      return;
    }
    if (count === 1) {
      const slice = this.#newSlice(0);
      records[at + 2] = slice;
      records[at + 3] = slice;
      records[at + 4] = slice + sliceSizes[0];
      records[at + 5] = 0;
      this.#write(records, at, last + 1);
    }
    this.#write(records, at, number - last);
    if (((count + 1) & (denseStep - 1)) === 0 && (count + 1) * 8 > number) this.#makeDense(list, records, at);
  }

  /** As `append`, of several: `first` is a multiple of 32, and each bit that is set stands for a number from there on. */
  appendAll(list: number, first: number, bits: number): void {
    const records = this.#lists[list >>> listsShift] as Uint32Array;
    const at = (list & listsMask) * fields;
    if (records[at + 2] === dense) {
      records[at] = (records[at] as number) + bitCount(bits);
      records[at + 1] = first + 31 - Math.clz32(bits);
      this.#setBits(records[at + 3] as number, first, bits);
      return;
    }
    let left = bits;
    // Where a list may begin its slices or become bits, each is looked at.
    const count = records[at] as number;
    if (count < 2 || (count & (denseStep - 1)) > denseStep - 33) {
      for (; left !== 0; left &= left - 1) this.append(list, first + 31 - Math.clz32(left & -left));
      return;
    }
    let last = records[at + 1] as number;
    for (; left !== 0; left &= left - 1) {
      const number = first + 31 - Math.clz32(left & -left);
      this.#write(records, at, number - last);
      last = number;
    }
    records[at] = count + bitCount(bits);
    records[at + 1] = last;
  }

  /** Sets the bits of all numbers of a list. */
  readInto(list: number, bits: Uint32Array): void {
    const records = this.#lists[list >>> listsShift] as Uint32Array;
    const at = (list & listsMask) * fields;
    const count = records[at] as number;
    if (count <= 1) {
      if (count === 1) setBit(bits, records[at + 1] as number);
      return;
    }
    if (records[at + 2] === dense) {
      this.#joinBits(records[at + 3] as number, bits);
      return;
    }
    const slices = new SliceReader(this.#blocks, records[at + 2] as number);
    let number = -1;
    for (let left = count; left > 0; left -= 1) {
      number += slices.next();
      bits[number >>> 5] = (bits[number >>> 5] as number) | (1 << (number & 31));
    }
  }

  /** How many numbers of a list are in a set. */
  countIn(list: number, among: Uint32Array): number {
    const records = this.#lists[list >>> listsShift] as Uint32Array;
    const at = (list & listsMask) * fields;
    const size = records[at] as number;
    if (size <= 1) return size === 1 && hasBit(among, records[at + 1] as number) ? 1 : 0;
    if (records[at + 2] === dense) return this.#countBits(records[at + 3] as number, among);
    const slices = new SliceReader(this.#blocks, records[at + 2] as number);
    let number = -1;
    let count = 0;
    for (let left = size; left > 0; left -= 1) {
      number += slices.next();
      if (hasBit(among, number)) count += 1;
    }
    return count;
  }

  get bytes(): number {
    return this.#lists.length * ((fields * 4) << listsShift) + (this.#blocks.length << blockShift) + this.#bitBytes;
  }

  #write(records: Uint32Array, at: number, distance: number): void {
    let address = records[at + 3] as number;
    if (address + 4 > (records[at + 4] as number)) address = this.#nextSlice(records, at);
    const block = this.#blocks[address >>> blockShift] as Uint8Array;
    let write = address & blockMask;
    let rest = distance;
    while (rest > 127) {
      block[write] = (rest & 127) | 128;
      write += 1;
      rest >>>= 7;
    }
    block[write] = rest;
    records[at + 3] = address - (address & blockMask) + write + 1;
  }

  #nextSlice(records: Uint32Array, at: number): number {
    const end = records[at + 4] as number;
    const level = Math.min((records[at + 5] as number) + 1, lastLevel);
    const slice = this.#newSlice(level);
    writePointer(this.#blocks[end >>> blockShift] as Uint8Array, end & blockMask, slice);
    records[at + 3] = slice;
    records[at + 4] = slice + (sliceSizes[level] as number);
    records[at + 5] = level;
    return slice;
  }

  #newSlice(level: number): number {
    const spare = this.#spare[level]?.pop();
    if (spare !== undefined) return spare;
    const size = (sliceSizes[level] as number) + 4;
    // A slice must end before its block does: the address after its last byte belongs to the same block.
    if (this.#free + size >= 1 << blockShift) {
      this.#blocks.push(new Uint8Array(1 << blockShift));
      this.#free = 0;
    }
    const address = (this.#blocks.length - 1) * (1 << blockShift) + this.#free;
    this.#free += size;
    return address;
  }

  #makeDense(list: number, records: Uint32Array, at: number): void {
    const highest = records[at + 1] as number;
    const bits = new Uint32Array((Math.floor(highest / 65_536) + 1) * bitWords);
    this.readInto(list, bits);
    this.#giveBack(records, at);
    const chunks: Uint32Array[] = [];
    for (let from = 0; from < bits.length; from += bitWords) chunks.push(bits.slice(from, from + bitWords));
    this.#bitBytes += bits.byteLength;
    records[at + 2] = dense;
    records[at + 3] = this.#bits.length;
    this.#bits.push(chunks);
  }

  #giveBack(records: Uint32Array, at: number): void {
    const lastEnd = records[at + 4] as number;
    let address = records[at + 2] as number;
    for (let level = 0; ; ) {
      this.#spare[level]?.push(address);
      const end = address + (sliceSizes[level] as number);
      if (end === lastEnd) return;
      address = pointerAt(this.#blocks[end >>> blockShift] as Uint8Array, end & blockMask);
      if (level < lastLevel) level += 1;
    }
  }

  #setBits(index: number, first: number, added: number): void {
    const chunks = this.#bits[index] as (Uint32Array | undefined)[];
    const chunk = first >>> 16;
    let bits = chunks[chunk];
    if (bits === undefined) {
      bits = new Uint32Array(bitWords);
      this.#bitBytes += bitWords * 4;
      while (chunks.length < chunk) chunks.push(undefined);
      chunks[chunk] = bits;
    }
    const word = (first & 65_535) >>> 5;
    bits[word] = (bits[word] as number) | added;
  }

  #countBits(index: number, among: Uint32Array): number {
    let count = 0;
    for (const [chunk, bits] of (this.#bits[index] ?? []).entries()) {
      if (bits === undefined) continue;
      const from = chunk * bitWords;
      const words = Math.min(bitWords, among.length - from);
      for (let word = 0; word < words; word += 1) {
        count += bitCount((bits[word] as number) & (among[from + word] as number));
      }
    }
    return count;
  }

  #joinBits(index: number, into: Uint32Array): void {
    const chunks = this.#bits[index] as (Uint32Array | undefined)[];
    for (let chunk = 0; chunk < chunks.length; chunk += 1) {
      const bits = chunks[chunk];
      if (bits === undefined) continue;
      const from = chunk * bitWords;
      const words = Math.min(bitWords, into.length - from);
      for (let word = 0; word < words; word += 1) {
        into[from + word] = (into[from + word] as number) | (bits[word] as number);
      }
    }
  }
}

/** Reads the distances of a list from its first slice on. */
class SliceReader {
  readonly #blocks: readonly Uint8Array[];
  #block: Uint8Array;
  #read: number;
  #end: number;
  #level = 0;

  constructor(blocks: readonly Uint8Array[], address: number) {
    this.#blocks = blocks;
    this.#block = blocks[address >>> blockShift] as Uint8Array;
    this.#read = address & blockMask;
    this.#end = this.#read + sliceSizes[0];
  }

  next(): number {
    if (this.#read + 4 > this.#end) this.#hop();
    const block = this.#block;
    let read = this.#read;
    let byte = block[read] as number;
    read += 1;
    let distance = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = block[read] as number;
      read += 1;
      distance |= (byte & 127) << shift;
    }
    this.#read = read;
    return distance;
  }

  #hop(): void {
    const address = pointerAt(this.#block, this.#end);
    this.#block = this.#blocks[address >>> blockShift] as Uint8Array;
    this.#read = address & blockMask;
    if (this.#level < lastLevel) this.#level += 1;
    this.#end = this.#read + (sliceSizes[this.#level] as number);
  }
}

function hasBit(bits: Uint32Array, number: number): boolean {
  return (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
}

function setBit(bits: Uint32Array, number: number): void {
  bits[number >>> 5] = (bits[number >>> 5] as number) | (1 << (number & 31));
}

function writePointer(block: Uint8Array, at: number, address: number): void {
  for (let byte = 0; byte < 4; byte += 1) block[at + byte] = (address >>> (8 * byte)) & 255;
}

function pointerAt(block: Uint8Array, at: number): number {
  return (
    ((block[at] as number) |
      ((block[at + 1] as number) << 8) |
      ((block[at + 2] as number) << 16) |
      ((block[at + 3] as number) << 24)) >>>
    0
  );
}
