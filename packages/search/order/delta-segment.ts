import { clearBit, computeLength32, hasBit, setBit } from '../query/bit-set.ts';
import type { ListingIds } from '../query/listing-ids.ts';
import { type SortColumns, type SortField, sortFields } from './main-segment.ts';

/**
 * Maximum number of pending documents that are inserted into the sorted arrays one by one. When there are more pending
 * documents, they are sorted first and then merged.
 */
const insertionLimit = 32;

/**
 * The delta segment: the documents that were added or changed since the main segment was built, sorted by
 * each sort field. Changes wait in a pending list until `mergePending`.
 */
export class DeltaSegment {
  readonly #ids: ListingIds;
  readonly #columns: SortColumns;
  readonly #sorted: Record<SortField, Uint32Array<ArrayBuffer>>;
  #length = 0;
  /** Documents that are in the sorted arrays. */
  #inSegment: Uint32Array<ArrayBuffer>;
  /** Documents that are in `#pending`. A document that is in `#pending` without this bit was removed. */
  #isPending: Uint32Array<ArrayBuffer>;
  #pending: number[] = [];

  constructor(ids: ListingIds, columns: SortColumns, capacity: number) {
    this.#ids = ids;
    this.#columns = columns;
    this.#inSegment = new Uint32Array(computeLength32(capacity));
    this.#isPending = new Uint32Array(computeLength32(capacity));
    const makeEmptyArray = () => new Uint32Array(64);
    this.#sorted = {
      newest: makeEmptyArray(),
      price: makeEmptyArray(),
      depreciation: makeEmptyArray(),
      mileage: makeEmptyArray(),
      year: makeEmptyArray(),
    };
  }

  get bytes(): number {
    return (
      this.#sorted.newest.byteLength * sortFields.length + this.#inSegment.byteLength * 2 + this.#pending.length * 8
    );
  }

  /**
   * Number of documents in the sorted arrays and entries of `#pending`. An entry of a removed document counts until the
   * next merge.
   */
  get size(): number {
    return this.#length + this.#pending.length;
  }

  get pending(): number {
    return this.#pending.length;
  }

  grow(capacity: number): void {
    const growBits = (bits: Uint32Array) => {
      const enlargedBits = new Uint32Array(computeLength32(capacity));
      enlargedBits.set(bits);
      return enlargedBits;
    };
    this.#inSegment = growBits(this.#inSegment);
    this.#isPending = growBits(this.#isPending);
  }

  add(documentId: number): void {
    if (hasBit(this.#isPending, documentId)) return;
    setBit(this.#isPending, documentId);
    this.#pending.push(documentId);
  }

  /**
   * Removes a document. The caller must call this function before a value of the document changes or the document is
   * deleted.
   */
  remove(documentId: number): void {
    clearBit(this.#isPending, documentId);
    if (!hasBit(this.#inSegment, documentId)) return;
    clearBit(this.#inSegment, documentId);
    for (const order of sortFields) {
      const sortedDocumentIds = this.#sorted[order];
      sortedDocumentIds.copyWithin(
        this.#firstNotBefore(order, documentId),
        this.#firstNotBefore(order, documentId) + 1,
        this.#length,
      );
    }
    this.#length -= 1;
  }

  /** Merges the pending documents into the sorted arrays. */
  mergePending(): void {
    if (this.#pending.length === 0) return;
    const addedIds: number[] = [];
    for (const documentId of this.#pending) {
      if (!hasBit(this.#isPending, documentId)) continue;
      clearBit(this.#isPending, documentId);
      setBit(this.#inSegment, documentId);
      addedIds.push(documentId);
    }
    this.#pending = [];
    for (const order of sortFields) {
      this.#makeRoom(order, this.#length + addedIds.length);
      if (addedIds.length <= insertionLimit) this.#insert(order, addedIds);
      else this.#merge(order, addedIds);
    }
    this.#length += addedIds.length;
  }

  /** The merged documents sorted by the field, in the same order as in the main segment. */
  getSortedDocuments(order: SortField): Uint32Array {
    return this.#sorted[order].subarray(0, this.#length);
  }

  /** Removes all documents that are not in the set. The new main segment contains the removed documents. */
  retainOnly(documents: Uint32Array): void {
    let length = 0;
    for (const order of sortFields) {
      const sortedDocumentIds = this.#sorted[order];
      length = 0;
      for (let at = 0; at < this.#length; at += 1) {
        const documentId = sortedDocumentIds[at] ?? 0;
        if (hasBit(documents, documentId)) sortedDocumentIds[length++] = documentId;
      }
    }
    this.#length = length;
    this.#pending = this.#pending.filter(
      (documentId) => hasBit(documents, documentId) && hasBit(this.#isPending, documentId),
    );
    for (const bits of [this.#inSegment, this.#isPending]) {
      for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (documents[at] ?? 0);
    }
  }

  #compare(order: SortField, first: number, second: number): number {
    const column = this.#columns[order];
    const firstValue = column.findValue(first) ?? Number.POSITIVE_INFINITY;
    const secondValue = column.findValue(second) ?? Number.POSITIVE_INFINITY;
    return firstValue === secondValue ? this.#ids.compareDocuments(first, second) : firstValue - secondValue;
  }

  #firstNotBefore(order: SortField, documentId: number): number {
    const sortedDocumentIds = this.#sorted[order];
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(order, sortedDocumentIds[middle] ?? 0, documentId) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(order: SortField, addedIds: readonly number[]): void {
    const sortedDocumentIds = this.#sorted[order];
    const length = this.#length;
    for (const documentId of addedIds) {
      const position = this.#firstNotBefore(order, documentId);
      sortedDocumentIds.copyWithin(position + 1, position, this.#length);
      sortedDocumentIds[position] = documentId;
      this.#length += 1;
    }
    this.#length = length;
  }

  #merge(order: SortField, addedIds: readonly number[]): void {
    const sortedDocumentIds = this.#sorted[order];
    const sortedAddedIds = addedIds.toSorted((first, second) => this.#compare(order, first, second));
    let from = this.#length - 1;
    let to = this.#length + sortedAddedIds.length - 1;
    for (let at = sortedAddedIds.length - 1; at >= 0; to -= 1) {
      const documentId = sortedAddedIds[at] ?? 0;
      const nextDocumentId = sortedDocumentIds[from] ?? 0;
      if (from >= 0 && this.#compare(order, nextDocumentId, documentId) > 0) {
        sortedDocumentIds[to] = nextDocumentId;
        from -= 1;
      } else {
        sortedDocumentIds[to] = documentId;
        at -= 1;
      }
    }
  }

  #makeRoom(order: SortField, length: number): void {
    const sortedDocumentIds = this.#sorted[order];
    if (length <= sortedDocumentIds.length) return;
    const enlargedDocuments = new Uint32Array(Math.max(length, sortedDocumentIds.length * 2));
    enlargedDocuments.set(sortedDocumentIds);
    this.#sorted[order] = enlargedDocuments;
  }
}
