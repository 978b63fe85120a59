import { countBits32, hasBit, setBit } from '../query/bit-set.ts';

const blockShift = 18;
const blockMask = (1 << blockShift) - 1;
const listsShift = 13;
const listsMask = (1 << listsShift) - 1;

/**
 * Fields of a record: size, last document id, first slice, write address, end of the current slice, level of
 * the current slice.
 */
const recordLength = 6;
const bitSetMarker = 0xffff_ffff;
/** The size of a slice in bytes, for each level. A slice also has four bytes that point to the next slice. */
const sliceSizes = [8, 16, 32, 64, 128, 256, 512, 1024, 2048] as const;
const lastLevel = sliceSizes.length - 1;
const chunkLength32 = 2048;
/** Number of ids by which a list grows before its density is checked again. */
const densityCheckInterval = 4096;

/**
 * Posting lists: sorted lists of document ids. A list stores the differences of consecutive ids as varints, in slices
 * whose size doubles, as Lucene's in-memory indexing buffer does. A list that contains more than every eighth document
 * becomes a bit set. A bit set is smaller and can be merged 32 ids at a time. A list of one id needs no slice.
 */
export class PostingLists {
  count = 0;
  readonly #records: Uint32Array[] = [];
  readonly #blocks: Uint8Array[] = [];
  #free = 1 << blockShift;
  /** Slices that are free to be used again, for each level. */
  readonly #spare: number[][] = sliceSizes.map(() => []);
  /** The bits of each dense list in chunks of 65,536 ids. A chunk is created when its first bit is set. */
  readonly #bits: (Uint32Array | undefined)[][] = [];
  #bitBytes = 0;

  add(): number {
    if ((this.count & listsMask) === 0) this.#records.push(new Uint32Array(recordLength << listsShift));
    this.count += 1;
    return this.count - 1;
  }

  readSize(list: number): number {
    return (this.#records[list >>> listsShift] as Uint32Array)[(list & listsMask) * recordLength] as number;
  }

  /** Appends a document id, which must be higher than all ids in the list. */
  appendId(list: number, documentId: number): void {
    const record = this.#records[list >>> listsShift] as Uint32Array;
    const at = (list & listsMask) * recordLength;
    const count = record[at] as number;
    record[at] = count + 1;
    const last = record[at + 1] as number;
    record[at + 1] = documentId;
    if (count === 0) return;
    if (record[at + 2] === bitSetMarker) {
      this.#setBits(record[at + 3] as number, documentId, 1 << (documentId & 31));
      return;
    }
    if (count === 1) {
      const slice = this.#newSlice(0);
      record[at + 2] = slice;
      record[at + 3] = slice;
      record[at + 4] = slice + sliceSizes[0];
      record[at + 5] = 0;
      this.#write(record, at, last + 1);
    }
    this.#write(record, at, documentId - last);
    if (((count + 1) & (densityCheckInterval - 1)) === 0 && (count + 1) * 8 > documentId)
      this.#makeDense(list, record, at);
  }

  /**
   * Appends the document ids of a 32-bit block: a set bit means the id `first` plus its position. `first` is a multiple
   * of 32.
   */
  appendBlock(list: number, firstId: number, bits: number): void {
    const record = this.#records[list >>> listsShift] as Uint32Array;
    const at = (list & listsMask) * recordLength;
    if (record[at + 2] === bitSetMarker) {
      record[at] = (record[at] as number) + countBits32(bits);
      record[at + 1] = firstId + 31 - Math.clz32(bits);
      this.#setBits(record[at + 3] as number, firstId, bits);
      return;
    }
    let idsLeft = bits;
    // `appendId` handles the first two ids of a list and the check of its density.
    const count = record[at] as number;
    if (count < 2 || (count & (densityCheckInterval - 1)) > densityCheckInterval - 33) {
      for (; idsLeft !== 0; idsLeft &= idsLeft - 1) this.appendId(list, firstId + 31 - Math.clz32(idsLeft & -idsLeft));
      return;
    }
    let last = record[at + 1] as number;
    for (; idsLeft !== 0; idsLeft &= idsLeft - 1) {
      const documentId = firstId + 31 - Math.clz32(idsLeft & -idsLeft);
      this.#write(record, at, documentId - last);
      last = documentId;
    }
    record[at] = count + countBits32(bits);
    record[at + 1] = last;
  }

  /** Adds all ids of a list to a set. */
  addTo(list: number, bits: Uint32Array): void {
    const record = this.#records[list >>> listsShift] as Uint32Array;
    const at = (list & listsMask) * recordLength;
    const count = record[at] as number;
    if (count <= 1) {
      if (count === 1) setBit(bits, record[at + 1] as number);
      return;
    }
    if (record[at + 2] === bitSetMarker) {
      this.#unionBits(record[at + 3] as number, bits);
      return;
    }
    const sliceReader = new SliceReader(this.#blocks, record[at + 2] as number);
    let documentId = -1;
    for (let idsLeft = count; idsLeft > 0; idsLeft -= 1) {
      documentId += sliceReader.next();
      bits[documentId >>> 5] = (bits[documentId >>> 5] as number) | (1 << (documentId & 31));
    }
  }

  /** The number of ids of a list that are in a set. */
  countIn(list: number, documents: Uint32Array): number {
    const record = this.#records[list >>> listsShift] as Uint32Array;
    const at = (list & listsMask) * recordLength;
    const size = record[at] as number;
    if (size <= 1) return size === 1 && hasBit(documents, record[at + 1] as number) ? 1 : 0;
    if (record[at + 2] === bitSetMarker) return this.#countBits(record[at + 3] as number, documents);
    const sliceReader = new SliceReader(this.#blocks, record[at + 2] as number);
    let documentId = -1;
    let count = 0;
    for (let idsLeft = size; idsLeft > 0; idsLeft -= 1) {
      documentId += sliceReader.next();
      if (hasBit(documents, documentId)) count += 1;
    }
    return count;
  }

  get bytes(): number {
    return (
      this.#records.length * ((recordLength * 4) << listsShift) + (this.#blocks.length << blockShift) + this.#bitBytes
    );
  }

  #write(record: Uint32Array, at: number, delta: number): void {
    let address = record[at + 3] as number;
    if (address + 4 > (record[at + 4] as number)) address = this.#nextSlice(record, at);
    const block = this.#blocks[address >>> blockShift] as Uint8Array;
    let writeAddress = address & blockMask;
    let remainingDelta = delta;
    while (remainingDelta > 127) {
      block[writeAddress] = (remainingDelta & 127) | 128;
      writeAddress += 1;
      remainingDelta >>>= 7;
    }
    block[writeAddress] = remainingDelta;
    record[at + 3] = address - (address & blockMask) + writeAddress + 1;
  }

  #nextSlice(record: Uint32Array, at: number): number {
    const endAddress = record[at + 4] as number;
    const level = Math.min((record[at + 5] as number) + 1, lastLevel);
    const slice = this.#newSlice(level);
    writePointer(this.#blocks[endAddress >>> blockShift] as Uint8Array, endAddress & blockMask, slice);
    record[at + 3] = slice;
    record[at + 4] = slice + (sliceSizes[level] as number);
    record[at + 5] = level;
    return slice;
  }

  #newSlice(level: number): number {
    const spareSlice = this.#spare[level]?.pop();
    if (spareSlice !== undefined) return spareSlice;
    const size = (sliceSizes[level] as number) + 4;
    // The pointer at a slice's end must be in the same block as the slice.
    if (this.#free + size >= 1 << blockShift) {
      this.#blocks.push(new Uint8Array(1 << blockShift));
      this.#free = 0;
    }
    const address = (this.#blocks.length - 1) * (1 << blockShift) + this.#free;
    this.#free += size;
    return address;
  }

  #makeDense(list: number, record: Uint32Array, at: number): void {
    const highestId = record[at + 1] as number;
    const bits = new Uint32Array((Math.floor(highestId / 65_536) + 1) * chunkLength32);
    this.addTo(list, bits);
    this.#recycle(record, at);
    const chunks: Uint32Array[] = [];
    for (let from = 0; from < bits.length; from += chunkLength32) chunks.push(bits.slice(from, from + chunkLength32));
    this.#bitBytes += bits.byteLength;
    record[at + 2] = bitSetMarker;
    record[at + 3] = this.#bits.length;
    this.#bits.push(chunks);
  }

  #recycle(record: Uint32Array, at: number): void {
    const lastEnd = record[at + 4] as number;
    let address = record[at + 2] as number;
    for (let level = 0; ; ) {
      this.#spare[level]?.push(address);
      const endAddress = address + (sliceSizes[level] as number);
      if (endAddress === lastEnd) return;
      address = encodePointer(this.#blocks[endAddress >>> blockShift] as Uint8Array, endAddress & blockMask);
      if (level < lastLevel) level += 1;
    }
  }

  #setBits(index: number, firstId: number, addedBits: number): void {
    const chunks = this.#bits[index] as (Uint32Array | undefined)[];
    const chunk = firstId >>> 16;
    let bits = chunks[chunk];
    if (bits === undefined) {
      bits = new Uint32Array(chunkLength32);
      this.#bitBytes += chunkLength32 * 4;
      while (chunks.length < chunk) chunks.push(undefined);
      chunks[chunk] = bits;
    }
    const blockIndex = (firstId & 65_535) >>> 5;
    bits[blockIndex] = (bits[blockIndex] as number) | addedBits;
  }

  #countBits(index: number, documents: Uint32Array): number {
    let count = 0;
    for (const [chunk, bits] of (this.#bits[index] ?? []).entries()) {
      if (bits === undefined) continue;
      const from = chunk * chunkLength32;
      const length32 = Math.min(chunkLength32, documents.length - from);
      for (let blockIndex = 0; blockIndex < length32; blockIndex += 1) {
        count += countBits32((bits[blockIndex] as number) & (documents[from + blockIndex] as number));
      }
    }
    return count;
  }

  #unionBits(index: number, targetBits: Uint32Array): void {
    const chunks = this.#bits[index] as (Uint32Array | undefined)[];
    for (let chunk = 0; chunk < chunks.length; chunk += 1) {
      const bits = chunks[chunk];
      if (bits === undefined) continue;
      const from = chunk * chunkLength32;
      const length32 = Math.min(chunkLength32, targetBits.length - from);
      for (let blockIndex = 0; blockIndex < length32; blockIndex += 1) {
        targetBits[from + blockIndex] = (targetBits[from + blockIndex] as number) | (bits[blockIndex] as number);
      }
    }
  }
}

/** Reads the differences of consecutive ids of a list, from its first slice on. */
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
    if (this.#read + 4 > this.#end) this.#nextSlice();
    const block = this.#block;
    let read = this.#read;
    let byte = block[read] as number;
    read += 1;
    let delta = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = block[read] as number;
      read += 1;
      delta |= (byte & 127) << shift;
    }
    this.#read = read;
    return delta;
  }

  #nextSlice(): void {
    const address = encodePointer(this.#block, this.#end);
    this.#block = this.#blocks[address >>> blockShift] as Uint8Array;
    this.#read = address & blockMask;
    if (this.#level < lastLevel) this.#level += 1;
    this.#end = this.#read + (sliceSizes[this.#level] as number);
  }
}

function writePointer(block: Uint8Array, at: number, address: number): void {
  for (let byte = 0; byte < 4; byte += 1) block[at + byte] = (address >>> (8 * byte)) & 255;
}

function encodePointer(block: Uint8Array, at: number): number {
  return (
    ((block[at] as number) |
      ((block[at + 1] as number) << 8) |
      ((block[at + 2] as number) << 16) |
      ((block[at + 3] as number) << 24)) >>>
    0
  );
}
