import type { ListingId } from '@carhouse/domain/listing/listing';
import { findRegion } from '@carhouse/domain/listing/region';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { CatalogueEntry } from '../query/entry.ts';
import {
  type CatalogueQuery,
  type Cursor,
  type OrderWithoutIndex,
  type RangeField,
  rangeFields,
} from '../query/query.ts';
import type { FacetValue, Histogram, SearchResult } from '../query/search-result.ts';
import type { FrequentTerm, SearchedText, TextMatch, TextSearch, TokenLookup } from '../text/text-search.ts';

/** A simple catalogue without optimisations. Tests compare the results of the real catalogue with its results. */
export class ReferenceCatalogue {
  readonly #entries = new Map<string, CatalogueEntry>();

  get size(): number {
    return this.#entries.size;
  }

  put(entry: CatalogueEntry): void {
    this.#entries.set(entry.id, entry);
  }

  remove(id: ListingId): boolean {
    return this.#entries.delete(id);
  }

  search(query: CatalogueQuery): SearchResult {
    const textMatches = [...this.#entries.values()].filter((entry) => matchesText(entry, query.text));
    const filteredEntries = textMatches.filter((entry) => matches(entry, query, null));
    const entriesAfterCursor = filteredEntries
      .filter((entry) => query.after === null || compareCursors(makeCursor(entry, query), query.after, query) > 0)
      .sort((firstEntry, secondEntry) =>
        compareCursors(makeCursor(firstEntry, query), makeCursor(secondEntry, query), query),
      );
    const facetCounts: Partial<Record<WordFacet, FacetValue[]>> = {};
    const histograms: Partial<Record<'price' | 'year', Histogram>> = {};
    for (const facet of query.facets) {
      const countedEntries = textMatches.filter((entry) => matches(entry, query, facet));
      if (facet === 'price') histograms.price = makePriceHistogram(countedEntries);
      else if (facet === 'year') histograms.year = makeYearHistogram(countedEntries, [...this.#entries.values()]);
      else facetCounts[facet] = listValues(countedEntries, facet, query.facetFilters[facet] ?? []);
    }
    return {
      found: entriesAfterCursor
        .slice(0, query.limit)
        .map((entry) => ({ id: entry.id, cursor: makeCursor(entry, query) })),
      total: filteredEntries.length,
      hasMore: entriesAfterCursor.length > query.limit,
      facetCounts,
      histograms,
      corrections: [],
      isPartial: false,
    };
  }
}

/**
 * A simple text search: each token of the query must be a token of the listing. The score of a listing is the number of
 * times that tokens of the query occur in the listing.
 */
export class ReferenceTextSearch implements TextSearch {
  readonly #tokens: string[][] = [];
  #analyzed: string[] = [];
  readonly #fingerprint = new Uint32Array(2);
  readonly bytes = 0;

  analyze(text: SearchedText): Uint32Array {
    this.#analyzed = listTokens(text);
    this.#fingerprint.fill(0);
    for (const unit of this.#analyzed.join(' ')) {
      this.#fingerprint[0] = Math.imul(31, this.#fingerprint[0] ?? 0) + unit.charCodeAt(0);
      this.#fingerprint[1] = Math.imul(37, this.#fingerprint[1] ?? 0) + unit.charCodeAt(0);
    }
    return this.#fingerprint;
  }

  add(documentId: number): void {
    if (documentId !== this.#tokens.length) throw new RangeError(`Number ${documentId} after ${this.#tokens.length}`);
    this.#tokens.push(this.#analyzed);
  }

  match(text: string): TextMatch | null {
    const searchedWords = text.split(' ').filter(Boolean);
    if (searchedWords.length === 0) return null;
    const bits = new Uint32Array((this.#tokens.length + 31) >>> 5);
    this.#tokens.forEach((tokens, documentId) => {
      if (searchedWords.every((token) => tokens.includes(token)))
        bits[documentId >>> 5] = (bits[documentId >>> 5] ?? 0) | (1 << (documentId & 31));
    });
    return {
      bits,
      computeScore: (documentId) => countOccurrences(this.#tokens[documentId] ?? [], searchedWords),
      findBest: (documents) => ({ bits: documents, score: null }),
      corrections: [],
      isPartial: false,
    };
  }

  findFrequentTerms(): readonly FrequentTerm[] {
    return [];
  }

  openLookup(): TokenLookup {
    const hasToken = (token: string) => this.#tokens.some((tokens) => tokens.includes(token));
    return {
      hasToken,
      findMissingTokens: (text) => new Set(text.split(' ').filter((token) => token !== '' && !hasToken(token))),
    };
  }
}

function listTokens(text: SearchedText): string[] {
  return [text.brand, text.title, text.variant ?? '', text.location, text.description]
    .join(' ')
    .split(' ')
    .filter(Boolean);
}

function countOccurrences(tokens: readonly string[], searchedTokens: readonly string[]): number {
  return tokens.filter((token) => searchedTokens.includes(token)).length;
}

function matchesText(entry: CatalogueEntry, text: string): boolean {
  const tokens = listTokens(entry);
  return text
    .split(' ')
    .filter(Boolean)
    .every((token) => tokens.includes(token));
}

function matches(entry: CatalogueEntry, query: CatalogueQuery, ignoredFacet: string | null): boolean {
  const areFacetsMatched = wordFacets.every((facet) => {
    const chosenValues = query.facetFilters[facet] ?? [];
    if (facet === ignoredFacet || chosenValues.length === 0) return true;
    const value = readFacetValue(entry, facet);
    return value !== null && chosenValues.includes(value);
  });
  return (
    areFacetsMatched &&
    rangeFields.every((facet) => {
      const bounds = query.rangeFilters[facet];
      if (facet === ignoredFacet || bounds === undefined || (bounds.min === undefined && bounds.max === undefined))
        return true;
      const fieldValue = readNumber(entry, facet);
      return (
        fieldValue !== null && fieldValue >= (bounds.min ?? fieldValue) && fieldValue <= (bounds.max ?? fieldValue)
      );
    })
  );
}

function readFacetValue(entry: CatalogueEntry, facet: WordFacet): string | null {
  if (facet === 'model') return `${entry.brand}/${entry.title}`;
  if (facet === 'region') return findRegion(entry.location);
  if (facet === 'verified') return entry.verified ? 'yes' : null;
  if (facet === 'owners') return entry.owners === null ? null : (['1', '1', '2', '3'][entry.owners] ?? '4+');
  return entry[facet];
}

function readNumber(entry: CatalogueEntry, facet: RangeField | OrderWithoutIndex): number | null {
  if (facet === 'year') return entry.yearOfPurchase;
  return facet === 'mileage' ? entry.mileageKm : entry[facet];
}

function makeCursor(entry: CatalogueEntry, query: CatalogueQuery): Cursor {
  const sortField = query.order.by;
  const searchedWords = query.text.split(' ').filter(Boolean);
  if (sortField === 'relevance' && searchedWords.length > 0) {
    const seconds = Math.floor(entry.newestAt / 1_000_000);
    return { key: countOccurrences(listTokens(entry), searchedWords) * 4_294_967_296 + seconds, id: entry.id };
  }
  return {
    key: sortField === 'relevance' || sortField === 'newest' ? entry.newestAt : readNumber(entry, sortField),
    id: entry.id,
  };
}

function compareCursors(firstCursor: Cursor, secondCursor: Cursor, query: CatalogueQuery): number {
  if (firstCursor.key === null && secondCursor.key !== null) return 1;
  if (firstCursor.key !== null && secondCursor.key === null) return -1;
  const difference =
    (firstCursor.key ?? 0) - (secondCursor.key ?? 0) ||
    (firstCursor.id < secondCursor.id ? -1 : firstCursor.id > secondCursor.id ? 1 : 0);
  return query.order.descending || query.order.by === 'relevance' ? -difference : difference;
}

function listValues(
  entries: readonly CatalogueEntry[],
  facet: WordFacet,
  chosenValues: readonly string[],
): FacetValue[] {
  const counts = new Map<string, number>(chosenValues.map((value) => [value, 0]));
  for (const entry of entries) {
    const value = readFacetValue(entry, facet);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort(
      (firstValue, secondValue) =>
        secondValue.count - firstValue.count || (firstValue.value < secondValue.value ? -1 : 1),
    );
}

function makePriceHistogram(entries: readonly CatalogueEntry[]): Histogram {
  const counts = Array.from({ length: 120 }, () => 0);
  for (const { price } of entries) {
    const bar = Math.min(119, Math.floor(price / 1_000_000));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return { from: 0, step: 1_000_000, counts };
}

function makeYearHistogram(entries: readonly CatalogueEntry[], allEntries: readonly CatalogueEntry[]): Histogram {
  if (allEntries.length === 0) return { from: 1886, step: 1, counts: [] };
  const purchaseYears = allEntries.map((entry) => entry.yearOfPurchase);
  const from = Math.min(...purchaseYears);
  const counts = Array.from({ length: Math.max(...purchaseYears) - from + 1 }, () => 0);
  for (const { yearOfPurchase } of entries) counts[yearOfPurchase - from] = (counts[yearOfPurchase - from] ?? 0) + 1;
  return { from, step: 1, counts };
}
