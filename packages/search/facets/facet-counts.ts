import type { WordFacet } from '@carhouse/domain/listing/word-facets';
import type { CatalogueAnswer, FacetValue, Histogram } from '../query/answer.ts';
import { estimateBits } from '../query/bit-set.ts';
import { countAllGroups, countCodes, countGroup, countListed } from '../query/count-cars.ts';
import { listValues } from '../query/list-values.ts';
import type { Passing } from '../query/passing.ts';
import type { PassingCars } from '../query/passing-cars.ts';
import type { SetPool } from '../query/set-pool.ts';
import { type CombinationCounts, sumOf } from './combination-counts.ts';
import { type CountedFacet, type CountedGroup, groupCount } from './counted-groups.ts';
import { histogramCodes, priceHistogram, yearHistogram } from './histogram-steps.ts';
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
  /** May be made when it is asked for. */
  readonly bits: () => Uint32Array;
  readonly counts: readonly CombinationCounts[];
  /** It holds no other cars. */
  readonly isExact: boolean;
};

/** Cars whose counts are known: all on offer, or those that pass one filter. */
type Known = {
  readonly bits: () => Uint32Array;
  /** By combination of a group. */
  readonly counts: (group: number) => Int32Array;
  readonly isExact: boolean;
  readonly size: number;
  /** All on offer. */
  readonly isAll: boolean;
  /** Place of the filter among the counted ones. */
  readonly own: number | null;
};

/** Where the counts of a set come from with the fewest steps. */
type Way =
  | { readonly by: 'same'; readonly known: Known; readonly steps: 0 }
  /** What is known, less the cars that are not in the set. */
  | { readonly by: 'rest'; readonly known: Known; readonly steps: number }
  | { readonly by: 'itself'; readonly known: null; readonly steps: number };

/** What is counted in a search: the cars of the page need none of it. */
export type Counted = Pick<CatalogueAnswer, 'words' | 'histograms' | 'total'>;

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
  readonly #cars: PassingCars;
  readonly #failing: readonly Uint32Array[];
  readonly #pool: SetPool;
  /** Counts of the cars that pass all, by group. */
  readonly #counts: (Int32Array | undefined)[] = [];

  constructor(
    columns: WordColumns,
    live: { readonly bits: Uint32Array; readonly words: number; readonly size: number },
    { cars, failing }: { readonly cars: PassingCars; readonly failing: Passing['failing'] },
    filters: readonly Filter[],
    pool: SetPool,
  ) {
    this.#columns = columns;
    this.#live = live.bits;
    this.#words = live.words;
    this.#cars = cars;
    this.#failing = failing;
    this.#pool = pool;
    this.#filters = filters.length;
    const counted = filters.filter((filter) => filter.isCounted);
    this.#filtered = counted.map((filter) => filter.facet);
    const onOffer = (group: number) => columns.groups[group]?.counts ?? new Int32Array(0);
    this.#known = [{ bits: () => live.bits, counts: onOffer, isExact: true, size: live.size, isAll: true, own: null }];
    for (const filter of filters) {
      if (filter.kept === null) continue;
      const { bits, counts, isExact } = filter.kept;
      const size = counts.reduce((sum, each) => sum + each.size, 0);
      const own = filter.isCounted ? counted.indexOf(filter) : null;
      const sum = (group: number) => sumOf(counts, group, columns.groups[group]?.size ?? 0);
      this.#known.push({ bits, counts: sum, isExact, size, isAll: false, own });
    }
  }

  answer(asked: readonly CountedFacet[], chosen: Readonly<Partial<Record<WordFacet, readonly string[]>>>): Counted {
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
      } else words[facet] = listValues(this.#columns.dictionary(facet), counts, chosen[facet] ?? []);
    }
    return { words, histograms, total };
  }

  #byCode(facet: CountedFacet, index: number, group: CountedGroup): Int32Array {
    const own = this.#filtered.indexOf(facet);
    const isNumber = facet === 'price' || facet === 'year';
    const codes = isNumber ? histogramCodes[facet] : this.#columns.dictionary(facet).size;
    const passing = () => group.byCode(facet, this.#counts[index] ?? this.#empty(index), codes);
    if (own < 0) return passing();
    const all = this.#cars.bits;
    const set = this.#failing[own] ?? all;
    const size = estimateBits(set, this.#words);
    const way = this.#nearest(this.#cars.size + size, own, size);
    if (way.by === 'same') return group.byCode(facet, way.known.counts(index), codes);
    // A look at a car costs about as much as three words, and so does each word of a set with few cars.
    if (!isNumber && this.#columns.costOfValues(facet, this.#words) < way.steps * 3 + this.#words) {
      return this.#columns.countValues(facet, this.#either(all, set), this.#words);
    }
    const from = way.by === 'itself' ? passing() : group.byCode(facet, way.known.counts(index), codes);
    const counted = way.by === 'itself' ? set : this.#rest(way.known, all, set);
    const chosen = { set: counted, from: 0, words: this.#words };
    const counts = new Int32Array(from.length);
    if (facet === 'model') {
      const combinations = this.#empty(index);
      countGroup(chosen, this.#columns.combinations, index, combinations);
      counts.set(group.byCode(facet, combinations, codes));
    } else countCodes(chosen, this.#columns.codesOf(facet), counts);
    const sign = way.by === 'itself' ? 1 : -1;
    for (let code = 0; code < counts.length; code += 1) from[code] = (from[code] ?? 0) + sign * (counts[code] ?? 0);
    return from;
  }

  #either(first: Uint32Array, second: Uint32Array): Uint32Array {
    const either = this.#pool.take();
    for (let at = 0; at < this.#words; at += 1) either[at] = (first[at] ?? 0) | (second[at] ?? 0);
    return either;
  }

  #countPassing(groups: ReadonlySet<number>): void {
    const { bits: all, size } = this.#cars;
    const way = this.#nearest(size, null, size);
    if (way.by === 'same') {
      for (const index of groups) this.#counts[index] = way.known.counts(index);
      return;
    }
    const set = way.known === null ? all : this.#rest(way.known, all, all);
    const chosen = { set, from: 0, words: this.#words };
    const counted = Array.from({ length: groupCount }, (_, index) => this.#empty(index));
    const [first, second, third, fourth] = counted;
    if (groups.size > 2 && first && second && third && fourth) {
      const numbers = way.known === null ? this.#cars.numbers() : null;
      if (numbers !== null) countListed(numbers, this.#columns.combinations, [first, second, third, fourth]);
      else countAllGroups(chosen, this.#columns.combinations, [first, second, third, fourth]);
    } else {
      for (const index of groups) {
        countGroup(chosen, this.#columns.combinations, index, counted[index] ?? this.#empty(index));
      }
    }
    for (const index of groups) {
      const counts = counted[index] ?? this.#empty(index);
      this.#counts[index] = way.known === null ? counts : difference(way.known.counts(index), counts);
    }
  }

  /**
   * The known counts from which the fewest cars have to be taken away to have those of a set of about `size` cars, unless it is less
   * to count `rest` cars. `own` is the filter that the set does not keep to.
   */
  #nearest(size: number, own: number | null, rest: number): Way {
    let nearest: Way = { by: 'itself', known: null, steps: rest };
    for (const known of this.#known) {
      if (known.own !== null && known.own === own) continue;
      // Where no other filter keeps cars away, the set is what is known.
      const isSame = this.#filters === (own === null ? 0 : 1) + (known.isAll ? 0 : 1);
      if (isSame && known.isExact) return { by: 'same', known, steps: 0 };
      const steps = known.size - size;
      if (steps < nearest.steps) nearest = { by: 'rest', known, steps: Math.max(0, steps) };
    }
    return nearest;
  }

  /** The cars of what is known that are in neither set. */
  #rest(known: Known, first: Uint32Array, second: Uint32Array): Uint32Array {
    const rest = this.#pool.take();
    const bits = known.bits();
    const live = this.#live;
    for (let at = 0; at < this.#words; at += 1) {
      rest[at] = (live[at] ?? 0) & (bits[at] ?? 0) & ~((first[at] ?? 0) | (second[at] ?? 0));
    }
    return rest;
  }

  #empty(index: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#columns.groups[index]?.size ?? 0);
  }
}

function difference(from: Int32Array | undefined, less: Int32Array): Int32Array {
  const result = new Int32Array(less.length);
  for (let at = 0; at < less.length; at += 1) result[at] = (from?.[at] ?? 0) - (less[at] ?? 0);
  return result;
}
