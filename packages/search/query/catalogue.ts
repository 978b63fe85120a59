import type { ListingId } from '@carhouse/domain/listing/listing';
import type { WordFacet } from '@carhouse/domain/listing/word-facets';
import { FacetColumns } from '../facets/facet-columns.ts';
import { FacetCounts, type Filter, type SearchCounts } from '../facets/facet-counts.ts';
import type { NumericColumn } from '../facets/numeric-column.ts';
import { compareByFrequency } from '../facets/top-values.ts';
import { SortIndex } from '../order/sort-index.ts';
import type { FrequentTerm, TextMatch, TextSearch } from '../text/text-search.ts';
import { applyFilters } from './apply-filters.ts';
import { clearBit, computeLength32, countBits, growBitSet, hasBit, setBit } from './bit-set.ts';
import { BitSetPool } from './bit-set-pool.ts';
import { buildFilters } from './build-filters.ts';
import { type DocumentColumns, makeColumns, type RangeColumns, writeColumns } from './document-columns.ts';
import type { CatalogueEntry } from './entry.ts';
import { ListingIds } from './listing-ids.ts';
import { MatchingDocuments } from './matching-documents.ts';
import { listConditions, type Relaxation, relax } from './nearest.ts';
import { addNeededPhrases, findPhrases } from './page-by-preference.ts';
import { computeQuantile } from './quantile.ts';
import { type CatalogueQuery, type RangeField, rangeFields } from './query.ts';
import { readPage } from './read-page.ts';
import type { FacetValue, FoundDocuments, SearchResult } from './search-result.ts';
import { findFeatures, findSimilar, readDocumentFeatures, type SimilarityTarget } from './similar-listings.ts';
import type { KnownWords } from './understanding/known-words.ts';

export type CatalogueOptions = {
  readonly text: TextSearch;
  /** Number of documents to allocate memory for. Columns are copied to larger ones when more documents are added. */
  readonly capacity?: number;
  /**
   * The main segment is rebuilt when the delta segment has more documents than this, and also more than a sixteenth of
   * the main segment.
   */
  readonly minDeltaSize?: number;
};

/** Number of documents sampled to choose the thresholds of the ranges. */
const sampleSize = 4_096;
const blocksPerSlice = 256;
/** Number of pending documents that are merged into the delta segment together. */
const mergeBatchSize = 256;

/** The search index over all listings on offer. See packages/search/README.md and decision 0024. */
export class Catalogue {
  readonly #text: TextSearch;
  readonly #minDeltaSize: number;
  #capacity: number;
  /** The number of assigned document ids, including the ids of deleted documents. */
  #documentCount = 0;
  #size = 0;
  /** The live documents, which are the documents of listings on offer. A cleared bit is a tombstone. */
  #liveDocuments: Uint32Array<ArrayBuffer>;
  readonly #ids: ListingIds;
  readonly #facets: FacetColumns;
  readonly #numbers: DocumentColumns;
  readonly #columns: RangeColumns;
  /** The columns of `rangeFields`, in the same order. */
  readonly #rangeColumns: readonly NumericColumn[];
  /** The sort key of the order `newest`. No filter uses this column. */
  readonly #newest: NumericColumn;
  readonly #sortIndex: SortIndex;
  /** A fingerprint of 64 bits for each document. A listing with an unchanged fingerprint keeps its document id. */
  #fingerprints: Uint32Array<ArrayBuffer>;
  readonly #pool = new BitSetPool();
  #maintenance: Generator<number, void> | null = null;
  /** Documents that changed while the sets of a range were being built. */
  #changedDocuments: number[] | null = null;
  /** Number of document ids when the thresholds were chosen. */
  #documentCountAtThresholds = 0;

  constructor({ text, capacity = 1_024, minDeltaSize = 4_096 }: CatalogueOptions) {
    this.#text = text;
    this.#minDeltaSize = minDeltaSize;
    this.#capacity = Math.max(32, capacity);
    this.#liveDocuments = new Uint32Array(computeLength32(this.#capacity));
    this.#fingerprints = new Uint32Array(this.#capacity * 2);
    this.#ids = new ListingIds(this.#capacity);
    this.#facets = new FacetColumns(this.#capacity);
    this.#numbers = makeColumns(this.#capacity);
    this.#columns = this.#numbers.columns;
    this.#newest = this.#numbers.newest;
    this.#rangeColumns = rangeFields.map((facet) => this.#columns[facet]);
    this.#sortIndex = new SortIndex(this.#ids, { ...this.#columns, newest: this.#newest }, this.#capacity);
  }

  /** Number of listings on offer. */
  get size(): number {
    return this.#size;
  }

  /** Memory of all columns, sets, tables and the text index, in bytes. */
  get bytes(): number {
    let bytes = this.#liveDocuments.byteLength + this.#fingerprints.byteLength + this.#ids.bytes + this.#facets.bytes;
    for (const column of this.#rangeColumns) bytes += column.bytes;
    bytes += this.#numbers.traits.bytes + this.#newest.bytes;
    return bytes + this.#sortIndex.bytes + this.#pool.bytes + this.#text.bytes;
  }

  /** The share of document ids that are deleted. The server builds a new catalogue when this share exceeds one half. */
  get tombstoneRatio(): number {
    return this.#documentCount === 0 ? 0 : 1 - this.#size / this.#documentCount;
  }

  has(id: ListingId): boolean {
    return this.#liveDocument(id) >= 0;
  }

  /** Adds a listing, or replaces its previous version. */
  put(entry: CatalogueEntry): void {
    const fingerprint = this.#text.analyze(entry);
    const knownDocumentId = this.#ids.find(entry.id);
    if (knownDocumentId >= 0 && hasBit(this.#liveDocuments, knownDocumentId)) this.#delete(knownDocumentId);
    const isReusable =
      knownDocumentId >= 0 &&
      this.#fingerprints[knownDocumentId * 2] === fingerprint[0] &&
      this.#fingerprints[knownDocumentId * 2 + 1] === fingerprint[1];
    const documentId = isReusable ? knownDocumentId : this.#addDocument(fingerprint);
    this.#facets.write(documentId, entry, !isReusable);
    writeColumns(this.#numbers, documentId, entry);
    this.#changedDocuments?.push(documentId);
    setBit(this.#liveDocuments, documentId);
    this.#count(documentId, 1);
    this.#sortIndex.add(documentId);
    this.#size += 1;
    // Pending documents are merged in batches, so that no search has to sort many of them. After a bulk load, the next
    // rebuild of the main segment merges the pending documents.
    const { pending, deltaSize, mainSize } = this.#sortIndex;
    if (pending >= mergeBatchSize && deltaSize * 4 < mainSize) this.#sortIndex.mergePending();
  }

  /**
   * Removes a listing. The document id of a removed listing remains reserved in case the listing is added again.
   * @returns false when the listing is not in the catalogue
   */
  remove(id: ListingId): boolean {
    const documentId = this.#liveDocument(id);
    if (documentId < 0) return false;
    this.#delete(documentId);
    return true;
  }

  search(query: CatalogueQuery): SearchResult {
    const { count, ...foundPage } = this.find(query);
    return { ...foundPage, ...count() };
  }

  /**
   * Searches in two steps, so that the caller can send the page before the counts exist. Both steps use pooled bit
   * sets, so `count` must be called before the next call of the catalogue, or not at all.
   */
  find(query: CatalogueQuery): FoundDocuments & { count(): SearchCounts } {
    const { filters, match, length32 } = this.#makeFilters(query);
    const listBitSets = (isCounted: boolean) =>
      filters.filter((each) => each.isCounted === isCounted).map(({ bits }) => bits);
    const filterResult = applyFilters(this.#liveDocuments, listBitSets(false), listBitSets(true), length32, this.#pool);
    const matches = new MatchingDocuments(filterResult.matchingSet, length32, this.#pool);
    const resultPage = this.#page(query, match, matches);
    return {
      found: resultPage.slice(0, query.limit),
      hasMore: resultPage.length > query.limit,
      corrections: match?.corrections ?? [],
      isPartial: match?.isPartial ?? false,
      count: () => {
        if (query.facets.length === 0)
          return { facetCounts: {}, histograms: {}, total: countBits(filterResult.matchingSet, length32) };
        const liveDocuments = { bits: this.#liveDocuments, length32, size: this.#size };
        const counts = new FacetCounts(
          this.#facets,
          liveDocuments,
          { matches, nearMisses: filterResult.nearMisses },
          filters,
          this.#pool,
        );
        return counts.count(query.facets, query.facetFilters);
      },
    };
  }

  /** Returns the phrases of which every word occurs in a matching listing. */
  findPhrases(query: CatalogueQuery, phrases: readonly string[]): readonly string[] {
    const { filters, length32 } = this.#makeFilters(query);
    const requiredSets = filters.map(({ bits }) => bits);
    const { matchingSet } = applyFilters(this.#liveDocuments, requiredSets, [], length32, this.#pool);
    return findPhrases(phrases, this.#phraseSources(), matchingSet, length32);
  }

  /**
   * The value at the given quantile of the matching listings: a quarter or half of the listings lie below the value.
   * The result is null when no listing has a value.
   */
  computeQuantile(query: CatalogueQuery, field: RangeField, share: number): number | null {
    const { filters, length32 } = this.#makeFilters(query);
    const requiredSets = filters.map(({ bits }) => bits);
    const { matchingSet } = applyFilters(this.#liveDocuments, requiredSets, [], length32, this.#pool);
    return computeQuantile(matchingSet, length32, this.#columns[field], share);
  }

  /** Chooses which conditions of a search without results are left out. See `relax`. */
  relax(query: CatalogueQuery): Relaxation {
    const { filters, match, length32 } = this.#makeFilters(query);
    return relax(
      listConditions(query, match !== null || query.needsPreferred === true),
      filters,
      this.#liveDocuments,
      length32,
    );
  }

  /** Looks up the words of one question in the texts of the live documents. All lookups share one search budget. */
  openKnownWords(): KnownWords {
    const lookup = this.#text.openLookup(this.#liveDocuments);
    return { isInTexts: (word) => lookup.hasToken(word), findMissingWords: (text) => lookup.findMissingTokens(text) };
  }

  /** Listings on offer that are similar to `car`, the most similar first; null for an id that is not on offer. */
  findSimilar(car: SimilarityTarget | ListingId, limit: number): ListingId[] | null {
    this.#mergePending();
    const sources = {
      sortIndex: this.#sortIndex,
      facets: this.#facets,
      ids: this.#ids,
      prices: this.#columns.price.values,
    };
    const documentId = this.#liveDocument(typeof car === 'string' ? car : car.id);
    if (typeof car !== 'string') return findSimilar(findFeatures(car, documentId, sources), limit, sources);
    return documentId < 0 ? null : findSimilar(readDocumentFeatures(documentId, sources), limit, sources);
  }

  /** All values of a facet with their number of live documents, most frequent first. */
  listValues(facet: WordFacet): FacetValue[] {
    const dictionary = this.#facets.getDictionary(facet);
    const group = this.#facets.groups[this.#facets.findGroupIndex(facet)];
    if (group === undefined) return [];
    const values: FacetValue[] = [];
    for (const [code, count] of group.sumByCode(facet, group.counts, dictionary.size).entries()) {
      if (code > 0 && count > 0) values.push({ value: dictionary.getValue(code), count });
    }
    return values.sort(compareByFrequency);
  }

  /**
   * Does pending maintenance in slices. The server calls this function with a small budget when it is idle. One step is
   * about one read of a document, which takes a few nanoseconds.
   * @returns whether more maintenance is pending
   */
  maintain(budget: number): boolean {
    let budgetLeft = budget;
    // After a bulk load, the rebuild of the main segment merges the pending documents.
    if (!this.#hasManyPending()) this.#sortIndex.mergePending();
    if (this.#maintenance === null && this.#isNearlyFull()) this.#maintenance = this.#growing();
    if (this.#maintenance === null && this.#isDeltaTooLarge()) this.#maintenance = this.#rebuild();
    while (this.#maintenance !== null && budgetLeft > 0) {
      const step = this.#maintenance.next();
      if (step.done) this.#maintenance = null;
      else budgetLeft -= step.value;
    }
    return this.#maintenance !== null || this.#isNearlyFull() || this.#isDeltaTooLarge();
  }

  #makeFilters(query: CatalogueQuery): { filters: Filter[]; match: TextMatch | null; length32: number } {
    const length32 = computeLength32(this.#documentCount);
    this.#pool.resetSets(length32);
    this.#mergePending();
    const match = query.text.trim() === '' ? null : this.#text.match(query.text, this.#liveDocuments);
    const sources = { facets: this.#facets, columns: this.#columns, sortIndex: this.#sortIndex, pool: this.#pool };
    const filters = buildFilters(query, match, sources, length32);
    return { filters: addNeededPhrases(query, match, filters, this.#phraseSources(), length32), match, length32 };
  }

  #phraseSources() {
    const { traits, columns } = this.#numbers;
    return { text: this.#text, liveDocuments: this.#liveDocuments, traits, prices: columns.price };
  }

  #mergePending(): void {
    while (this.#hasManyPending() && this.maintain(this.#documentCount));
    this.#sortIndex.mergePending();
  }

  /** Frequent terms with a prefix. See TextSearch. */
  findFrequentTerms(start: string, maximum: number): readonly FrequentTerm[] {
    return this.#text.findFrequentTerms(start, maximum, this.#liveDocuments);
  }

  #page(query: CatalogueQuery, match: TextMatch | null, matches: MatchingDocuments): SearchResult['found'][number][] {
    const sources = {
      text: this.#text,
      liveDocuments: this.#liveDocuments,
      ids: this.#ids,
      sortIndex: this.#sortIndex,
      ...this.#numbers,
      pool: this.#pool,
    };
    return readPage(query, match, matches, sources).map(({ documentId, key }) => this.#resultAt(documentId, key));
  }

  #resultAt(documentId: number, key: number | null): SearchResult['found'][number] {
    const id = this.#ids.readId(documentId);
    return { id, cursor: { key, id } };
  }

  #liveDocument(id: ListingId): number {
    const documentId = this.#ids.find(id);
    return documentId >= 0 && hasBit(this.#liveDocuments, documentId) ? documentId : -1;
  }

  #addDocument(fingerprint: Uint32Array): number {
    const documentId = this.#documentCount;
    if (documentId === this.#capacity) this.#grow();
    this.#documentCount += 1;
    this.#ids.assignToLastLookup(documentId);
    this.#fingerprints[documentId * 2] = fingerprint[0] ?? 0;
    this.#fingerprints[documentId * 2 + 1] = fingerprint[1] ?? 0;
    this.#text.add(documentId);
    return documentId;
  }

  #count(documentId: number, by: 1 | -1): void {
    this.#facets.count(documentId, by);
    for (const column of this.#rangeColumns) column.count(documentId, this.#facets.combinations, by);
  }

  #delete(documentId: number): void {
    this.#sortIndex.remove(documentId);
    this.#count(documentId, -1);
    clearBit(this.#liveDocuments, documentId);
    this.#size -= 1;
  }

  /** Grows all columns in one step. `maintain` grows the columns in slices before this is needed. */
  #grow(): void {
    this.#maintenance = null;
    this.#changedDocuments = null;
    this.#sortIndex.abandonRebuild();
    for (const _ of this.#growing());
  }

  *#growing(): Generator<number, void> {
    const capacity = Math.ceil((this.#capacity * 5) / 4);
    this.#liveDocuments = growBitSet(this.#liveDocuments, capacity);
    const fingerprints = new Uint32Array(capacity * 2);
    fingerprints.set(this.#fingerprints);
    this.#fingerprints = fingerprints;
    yield capacity;
    yield* this.#ids.growInSlices(capacity);
    yield* this.#facets.growInSlices(capacity);
    for (const column of this.#rangeColumns) yield* column.growInSlices(capacity);
    yield* this.#numbers.traits.growInSlices(capacity);
    yield* this.#newest.growInSlices(capacity);
    this.#sortIndex.grow(capacity);
    this.#capacity = capacity;
  }

  #isNearlyFull(): boolean {
    return this.#documentCount * 32 > this.#capacity * 31;
  }

  #hasManyPending(): boolean {
    return this.#sortIndex.pending > Math.max(this.#minDeltaSize, this.#size / 16);
  }

  #isDeltaTooLarge(): boolean {
    const maxDeltaSize = Math.max(this.#minDeltaSize, this.#sortIndex.mainSize / 16);
    return this.#sortIndex.deltaSize > maxDeltaSize;
  }

  *#rebuild(): Generator<number, void> {
    yield* this.#sortIndex.rebuild(this.#liveDocuments, computeLength32(this.#documentCount), this.#size);
    if (this.#documentCount > this.#documentCountAtThresholds * 1.25) yield* this.#chooseThresholds();
    yield* this.#facets.countInSlices(this.#liveDocuments);
  }

  /** Chooses the thresholds of all ranges from a sample and builds their sets. */
  *#chooseThresholds(): Generator<number, void> {
    const documentCount = this.#documentCount;
    const sample: number[] = [];
    const sampleStride = Math.max(1, Math.floor(documentCount / sampleSize));
    for (let documentId = 0; documentId < documentCount; documentId += sampleStride)
      if (hasBit(this.#liveDocuments, documentId)) sample.push(documentId);
    for (const facet of rangeFields) {
      const changedIds: number[] = [];
      this.#changedDocuments = changedIds;
      const column = this.#columns[facet];
      const thresholds = column.chooseThresholds(sample);
      const sets = column.makeEmptySets(thresholds);
      // Documents that change while the sets are filled are recorded in `changedIds`.
      const end = computeLength32(this.#documentCount);
      for (let from = 0; from < end; from += blocksPerSlice) {
        column.fillSets(sets, thresholds, from, Math.min(from + blocksPerSlice, end));
        yield blocksPerSlice * 64;
      }
      for (const documentId of changedIds) column.fillSets(sets, thresholds, documentId >>> 5, (documentId >>> 5) + 1);
      column.setThresholds(sets, thresholds);
      yield* column.countInSlices(this.#liveDocuments, this.#facets.countSlice);
    }
    this.#changedDocuments = null;
    this.#documentCountAtThresholds = documentCount;
  }
}
