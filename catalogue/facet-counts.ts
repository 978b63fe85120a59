import type { WordFacet } from '@carhouse/core/listing/word-facets';
import type { CatalogueAnswer, FacetValue, Histogram } from './answer.ts';
import { estimateBits } from './bit-set.ts';
import { type CombinationCounts, sumOf } from './combination-counts.ts';
import { type Chosen, countAllGroups, countGroup } from './count-cars.ts';
import { type CountedFacet, type CountedGroup, groupCount } from './counted-groups.ts';
import { histogramCodes, priceHistogram, yearHistogram } from './histogram-steps.ts';
import type { Passing } from './passing.ts';

import type { SetPool } from './set-pool.ts';
import type { WordColumns } from './word-columns.ts';

/** A filter of a search: its cars, and what is counted of them already. */
export type Filter = {
  /** Null for words and for numbers that are no facet. */
  readonly facet: CountedFacet | null;
  readonly bits: Uint32Array;
  readonly kept: Kept | null;
  /** Whether its facet is to be counted, which leaves it out. */
  readonly isCounted: boolean;
};

/** A set that holds all cars of a filter and whose counts are kept, as those of parts that have no car in common. */
export type Kept = {
  readonly bits: Uint32Array;
  readonly counts: readonly CombinationCounts[];
  /** It holds no other cars. */
  readonly isExact: boolean;
};

/** Cars whose counts are known: all on offer, or those that pass one filter. */
type Known = {
  readonly bits: Uint32Array;
  readonly counts: () => readonly Int32Array[];
  readonly isExact: boolean;
  readonly size: number;
  /** Place of the filter among the counted ones. */
  readonly own: number | null;
  /** These are the very cars that are wanted. */
  readonly same: boolean;
};

/** Of a facet the most frequent values are told, and the chosen ones. */
export const valuesListed = 200;

type Facets = Pick<CatalogueAnswer, 'words' | 'histograms' | 'total'>;

/**
 * The counts of all facets asked for. A facet without a filter counts the cars that pass all; one with a filter also those that fail
 * only this. Counts of all cars and of the cars of each frequent value are kept, so where a set is nearly one of these only the rest is counted and taken away.
 */
export class FacetCounts {
  readonly #columns: WordColumns;
  readonly #live: Uint32Array;
  readonly #words: number;
  readonly #known: Known[];
  readonly #filters: number;
  /** The facet of each set in `passing.failing`. */
  readonly #filtered: readonly (CountedFacet | null)[];
  readonly #passing: Passing;
  readonly #pool: SetPool;
  /** Counts of the cars that pass all, by group; made when first needed. */
  readonly #counts: (Int32Array | undefined)[] = [];

  constructor(
    columns: WordColumns,
    live: { readonly bits: Uint32Array; readonly words: number; readonly size: number },
    passing: Passing,
    filters: readonly Filter[],
    pool: SetPool,
  ) {
    this.#columns = columns;
    this.#live = live.bits;
    this.#words = live.words;
    this.#passing = passing;
    this.#pool = pool;
    this.#filters = filters.length;
    const counted = filters.filter((filter) => filter.isCounted);
    this.#filtered = counted.map((filter) => filter.facet);
    const onOffer = columns.groups.map((group) => group.counts);
    this.#known = [{ bits: live.bits, counts: () => onOffer, isExact: true, size: live.size, own: null, same: false }];
    for (const filter of filters) {
      if (filter.kept === null) continue;
      const { bits, counts, isExact } = filter.kept;
      const size = counts.reduce((sum, each) => sum + each.size, 0);
      const own = filter.isCounted ? counted.indexOf(filter) : null;
      const sizes = columns.groups.map((group) => group.size);
      this.#known.push({ bits, counts: () => sumOf(counts, sizes), isExact, size, own, same: false });
    }
  }

  answer(asked: readonly CountedFacet[], chosen: Readonly<Partial<Record<WordFacet, readonly string[]>>>): Facets {
    const groups = new Set(asked.map((facet) => this.#columns.groupOf(facet)));
    this.#countPassing(groups);
    let total = 0;
    for (const count of this.#counts.find((counts) => counts !== undefined) ?? []) total += count;
    const words: Partial<Record<WordFacet, readonly FacetValue[]>> = {};
    const histograms: Partial<Record<'price' | 'year', Histogram>> = {};
    for (const facet of asked) {
      const index = this.#columns.groupOf(facet);
      const group = this.#columns.groups[index];
      if (group === undefined) continue;
      const counts = this.#byCode(facet, index, group);
      if (facet === 'price') histograms.price = priceHistogram(counts);
      else if (facet === 'year') {
        histograms.year = yearHistogram(counts, group.byCode('year', group.counts, histogramCodes.year));
      } else words[facet] = this.#list(facet, counts, chosen[facet] ?? []);
    }
    return { words, histograms, total };
  }

  #byCode(facet: CountedFacet, index: number, group: CountedGroup): Int32Array {
    const own = this.#filtered.indexOf(facet);
    const isNumber = facet === 'price' || facet === 'year';
    const codes = isNumber ? histogramCodes[facet] : this.#columns.dictionary(facet).size;
    if (own < 0) return group.byCode(facet, this.#counts[index] ?? this.#empty(index), codes);
    const { all, failing } = this.#passing;
    const set = failing[own] ?? all;
    const either = this.#pool.take();
    for (let at = 0; at < this.#words; at += 1) either[at] = (all[at] ?? 0) | (set[at] ?? 0);
    const { from, steps } = this.#nearest(either, own, set);
    if (from?.same) return group.byCode(facet, from.counts()[index] ?? this.#empty(index), codes);
    // A look at a car costs about as much as one and a half words, and each word of a set with few cars a few more.
    const cost = steps * 1.5 + this.#words * 4;
    if (!isNumber && this.#columns.costOfValues(facet, this.#words) < cost) {
      return this.#columns.countValues(facet, either, this.#words);
    }
    const counts = from === null ? (this.#counts[index]?.slice() ?? this.#empty(index)) : this.#empty(index);
    countGroup(this.#chosen(from === null ? set : either, from), this.#columns.combinations, index, counts);
    return group.byCode(facet, from === null ? counts : difference(from.counts()[index], counts), codes);
  }

  #countPassing(groups: ReadonlySet<number>): void {
    const { all } = this.#passing;
    const { from } = this.#nearest(all, null);
    if (from?.same) {
      const counts = from.counts();
      for (const index of groups) this.#counts[index] = counts[index];
      return;
    }
    const chosen = this.#chosen(all, from);
    const counted = Array.from({ length: groupCount }, (_, index) => this.#empty(index));
    const [first, second, third, fourth] = counted;
    if (groups.size > 2 && first && second && third && fourth) {
      countAllGroups(chosen, this.#columns.combinations, [first, second, third, fourth]);
    } else {
      for (const index of groups) {
        countGroup(chosen, this.#columns.combinations, index, counted[index] ?? this.#empty(index));
      }
    }
    const known = from?.counts();
    for (const index of groups) {
      const counts = counted[index] ?? this.#empty(index);
      this.#counts[index] = known === undefined ? counts : difference(known[index], counts);
    }
  }

  /**
   * The known counts from which the fewest cars have to be taken away to have those of `set`; null when it is less to count
   * the cars of `other` themselves. `own` is the filter that the set does not keep to.
   */
  #nearest(set: Uint32Array, own: number | null, other: Uint32Array = set): { from: Known | null; steps: number } {
    const size = estimateBits(set, this.#words);
    let steps = estimateBits(other, this.#words);
    let from: Known | null = null;
    const others = this.#known.filter((known) => known.own === null || known.own !== own);
    for (const known of others) {
      // Where no other filter keeps cars away, the set is what is known.
      const isSame = this.#filters === (own === null ? 0 : 1) + (known.bits === this.#live ? 0 : 1);
      if (isSame && known.isExact) return { from: { ...known, same: true }, steps: 0 };
      if (known.size - size >= steps) continue;
      steps = known.size - size;
      from = known;
    }
    return { from, steps };
  }

  #chosen(set: Uint32Array, from: Known | null): Chosen {
    const within = from === null ? this.#live : from.bits;
    return { live: this.#live, within, set, flip: from === null ? 0 : -1, words: this.#words };
  }

  #empty(index: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#columns.groups[index]?.size ?? 0);
  }

  #list(facet: WordFacet, counts: Int32Array, chosen: readonly string[]): FacetValue[] {
    const dictionary = this.#columns.dictionary(facet);
    const codes: number[] = [];
    for (let code = 1; code < counts.length; code += 1) if ((counts[code] ?? 0) > 0) codes.push(code);
    const least = leastListed(codes, counts);
    const listed = codes
      .filter((code) => (counts[code] ?? 0) >= least)
      .map((code) => ({ value: dictionary.valueOf(code), count: counts[code] ?? 0 }))
      .sort(mostFrequentFirst)
      .slice(0, valuesListed);
    const seen = new Set(listed.map(({ value }) => value));
    const missing = [...new Set(chosen)].filter((value) => !seen.has(value));
    if (missing.length === 0) return listed;
    const countOf = (code: number) => (code === 0 ? 0 : (counts[code] ?? 0));
    const added = missing.map((value) => ({ value, count: countOf(dictionary.find(value)) }));
    return [...listed, ...added].sort(mostFrequentFirst);
  }
}

export function mostFrequentFirst(first: FacetValue, second: FacetValue): number {
  if (first.count !== second.count) return second.count - first.count;
  return first.value < second.value ? -1 : 1;
}

/** The count that a value needs to be among the most frequent. */
function leastListed(codes: readonly number[], counts: Int32Array): number {
  if (codes.length <= valuesListed) return 0;
  const all = Int32Array.from(codes, (code) => counts[code] ?? 0);
  let from = 0;
  let to = all.length - 1;
  const wanted = all.length - valuesListed;
  // Parts the counts round one of them until the wanted one stands in its place.
  while (from < to) {
    const middle = all[(from + to) >>> 1] ?? 0;
    let low = from;
    let high = to;
    while (low <= high) {
      while ((all[low] ?? 0) < middle) low += 1;
      while ((all[high] ?? 0) > middle) high -= 1;
      if (low > high) break;
      const count = all[low] ?? 0;
      all[low] = all[high] ?? 0;
      all[high] = count;
      low += 1;
      high -= 1;
    }
    if (wanted <= high) to = high;
    else if (wanted >= low) from = low;
    else break;
  }
  return all[wanted] ?? 0;
}

function difference(from: Int32Array | undefined, less: Int32Array): Int32Array {
  const result = new Int32Array(less.length);
  for (let at = 0; at < less.length; at += 1) result[at] = (from?.[at] ?? 0) - (less[at] ?? 0);
  return result;
}
