import { isExcludedModel } from '@carhouse/domain/brand/excluded-model';
import type { WordFacet } from '@carhouse/domain/listing/word-facets';
import type { FilterResult } from '../query/apply-filters.ts';
import { estimateBitCount } from '../query/bit-set.ts';
import type { BitSetPool } from '../query/bit-set-pool.ts';
import type { MatchingDocuments } from '../query/matching-documents.ts';
import type { FacetValue, Histogram, SearchResult } from '../query/search-result.ts';
import { type CombinationCounts, sumCounts } from './combination-counts.ts';
import { countAllGroups, countCodes, countGroup, countListed } from './count-documents.ts';
import type { FacetColumns } from './facet-columns.ts';
import { type FacetGroup, type FacetName, groupCount } from './facet-groups.ts';
import { histogramBarCounts, makePriceHistogram, makeYearHistogram } from './histograms.ts';
import { listTopValues } from './top-values.ts';

/** A filter of a search: the set of its documents, and counts that are already known. */
export type Filter = {
  /** The facet of the filter; null for the text and for ranges that are not facets. */
  readonly facet: FacetName | null;
  readonly bits: Uint32Array;
  readonly cachedCounts: CachedCounts | null;
  /** Whether the filter's facet is counted. The counts of a facet ignore the filters on that facet. */
  readonly isCounted: boolean;
};

/**
 * A set that contains all documents of a filter and has maintained counts. `counts` has the counts of disjoint parts of
 * the set.
 */
export type CachedCounts = {
  /** Returns the set. The bit set is built only when a count needs it. */
  readonly bits: () => Uint32Array;
  readonly counts: readonly CombinationCounts[];
  /** Whether the set contains exactly the documents of the filter. */
  readonly isExact: boolean;
};

/** A set with known counts: all live documents, or the documents of one filter. */
type CountSource = {
  readonly bits: () => Uint32Array;
  /** The counts of all combinations of a facet group, by code of the combination. */
  readonly counts: (group: number) => Int32Array;
  readonly isExact: boolean;
  readonly size: number;
  /** Whether the set is that of all live documents. */
  readonly hasAllDocuments: boolean;
  /** The index of the filter among the counted filters. The index is null for the set of all live documents. */
  readonly filterIndex: number | null;
};

/** A way to count a set of documents. `steps` is the approximate cost of the plan: a number of documents to count. */
type CountPlan =
  | { readonly by: 'same'; readonly source: CountSource; readonly steps: 0 }
  /** Counts the documents of the source that are outside the set, and subtracts them from the source's known counts. */
  | { readonly by: 'complement'; readonly source: CountSource; readonly steps: number }
  | { readonly by: 'itself'; readonly source: null; readonly steps: number };

/** The counts of a search. The page of results can be sent before the counts exist. */
export type SearchCounts = Pick<SearchResult, 'facetCounts' | 'histograms' | 'total'>;

/**
 * Counts the requested facets. The counts of a facet include the documents that fail only the filter on that facet
 * (Lucene calls this drill sideways). The counts of all live documents and of each frequent value are maintained. When
 * the set to count nearly equals a set with maintained counts, only the documents that differ are counted.
 */
export class FacetCounts {
  readonly #columns: FacetColumns;
  readonly #liveDocuments: Uint32Array;
  readonly #length32: number;
  readonly #sources: CountSource[];
  readonly #filterCount: number;
  /** The facet of each set in `nearMisses`, in the same order. */
  readonly #countedFacets: readonly (FacetName | null)[];
  readonly #matches: MatchingDocuments;
  readonly #nearMisses: readonly Uint32Array[];
  readonly #pool: BitSetPool;
  /** The counts of the matching documents, for each facet group. */
  readonly #counts: (Int32Array | undefined)[] = [];

  constructor(
    columns: FacetColumns,
    liveDocuments: { readonly bits: Uint32Array; readonly length32: number; readonly size: number },
    { matches, nearMisses }: { readonly matches: MatchingDocuments; readonly nearMisses: FilterResult['nearMisses'] },
    filters: readonly Filter[],
    pool: BitSetPool,
  ) {
    this.#columns = columns;
    this.#liveDocuments = liveDocuments.bits;
    this.#length32 = liveDocuments.length32;
    this.#matches = matches;
    this.#nearMisses = nearMisses;
    this.#pool = pool;
    this.#filterCount = filters.length;
    const countedFilters = filters.filter((filter) => filter.isCounted);
    this.#countedFacets = countedFilters.map((filter) => filter.facet);
    const getLiveCounts = (group: number) => columns.groups[group]?.counts ?? new Int32Array(0);
    this.#sources = [
      {
        bits: () => liveDocuments.bits,
        counts: getLiveCounts,
        isExact: true,
        size: liveDocuments.size,
        hasAllDocuments: true,
        filterIndex: null,
      },
    ];
    for (const filter of filters) {
      if (filter.cachedCounts === null) continue;
      const { bits, counts, isExact } = filter.cachedCounts;
      const size = counts.reduce((sum, each) => sum + each.size, 0);
      const filterIndex = filter.isCounted ? countedFilters.indexOf(filter) : null;
      const sum = (group: number) => sumCounts(counts, group, columns.groups[group]?.size ?? 0);
      this.#sources.push({ bits, counts: sum, isExact, size, hasAllDocuments: false, filterIndex });
    }
  }

  count(
    requestedFacets: readonly FacetName[],
    chosenValues: Readonly<Partial<Record<WordFacet, readonly string[]>>>,
  ): SearchCounts {
    const groups = new Set(requestedFacets.map((facet) => this.#columns.findGroupIndex(facet)));
    this.#countMatching(groups);
    let total = 0;
    for (const count of this.#counts.find((counts) => counts !== undefined) ?? []) total += count;
    const facetCounts: Partial<Record<WordFacet, readonly FacetValue[]>> = {};
    const histograms: Partial<Record<'price' | 'year', Histogram>> = {};
    for (const facet of requestedFacets) {
      const index = this.#columns.findGroupIndex(facet);
      const group = this.#columns.groups[index];
      if (group === undefined) continue;
      const counts = this.#byCode(facet, index, group);
      if (facet === 'price') histograms.price = makePriceHistogram(counts);
      else if (facet === 'year') {
        histograms.year = makeYearHistogram(counts, group.sumByCode('year', group.counts, histogramBarCounts.year));
      } else
        facetCounts[facet] = listTopValues(
          this.#columns.getDictionary(facet),
          counts,
          listChosenValues(chosenValues[facet]),
        );
    }
    return { facetCounts, histograms, total };
  }

  #byCode(facet: FacetName, index: number, group: FacetGroup): Int32Array {
    const filterIndex = this.#countedFacets.indexOf(facet);
    const isNumber = facet === 'price' || facet === 'year';
    const codes = isNumber ? histogramBarCounts[facet] : this.#columns.getDictionary(facet).size;
    const sumMatchingCounts = () => group.sumByCode(facet, this.#counts[index] ?? this.#empty(index), codes);
    if (filterIndex < 0) return sumMatchingCounts();
    const matchingBits = this.#matches.bits;
    const set = this.#nearMisses[filterIndex] ?? matchingBits;
    const size = estimateBitCount(set, this.#length32);
    const countPlan = this.#cheapestPlan(this.#matches.size + size, filterIndex, size);
    if (countPlan.by === 'same') return group.sumByCode(facet, countPlan.source.counts(index), codes);
    // Counting one document costs about as much as reading three 32-bit blocks.
    if (!isNumber && this.#columns.estimateValuesCost(facet, this.#length32) < countPlan.steps * 3 + this.#length32) {
      return this.#columns.countValues(facet, this.#union(matchingBits, set), this.#length32);
    }
    const resultCounts =
      countPlan.by === 'itself' ? sumMatchingCounts() : group.sumByCode(facet, countPlan.source.counts(index), codes);
    const setToCount = countPlan.by === 'itself' ? set : this.#complement(countPlan.source, matchingBits, set);
    const slice = { set: setToCount, from: 0, length32: this.#length32 };
    const counts = new Int32Array(resultCounts.length);
    if (facet === 'model') {
      const combinations = this.#empty(index);
      countGroup(slice, this.#columns.combinations, index, combinations);
      counts.set(group.sumByCode(facet, combinations, codes));
    } else countCodes(slice, this.#columns.getCodes(facet), counts);
    const countSign = countPlan.by === 'itself' ? 1 : -1;
    for (let code = 0; code < counts.length; code += 1)
      resultCounts[code] = (resultCounts[code] ?? 0) + countSign * (counts[code] ?? 0);
    return resultCounts;
  }

  #union(firstSet: Uint32Array, secondSet: Uint32Array): Uint32Array {
    const unionBits = this.#pool.takeSet();
    for (let at = 0; at < this.#length32; at += 1) unionBits[at] = (firstSet[at] ?? 0) | (secondSet[at] ?? 0);
    return unionBits;
  }

  #countMatching(groups: ReadonlySet<number>): void {
    const { bits: matchingBits, size } = this.#matches;
    const countPlan = this.#cheapestPlan(size, null, size);
    if (countPlan.by === 'same') {
      for (const index of groups) this.#counts[index] = countPlan.source.counts(index);
      return;
    }
    const set =
      countPlan.source === null ? matchingBits : this.#complement(countPlan.source, matchingBits, matchingBits);
    const slice = { set, from: 0, length32: this.#length32 };
    const countsByGroup = Array.from({ length: groupCount }, (_, index) => this.#empty(index));
    const [firstSet, secondSet, thirdSet, fourthSet] = countsByGroup;
    if (groups.size > 2 && firstSet && secondSet && thirdSet && fourthSet) {
      const documentIds = countPlan.source === null ? this.#matches.documentIds() : null;
      if (documentIds !== null)
        countListed(documentIds, this.#columns.combinations, [firstSet, secondSet, thirdSet, fourthSet]);
      else countAllGroups(slice, this.#columns.combinations, [firstSet, secondSet, thirdSet, fourthSet]);
    } else {
      for (const index of groups) {
        countGroup(slice, this.#columns.combinations, index, countsByGroup[index] ?? this.#empty(index));
      }
    }
    for (const index of groups) {
      const counts = countsByGroup[index] ?? this.#empty(index);
      this.#counts[index] = countPlan.source === null ? counts : subtractCounts(countPlan.source.counts(index), counts);
    }
  }

  /**
   * Chooses the cheapest way to count a set of about `size` documents. One way is to subtract from the known counts of
   * a source with few more documents. Counting the set itself takes `directStepCount` steps. `filterIndex` is the index
   * of the filter that the set ignores.
   */
  #cheapestPlan(size: number, filterIndex: number | null, directStepCount: number): CountPlan {
    let cheapestPlan: CountPlan = { by: 'itself', source: null, steps: directStepCount };
    for (const source of this.#sources) {
      if (source.filterIndex !== null && source.filterIndex === filterIndex) continue;
      // When no other filter applies, the set to count equals the set of the source.
      const isSame = this.#filterCount === (filterIndex === null ? 0 : 1) + (source.hasAllDocuments ? 0 : 1);
      if (isSame && source.isExact) return { by: 'same', source, steps: 0 };
      const steps = source.size - size;
      if (steps < cheapestPlan.steps) cheapestPlan = { by: 'complement', source, steps: Math.max(0, steps) };
    }
    return cheapestPlan;
  }

  /** The live documents of the source that are neither in `firstSet` nor in `secondSet`. */
  #complement(source: CountSource, firstSet: Uint32Array, secondSet: Uint32Array): Uint32Array {
    const remainingBits = this.#pool.takeSet();
    const bits = source.bits();
    const liveDocuments = this.#liveDocuments;
    for (let at = 0; at < this.#length32; at += 1) {
      remainingBits[at] = (liveDocuments[at] ?? 0) & (bits[at] ?? 0) & ~((firstSet[at] ?? 0) | (secondSet[at] ?? 0));
    }
    return remainingBits;
  }

  #empty(index: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#columns.groups[index]?.size ?? 0);
  }
}

function subtractCounts(knownCounts: Int32Array | undefined, countsToSubtract: Int32Array): Int32Array {
  const result = new Int32Array(countsToSubtract.length);
  for (let at = 0; at < countsToSubtract.length; at += 1)
    result[at] = (knownCounts?.[at] ?? 0) - (countsToSubtract[at] ?? 0);
  return result;
}

/** The chosen values, which the counts list although no car may have them. Excluded models are not chosen. */
function listChosenValues(values: readonly string[] = []): readonly string[] {
  return values.filter((value) => !isExcludedModel(value));
}
