import type { CatalogueAnswer, FacetValue, Histogram } from './answer.ts';
import { estimateBits } from './bit-set.ts';
import { countAllGroups, countGroup } from './count-cars.ts';
import { type CountedFacet, groupCount } from './counted-groups.ts';
import { histogramCodes, priceHistogram, yearHistogram } from './histogram-steps.ts';
import type { Passing } from './passing.ts';
import type { WordFacet } from './query.ts';
import type { SetPool } from './set-pool.ts';
import type { WordColumns } from './word-columns.ts';

/** Of a facet the most frequent values are told, and the chosen ones. */
export const valuesListed = 200;

type Facets = Pick<CatalogueAnswer, 'words' | 'histograms' | 'total'>;

/**
 * The counts of all facets asked for. A facet without a filter counts the cars that pass all; one with a filter also those that fail
 * only this. Where more than half of all cars have to be counted the others are, and taken from the counts of all.
 */
export class FacetCounts {
  readonly #columns: WordColumns;
  readonly #live: Uint32Array;
  readonly #words: number;
  readonly #size: number;
  readonly #passing: Passing;
  readonly #pool: SetPool;
  /** Counts of the cars that pass all, by group; made when first needed. */
  readonly #counts: (Int32Array | undefined)[] = [];

  constructor(
    columns: WordColumns,
    live: { readonly bits: Uint32Array; readonly words: number; readonly size: number },
    passing: Passing,
    pool: SetPool,
  ) {
    this.#columns = columns;
    this.#live = live.bits;
    this.#words = live.words;
    this.#size = live.size;
    this.#passing = passing;
    this.#pool = pool;
  }

  /** `filtered` names the facet of each set in `passing.failing`. */
  answer(
    asked: readonly CountedFacet[],
    filtered: readonly CountedFacet[],
    chosen: Readonly<Partial<Record<WordFacet, readonly string[]>>>,
  ): Facets {
    const groups = new Set(asked.map((facet) => this.#columns.groupOf(facet)));
    this.#countPassing(groups);
    let total = 0;
    for (const count of this.#counts.find((counts) => counts !== undefined) ?? []) total += count;
    const words: Partial<Record<WordFacet, readonly FacetValue[]>> = {};
    const histograms: Partial<Record<'price' | 'year', Histogram>> = {};
    for (const facet of asked) {
      const own = filtered.indexOf(facet);
      const index = this.#columns.groupOf(facet);
      const counts = own < 0 ? this.#counts[index] : this.#withFailing(index, own);
      const group = this.#columns.groups[index];
      if (group === undefined || counts === undefined) continue;
      if (facet === 'price') histograms.price = priceHistogram(group.byCode('price', counts, histogramCodes.price));
      else if (facet === 'year') {
        const onOffer = group.byCode('year', group.counts, histogramCodes.year);
        histograms.year = yearHistogram(group.byCode('year', counts, histogramCodes.year), onOffer);
      } else {
        const byCode = group.byCode(facet, counts, this.#columns.dictionary(facet).size);
        words[facet] = this.#list(facet, byCode, chosen[facet] ?? []);
      }
    }
    return { words, histograms, total };
  }

  #countPassing(groups: ReadonlySet<number>): void {
    const { all, failing, onlyCounted } = this.#passing;
    if (onlyCounted && failing.length === 0) {
      for (const index of groups) this.#counts[index] = this.#onOffer(index);
      return;
    }
    const flip = estimateBits(all, this.#words) * 2 > this.#size ? -1 : 0;
    const counted = Array.from({ length: groupCount }, (_, index) => this.#empty(index));
    const [first, second, third, fourth] = counted;
    if (groups.size > 2 && first && second && third && fourth) {
      const four = [first, second, third, fourth] as const;
      countAllGroups(this.#live, all, flip, this.#words, this.#columns.combinations, four);
    } else {
      for (const index of groups) {
        const counts = counted[index];
        if (counts === undefined) continue;
        countGroup(this.#live, all, flip, this.#words, this.#columns.combinations, index, counts);
      }
    }
    for (const index of groups) {
      const counts = counted[index] ?? this.#empty(index);
      this.#counts[index] = flip === 0 ? counts : difference(this.#onOffer(index), counts);
    }
  }

  /** Counts of the cars that pass all filters but one. */
  #withFailing(index: number, own: number): Int32Array | undefined {
    const { all, failing, onlyCounted } = this.#passing;
    const set = failing[own];
    if (set === undefined) return this.#counts[index];
    if (onlyCounted && failing.length === 1) return this.#onOffer(index);
    const combinations = this.#columns.combinations;
    const more = estimateBits(set, this.#words);
    if (more * 2 + estimateBits(all, this.#words) <= this.#size) {
      const counts = this.#counts[index]?.slice() ?? this.#empty(index);
      countGroup(set, set, 0, this.#words, combinations, index, counts);
      return counts;
    }
    const either = this.#pool.take();
    for (let at = 0; at < this.#words; at += 1) either[at] = (all[at] ?? 0) | (set[at] ?? 0);
    const others = this.#empty(index);
    countGroup(this.#live, either, -1, this.#words, combinations, index, others);
    return difference(this.#onOffer(index), others);
  }

  #onOffer(index: number): Int32Array {
    return this.#columns.groups[index]?.counts ?? new Int32Array(0);
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

function difference(from: Int32Array, less: Int32Array): Int32Array {
  const result = new Int32Array(less.length);
  for (let at = 0; at < less.length; at += 1) result[at] = (from[at] ?? 0) - (less[at] ?? 0);
  return result;
}
