import type { ListingId } from '@carhouse/domain/listing/listing';

/**
 * Maps listing ids to document ids and back. An id is four unsigned 32-bit integers, the highest first, so ids sort in
 * the same order as PostgreSQL's uuid. The hash table uses open addressing. An entry is never removed, because a
 * listing may be added again.
 */
export class ListingIds {
  ids32: Uint32Array<ArrayBuffer>;
  #slots: Int32Array<ArrayBuffer>;
  /**
   * A larger table that is being filled in slices. Until the larger table is complete, new entries are written to both
   * tables.
   */
  #wider: Int32Array<ArrayBuffer> | null = null;
  readonly #parsed = new Uint32Array(4);
  readonly #bytes = new Uint8Array(idLength + 1);
  /** The slot and table of the last lookup. */
  #lastSlot = 0;
  #lastSlots: Int32Array | null = null;

  constructor(capacity: number) {
    this.ids32 = new Uint32Array(capacity * 4);
    this.#slots = new Int32Array(computeSlotCount(capacity));
  }

  get bytes(): number {
    return this.ids32.byteLength + this.#slots.byteLength + (this.#wider?.byteLength ?? 0);
  }

  /** Grows the table in slices. Yields the cost of each slice in steps of the maintenance budget. */
  *growInSlices(capacity: number): Generator<number, void> {
    const ids32 = new Uint32Array(capacity * 4);
    ids32.set(this.ids32);
    this.ids32 = ids32;
    yield capacity;
    if (computeSlotCount(capacity) <= this.#slots.length) return;
    const largerTable = new Int32Array(computeSlotCount(capacity));
    this.#wider = largerTable;
    for (let at = 0; at < this.#slots.length; at += slice) {
      for (const entry of this.#slots.subarray(at, at + slice)) if (entry !== 0) this.#enter(largerTable, entry - 1);
      yield slice * 4;
    }
    this.#slots = largerTable;
    this.#wider = null;
  }

  /** The document id of a listing id, or -1. */
  find(id: ListingId): number {
    this.#parse(id);
    const slot = this.#findSlot();
    this.#lastSlot = slot;
    this.#lastSlots = this.#slots;
    return (this.#slots[slot] ?? 0) - 1;
  }

  /** Maps the listing id of the last lookup to this document id. */
  assignToLastLookup(documentId: number): void {
    this.ids32[documentId * 4] = this.#parsed[0] ?? 0;
    this.ids32[documentId * 4 + 1] = this.#parsed[1] ?? 0;
    this.ids32[documentId * 4 + 2] = this.#parsed[2] ?? 0;
    this.ids32[documentId * 4 + 3] = this.#parsed[3] ?? 0;
    // The slot of the last lookup is valid unless the table was replaced after the lookup.
    this.#slots[this.#lastSlots === this.#slots ? this.#lastSlot : this.#findSlot()] = documentId + 1;
    if (this.#wider !== null) this.#enter(this.#wider, documentId);
  }

  readId(documentId: number): ListingId {
    let hex = '';
    for (let at = documentId * 4; at < documentId * 4 + 4; at += 1)
      hex += (this.ids32[at] ?? 0).toString(16).padStart(8, '0');
    const idParts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
    return idParts.join('-') as ListingId;
  }

  /** Compares the listing ids of two documents, as a sort function. */
  compareDocuments(firstDocumentId: number, secondDocumentId: number): number {
    const ids32 = this.ids32;
    for (let at = 0; at < 4; at += 1) {
      const comparison = (ids32[firstDocumentId * 4 + at] ?? 0) - (ids32[secondDocumentId * 4 + at] ?? 0);
      if (comparison !== 0) return comparison;
    }
    return 0;
  }

  /** Compares the listing id of a document with a parsed listing id, as a sort function. */
  compareDocumentWithId(documentId: number, id: Uint32Array): number {
    for (let at = 0; at < 4; at += 1) {
      const comparison = (this.ids32[documentId * 4 + at] ?? 0) - (id[at] ?? 0);
      if (comparison !== 0) return comparison;
    }
    return 0;
  }

  parseId(id: ListingId): Uint32Array {
    this.#parse(id);
    return this.#parsed.slice();
  }

  #parse(id: string): void {
    const bytes = this.#bytes;
    // Encoding the whole text of an id is faster than reading its characters one by one.
    const { read, written } = encoder.encodeInto(id, bytes);
    if (read !== idLength || written !== idLength || id.length !== idLength) throw makeInvalidIdError();
    const a = parseFourHexDigits(bytes, 0);
    const b = parseFourHexDigits(bytes, 4);
    const c = parseFourHexDigits(bytes, 9);
    const d = parseFourHexDigits(bytes, 14);
    const e = parseFourHexDigits(bytes, 19);
    const f = parseFourHexDigits(bytes, 24);
    const g = parseFourHexDigits(bytes, 28);
    const h = parseFourHexDigits(bytes, 32);
    // The value of an invalid digit has all bits set.
    if ((a | b | c | d | e | f | g | h) < 0) throw makeInvalidIdError();
    for (let dashIndex = 0; dashIndex < 4; dashIndex += 1)
      if (bytes[dashPositions[dashIndex] as number] !== dashCode) throw makeInvalidIdError();
    const parsedId = this.#parsed;
    parsedId[0] = (a << 16) | b;
    parsedId[1] = (c << 16) | d;
    parsedId[2] = (e << 16) | f;
    parsedId[3] = (g << 16) | h;
  }

  /** The slot of the parsed id, or the free slot where it belongs. */
  #findSlot(): number {
    const a = this.#parsed[0] ?? 0;
    const b = this.#parsed[1] ?? 0;
    const c = this.#parsed[2] ?? 0;
    const d = this.#parsed[3] ?? 0;
    const mask = this.#slots.length - 1;
    let slot = computeHash(a, b, c, d) & mask;
    for (;;) {
      const documentId = (this.#slots[slot] ?? 0) - 1;
      if (documentId < 0) return slot;
      const at = documentId * 4;
      const ids32 = this.ids32;
      if (ids32[at + 3] === d && ids32[at] === a && ids32[at + 1] === b && ids32[at + 2] === c) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** Writes a document id into a table. The new document id replaces the earlier document id of the same listing. */
  #enter(table: Int32Array, documentId: number): void {
    const ids32 = this.ids32;
    const at = documentId * 4;
    const mask = table.length - 1;
    let slot = computeHash(ids32[at] ?? 0, ids32[at + 1] ?? 0, ids32[at + 2] ?? 0, ids32[at + 3] ?? 0) & mask;
    for (let entry = table[slot] ?? 0; entry !== 0; entry = table[slot] ?? 0) {
      if (this.compareDocuments(entry - 1, documentId) === 0) break;
      slot = (slot + 1) & mask;
    }
    table[slot] = documentId + 1;
  }
}

const encoder = new TextEncoder();
const idLength = 36;
const dashCode = 45;
const dashPositions = [8, 13, 18, 23] as const;
/** The value of each hexadecimal digit by its character code, and -1 for all other characters. */
const hexDigitByCharacterCode = new Int8Array(256).fill(-1);
for (const digit of '0123456789abcdefABCDEF') hexDigitByCharacterCode[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

function parseFourHexDigits(bytes: Uint8Array, at: number): number {
  const high =
    ((hexDigitByCharacterCode[bytes[at] as number] as number) << 12) |
    ((hexDigitByCharacterCode[bytes[at + 1] as number] as number) << 8);
  return (
    high |
    ((hexDigitByCharacterCode[bytes[at + 2] as number] as number) << 4) |
    (hexDigitByCharacterCode[bytes[at + 3] as number] as number)
  );
}

function makeInvalidIdError(): RangeError {
  return new RangeError('An id of the catalogue is a UUID');
}

/** Number of slots copied between two checks of the maintenance budget. */
const slice = 16_384;

/** The number of slots: a power of two, of which `capacity` ids fill at most two thirds. */
function computeSlotCount(capacity: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(capacity * 1.5 + 1)));
}

function computeHash(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ d;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
