import type { ListingId } from '@carhouse/domain/listing/listing';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import { type Counted, FacetCounts, type Filter } from '../facets/facet-counts.ts';
import { markRange } from '../facets/mark-range.ts';
import { type Around, NumberColumn } from '../facets/number-column.ts';
import { WordColumns } from '../facets/word-columns.ts';
import type { ColumnOrder } from '../order/order-base.ts';
import { Orders, orderOf } from '../order/orders.ts';
import type { CommonWord, TextMatch, TextSide } from '../text/text-match.ts';
import type { CatalogueAnswer, FacetValue, FoundCars } from './answer.ts';
import { clearBit, countBits, grownBits, hasBit, setBit, wordsFor } from './bit-set.ts';
import type { CatalogueEntry } from './entry.ts';
import { mostFrequentFirst } from './list-values.ts';
import { ListingIds } from './listing-ids.ts';
import { passingOf } from './passing.ts';
import { PassingCars } from './passing-cars.ts';
import { type CatalogueQuery, type NumberFacet, numberFacets } from './query.ts';
import { pageByRelevance } from './relevance-page.ts';
import { SetPool } from './set-pool.ts';
import { type CarLikeThis, findSimilar, likenessOf, likenessTo } from './similar-cars.ts';

export type CatalogueOptions = {
  readonly text: TextSide;
  /** Cars for which there is room at once; more find room, at the cost of copying. */
  readonly capacity?: number;
  /** The base of the orders is built anew when more cars than this changed, and more than one in sixteen. */
  readonly tailAtLeast?: number;
};

/** The car's columns of numbers. */
type NumberColumns = Readonly<Record<NumberFacet, NumberColumn>>;

/** Cars by which the thresholds of the ranges are chosen. */
const sampleSize = 4_096;
const wordsAtOnce = 256;
/** Changed cars that are sorted into the tail together. */
const settledAtOnce = 256;

/** All cars on offer, searchable. See decision 0024. */
export class Catalogue {
  readonly #text: TextSide;
  readonly #tailAtLeast: number;
  #capacity: number;
  /** Numbers given so far; those of cars that went stay given. */
  #numbers = 0;
  #size = 0;
  /** Cars on offer. */
  #live: Uint32Array<ArrayBuffer>;
  readonly #ids: ListingIds;
  readonly #words: WordColumns;
  readonly #columns: NumberColumns;
  /** The same, one after the other. */
  readonly #columnList: readonly NumberColumn[];
  /** The places in the order `newest`; no facet. */
  readonly #newest: NumberColumn;
  readonly #orders: Orders;
  /** Two numbers a car that stand for its texts: a car whose texts did not change keeps its number. */
  #prints: Uint32Array<ArrayBuffer>;
  readonly #pool = new SetPool();
  #work: Generator<number, void> | null = null;
  /** Cars that changed while sets of a range are being built. */
  #changed: number[] | null = null;
  /** How many numbers were given when the thresholds of the ranges were chosen. */
  #thresholdsAt = 0;

  constructor({ text, capacity = 1_024, tailAtLeast = 4_096 }: CatalogueOptions) {
    this.#text = text;
    this.#tailAtLeast = tailAtLeast;
    this.#capacity = Math.max(32, capacity);
    this.#live = new Uint32Array(wordsFor(this.#capacity));
    this.#prints = new Uint32Array(this.#capacity * 2);
    this.#ids = new ListingIds(this.#capacity);
    this.#words = new WordColumns(this.#capacity);
    const wide = () => new NumberColumn('wide', this.#capacity);
    const narrow = () => new NumberColumn('narrow', this.#capacity);
    this.#columns = {
      price: wide(),
      year: narrow(),
      yearsOfUse: narrow(),
      mileage: narrow(),
      depreciation: wide(),
      coeExpiresOn: narrow(),
      postedAt: wide(),
    };
    this.#columnList = numberFacets.map((facet) => this.#columns[facet]);
    this.#newest = wide();
    this.#orders = new Orders(this.#ids, { ...this.#columns, newest: this.#newest }, this.#capacity);
  }

  /** Cars on offer. */
  get size(): number {
    return this.#size;
  }

  /** Memory of all columns, sets, tables and the words. */
  get bytes(): number {
    let bytes = this.#live.byteLength + this.#prints.byteLength + this.#ids.bytes + this.#words.bytes;
    for (const column of this.#columnList) bytes += column.bytes;
    return bytes + this.#newest.bytes + this.#orders.bytes + this.#pool.bytes + this.#text.bytes;
  }

  /**
   * Which part of all numbers stands for cars that went or were written anew with other texts. Their words stay in the index until the
   * server loads a new catalogue, which it should when this passes a half.
   */
  get worn(): number {
    return this.#numbers === 0 ? 0 : 1 - this.#size / this.#numbers;
  }

  has(id: ListingId): boolean {
    return this.#numberOf(id) >= 0;
  }

  /** Adds the car, or takes the place of what was known under its id. */
  put(entry: CatalogueEntry): void {
    const print = this.#text.read(entry);
    const known = this.#ids.find(entry.id);
    if (known >= 0 && hasBit(this.#live, known)) this.#strike(known);
    const keeps = known >= 0 && this.#prints[known * 2] === print[0] && this.#prints[known * 2 + 1] === print[1];
    const number = keeps ? known : this.#newNumber(print);
    this.#words.write(number, entry, !keeps);
    this.#columns.price.write(number, entry.price);
    this.#columns.year.write(number, entry.yearOfPurchase);
    this.#columns.yearsOfUse.write(number, entry.yearsOfUse);
    this.#columns.mileage.write(number, entry.mileageKm);
    this.#columns.depreciation.write(number, entry.depreciation);
    this.#columns.coeExpiresOn.write(number, entry.coeExpiresOn);
    this.#columns.postedAt.write(number, entry.postedAt);
    this.#newest.write(number, entry.newestAt);
    this.#changed?.push(number);
    setBit(this.#live, number);
    this.#count(number, 1);
    this.#orders.add(number);
    this.#size += 1;
    // A few at a time, so that no search has to sort many; while much comes at once a new base does it better.
    const { pending, tailSize, baseSize } = this.#orders;
    if (pending >= settledAtOnce && tailSize * 4 < baseSize) this.#orders.settle();
  }

  /** False when the car was not here. Its number is kept for the case that it comes back as it was. */
  remove(id: ListingId): boolean {
    const number = this.#numberOf(id);
    if (number < 0) return false;
    this.#strike(number);
    return true;
  }

  search(query: CatalogueQuery): CatalogueAnswer {
    const { count, ...found } = this.find(query);
    return { ...found, ...count() };
  }

  /**
   * The same in two steps: whoever can use the cars of the page has them before anything is counted. Both work on sets that belong to the
   * catalogue, so `count` is called at once or not at all: before anything else is asked of it or changed.
   */
  find(query: CatalogueQuery): FoundCars & { count(): Counted } {
    const words = wordsFor(this.#numbers);
    this.#pool.begin(words);
    this.#settle();
    const match = query.text.trim() === '' ? null : this.#text.match(query.text, this.#live);
    const filters = this.#filtersOf(query, match, words);
    const counted = filters.filter((filter) => filter.isCounted);
    const required = filters.filter((filter) => !filter.isCounted);
    const setsOf = (some: readonly Filter[]) => some.map((filter) => filter.bits);
    const passing = passingOf(this.#live, setsOf(required), setsOf(counted), words, this.#pool);
    const cars = new PassingCars(passing.all, words, this.#pool);
    const found = this.#page(query, match, cars);
    return {
      found: found.slice(0, query.limit),
      more: found.length > query.limit,
      corrections: match?.corrections ?? [],
      isPartial: match?.isPartial ?? false,
      count: () => {
        if (query.facets.length === 0) return { words: {}, histograms: {}, total: countBits(passing.all, words) };
        const live = { bits: this.#live, words, size: this.#size };
        const counts = new FacetCounts(this.#words, live, { cars, failing: passing.failing }, filters, this.#pool);
        return counts.answer(query.facets, query.words);
      },
    };
  }

  /** Cars on offer that are like this one, best first; of an id null when its car is not here. See findSimilar. */
  similar(car: CarLikeThis | ListingId, limit: number): ListingId[] | null {
    this.#settle();
    const stock = { orders: this.#orders, words: this.#words, ids: this.#ids, prices: this.#columns.price.values };
    const number = this.#numberOf(typeof car === 'string' ? car : car.id);
    if (typeof car !== 'string') return findSimilar(likenessTo(car, number, stock), limit, stock);
    return number < 0 ? null : findSimilar(likenessOf(number, stock), limit, stock);
  }

  /** All values of a facet with the cars on offer that have them, most frequent first. */
  valuesOf(facet: WordFacet): FacetValue[] {
    const dictionary = this.#words.dictionary(facet);
    const group = this.#words.groups[this.#words.groupOf(facet)];
    if (group === undefined) return [];
    const values: FacetValue[] = [];
    for (const [code, count] of group.byCode(facet, group.counts, dictionary.size).entries()) {
      if (code > 0 && count > 0) values.push({ value: dictionary.valueOf(code), count });
    }
    return values.sort(mostFrequentFirst);
  }

  /**
   * Puts things in order behind the changes, in slices: call it with a small budget whenever there is time. A unit of work is about
   * a look at one car, a few nanoseconds. True when there is more to do.
   */
  maintain(budget: number): boolean {
    let left = budget;
    // A load leaves more behind than can be sorted in one go; the new base holds it anyway.
    if (!this.#hasMuchPending()) this.#orders.settle();
    if (this.#work === null && this.#isNearlyFull()) this.#work = this.#growing();
    if (this.#work === null && this.#orderIsWorn()) this.#work = this.#rebuild();
    while (this.#work !== null && left > 0) {
      const step = this.#work.next();
      if (step.done) this.#work = null;
      else left -= step.value;
    }
    return this.#work !== null || this.#isNearlyFull() || this.#orderIsWorn();
  }

  #settle(): void {
    while (this.#hasMuchPending() && this.maintain(this.#numbers));
    this.#orders.settle();
  }

  #filtersOf(query: CatalogueQuery, match: TextMatch | null, words: number): Filter[] {
    const filters: Filter[] = [];
    if (match !== null) filters.push({ facet: null, bits: match.bits, kept: null, isCounted: false });
    for (const facet of wordFacets) {
      const chosen = query.words[facet];
      if (chosen === undefined || chosen.length === 0) continue;
      const codes = chosen.map((value) => this.#words.dictionary(facet).find(value));
      const bits = this.#carsOf(facet, codes, words);
      const counts = query.facets.length === 0 ? null : this.#words.countsOf(facet, codes);
      const kept = counts === null ? null : { bits: () => bits, counts, isExact: true };
      filters.push({ facet, bits, kept, isCounted: query.facets.includes(facet) });
    }
    let none: Uint32Array | undefined;
    for (const facet of numberFacets) {
      const bounds = query.numbers[facet];
      if (bounds === undefined || (bounds.min === undefined && bounds.max === undefined)) continue;
      const bits = this.#pool.take();
      none ??= this.#pool.takeEmpty();
      const column = this.#columns[facet];
      const order = orderOf[facet];
      if (order === null) column.mark(bounds, bits, words, none);
      else markRange(column, this.#orders, order, bounds, bits, words, none);
      const counted = facet === 'price' || facet === 'year' ? facet : null;
      const isCounted = counted !== null && query.facets.includes(counted);
      const around = query.facets.length === 0 ? null : column.countsAround(bounds, none);
      const kept = around === null ? null : { ...around, bits: () => this.#between(around, words) };
      filters.push({ facet: counted, bits, kept, isCounted });
    }
    return filters;
  }

  #between({ under, over }: Around, words: number): Uint32Array {
    const between = this.#pool.take();
    for (let at = 0; at < words; at += 1) between[at] = (over[at] ?? 0) & ~(under[at] ?? 0);
    return between;
  }

  /** See TextSide. */
  commonWords(start: string, most: number): readonly CommonWord[] {
    return this.#text.commonWords(start, most, this.#live);
  }

  #page(query: CatalogueQuery, match: TextMatch | null, cars: PassingCars): CatalogueAnswer['found'][number][] {
    const { after, order } = query;
    const count = query.limit + 1;
    if (order.by === 'relevance' && match !== null) {
      const columns = { ids: this.#ids, orders: this.#orders, newest: this.#newest, pool: this.#pool };
      const best = pageByRelevance(match, cars, { after, count }, columns);
      return best.map(({ number, key }) => this.#foundAt(number, key));
    }
    const by: ColumnOrder = order.by === 'relevance' ? 'newest' : order.by;
    const descending = order.by === 'relevance' ? true : order.descending;
    const column = by === 'newest' ? this.#newest : this.#columns[by];
    const bounds = by === 'newest' ? undefined : query.numbers[by];
    const numbers = this.#orders.page({ by, descending, after, count, bounds }, cars);
    return numbers.map((number) => this.#foundAt(number, column.valueOf(number)));
  }

  #foundAt(number: number, key: number | null): CatalogueAnswer['found'][number] {
    const id = this.#ids.idOf(number);
    return { id, place: { key, id } };
  }

  /** The cars with one of the values; may hold cars that went. */
  #carsOf(facet: WordFacet, codes: readonly number[], words: number): Uint32Array {
    const only = codes.length === 1 ? this.#words.bitsOf(facet, codes[0] ?? 0) : null;
    if (only !== null) return only;
    const set = this.#pool.takeEmpty();
    for (const code of codes) this.#words.mark(facet, code, set, words, this.#pool);
    return set;
  }

  #numberOf(id: ListingId): number {
    const number = this.#ids.find(id);
    return number >= 0 && hasBit(this.#live, number) ? number : -1;
  }

  #newNumber(print: Uint32Array): number {
    const number = this.#numbers;
    if (number === this.#capacity) this.#grow();
    this.#numbers += 1;
    this.#ids.giveLast(number);
    this.#prints[number * 2] = print[0] ?? 0;
    this.#prints[number * 2 + 1] = print[1] ?? 0;
    this.#text.add(number);
    return number;
  }

  #count(number: number, by: 1 | -1): void {
    this.#words.count(number, by);
    for (const column of this.#columnList) column.count(number, this.#words.combinations, by);
  }

  #strike(number: number): void {
    this.#orders.remove(number);
    this.#count(number, -1);
    clearBit(this.#live, number);
    this.#size -= 1;
  }

  /** Room for more cars at once; `maintain` makes it before it is needed. */
  #grow(): void {
    this.#work = null;
    this.#changed = null;
    this.#orders.giveUp();
    for (const _ of this.#growing());
  }

  *#growing(): Generator<number, void> {
    const capacity = Math.ceil((this.#capacity * 5) / 4);
    this.#live = grownBits(this.#live, capacity);
    const prints = new Uint32Array(capacity * 2);
    prints.set(this.#prints);
    this.#prints = prints;
    yield capacity;
    yield* this.#ids.growing(capacity);
    yield* this.#words.growing(capacity);
    for (const column of this.#columnList) yield* column.growing(capacity);
    yield* this.#newest.growing(capacity);
    this.#orders.grow(capacity);
    this.#capacity = capacity;
  }

  #isNearlyFull(): boolean {
    return this.#numbers * 32 > this.#capacity * 31;
  }

  #hasMuchPending(): boolean {
    return this.#orders.pending > Math.max(this.#tailAtLeast, this.#size / 16);
  }

  #orderIsWorn(): boolean {
    const allowed = Math.max(this.#tailAtLeast, this.#orders.baseSize / 16);
    return this.#orders.tailSize > allowed;
  }

  *#rebuild(): Generator<number, void> {
    yield* this.#orders.rebuild(this.#live, wordsFor(this.#numbers), this.#size);
    if (this.#numbers > this.#thresholdsAt * 1.25) yield* this.#chooseThresholds();
    yield* this.#words.counting(this.#live);
  }

  /** Chooses the thresholds of all ranges from a sample and builds their sets. */
  *#chooseThresholds(): Generator<number, void> {
    const numbers = this.#numbers;
    const sample: number[] = [];
    const stride = Math.max(1, Math.floor(numbers / sampleSize));
    for (let number = 0; number < numbers; number += stride) if (hasBit(this.#live, number)) sample.push(number);
    for (const facet of numberFacets) {
      const changed: number[] = [];
      this.#changed = changed;
      const column = this.#columns[facet];
      const thresholds = column.thresholdsOf(sample);
      const sets = column.emptySets(thresholds);
      // Numbers that are given from now on are among those that changed.
      const end = wordsFor(this.#numbers);
      for (let word = 0; word < end; word += wordsAtOnce) {
        column.fill(sets, thresholds, word, Math.min(word + wordsAtOnce, end));
        yield wordsAtOnce * 64;
      }
      for (const number of changed) column.fill(sets, thresholds, number >>> 5, (number >>> 5) + 1);
      column.adopt(sets, thresholds);
      yield* column.counting(this.#live, this.#words.countSlice);
    }
    this.#changed = null;
    this.#thresholdsAt = numbers;
  }
}
