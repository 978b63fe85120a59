import type { PostingLists } from './posting-lists.ts';

const shift = 14;
const mask = (1 << shift) - 1;
const fieldCount = 4;
/**
 * Length of a term's record: its posting list in each field (-1 when there is none), then its buffered bits in each
 * field.
 */
const recordLength = fieldCount * 2;

/**
 * The posting lists of each term, one for each field. Documents are buffered in blocks of 32 with one bit for each
 * document. A term that several documents of a block contain is therefore appended to its list only once for the block.
 */
export class FieldPostings {
  readonly #records: Int32Array[] = [];
  /** Entries with buffered bits: `term * fieldCount + field`. */
  #dirty = new Int32Array(1_024);
  #dirtyCount = 0;
  /** The number of the buffered block, which is the document id divided by 32. */
  #block = 0;

  /** Makes room for the record of a new term. Terms are added in the order of their ids. */
  addTerm(term: number): void {
    if ((term & mask) !== 0) return;
    const records = new Int32Array(recordLength << shift);
    for (let at = 0; at < records.length; at += recordLength) records.fill(-1, at, at + fieldCount);
    this.#records.push(records);
  }

  /** The posting list of a term in a field, or -1 when there is none. Call `flush` first. */
  findList(term: number, field: number): number {
    return (this.#records[term >>> shift] as Int32Array)[(term & mask) * recordLength + field] as number;
  }

  /** Starts a document, whose id must be higher than all earlier ones. */
  beginDocument(documentId: number, postingLists: PostingLists): void {
    if (documentId >>> 5 === this.#block) return;
    this.flush(postingLists);
    this.#block = documentId >>> 5;
  }

  /**
   * Adds the document to the first `count` terms in a field, unless a more important field of the document already has
   * the term.
   */
  add(documentId: number, field: number, terms: Int32Array, count: number): void {
    const bit = 1 << (documentId & 31);
    if (this.#dirtyCount + count > this.#dirty.length) this.#makeRoom(count);
    const dirtyEntries = this.#dirty;
    let dirtyCount = this.#dirtyCount;
    for (let each = 0; each < count; each += 1) {
      const term = terms[each] as number;
      const records = this.#records[term >>> shift] as Int32Array;
      const at = (term & mask) * recordLength + fieldCount;
      let bitsOfMoreImportantFields = 0;
      for (let moreImportantField = 0; moreImportantField < field; moreImportantField += 1)
        bitsOfMoreImportantFields |= records[at + moreImportantField] as number;
      if ((bitsOfMoreImportantFields & bit) !== 0) continue;
      const bufferedBits = records[at + field] as number;
      if (bufferedBits === 0) {
        dirtyEntries[dirtyCount] = term * fieldCount + field;
        dirtyCount += 1;
      }
      records[at + field] = bufferedBits | bit;
    }
    this.#dirtyCount = dirtyCount;
  }

  /**
   * Appends the buffered documents to the posting lists of their terms. The caller must call this function before every
   * read.
   */
  flush(postingLists: PostingLists): void {
    const dirtyEntries = this.#dirty;
    const first = this.#block << 5;
    for (let each = 0; each < this.#dirtyCount; each += 1) {
      const entry = dirtyEntries[each] as number;
      const term = entry >>> 2;
      const records = this.#records[term >>> shift] as Int32Array;
      const at = (term & mask) * recordLength + (entry & (fieldCount - 1));
      let list = records[at] as number;
      if (list < 0) {
        list = postingLists.add();
        records[at] = list;
      }
      postingLists.appendBlock(list, first, records[at + fieldCount] as number);
      records[at + fieldCount] = 0;
    }
    this.#dirtyCount = 0;
  }

  get bytes(): number {
    return this.#records.length * ((recordLength * 4) << shift) + this.#dirty.byteLength;
  }

  #makeRoom(count: number): void {
    const enlargedEntries = new Int32Array((this.#dirtyCount + count) * 2);
    enlargedEntries.set(this.#dirty);
    this.#dirty = enlargedEntries;
  }
}
