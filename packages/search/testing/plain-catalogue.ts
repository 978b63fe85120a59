import type { ListingId } from '@carhouse/domain/listing/listing';
import { regionOf } from '@carhouse/domain/listing/region';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { CatalogueAnswer, FacetValue, Histogram } from '../query/answer.ts';
import type { CatalogueEntry } from '../query/entry.ts';
import { type CatalogueQuery, type NumberFacet, numberFacets, type Place } from '../query/query.ts';
import type { CommonWord, SearchedText, TextMatch, TextSide } from '../text/text-match.ts';

/** The catalogue as one would write it without any thought of speed: what the real one has to answer. */
export class PlainCatalogue {
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

  search(query: CatalogueQuery): CatalogueAnswer {
    const all = [...this.#entries.values()].filter((entry) => holdsText(entry, query.text));
    const passing = all.filter((entry) => passes(entry, query, null));
    const behind = passing
      .filter((entry) => query.after === null || order(entryPlace(entry, query), query.after, query) > 0)
      .sort((first, second) => order(entryPlace(first, query), entryPlace(second, query), query));
    const words: Partial<Record<WordFacet, FacetValue[]>> = {};
    const histograms: Partial<Record<'price' | 'year', Histogram>> = {};
    for (const facet of query.facets) {
      const counted = all.filter((entry) => passes(entry, query, facet));
      if (facet === 'price') histograms.price = prices(counted);
      else if (facet === 'year') histograms.year = years(counted, [...this.#entries.values()]);
      else words[facet] = values(counted, facet, query.words[facet] ?? []);
    }
    return {
      found: behind.slice(0, query.limit).map((entry) => ({ id: entry.id, place: entryPlace(entry, query) })),
      total: passing.length,
      more: behind.length > query.limit,
      words,
      histograms,
      corrections: [],
      isPartial: false,
    };
  }
}

/** Every word has to be a word of the car; a car is the better the more often the words stand in it. */
export class PlainText implements TextSide {
  readonly #words: string[][] = [];
  #read: string[] = [];
  readonly #print = new Uint32Array(2);
  readonly bytes = 0;

  read(text: SearchedText): Uint32Array {
    this.#read = wordsOf(text);
    this.#print.fill(0);
    for (const unit of this.#read.join(' ')) {
      this.#print[0] = Math.imul(31, this.#print[0] ?? 0) + unit.charCodeAt(0);
      this.#print[1] = Math.imul(37, this.#print[1] ?? 0) + unit.charCodeAt(0);
    }
    return this.#print;
  }

  add(number: number): void {
    if (number !== this.#words.length) throw new RangeError(`Number ${number} after ${this.#words.length}`);
    this.#words.push(this.#read);
  }

  match(text: string): TextMatch | null {
    const wanted = text.split(' ').filter(Boolean);
    if (wanted.length === 0) return null;
    const bits = new Uint32Array((this.#words.length + 31) >>> 5);
    this.#words.forEach((words, number) => {
      if (wanted.every((word) => words.includes(word)))
        bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
    });
    return {
      bits,
      scoreOf: (number) => score(this.#words[number] ?? [], wanted),
      best: (among) => ({ bits: among, score: null }),
      corrections: [],
      isPartial: false,
    };
  }

  commonWords(): readonly CommonWord[] {
    return [];
  }
}

function wordsOf(text: SearchedText): string[] {
  return [text.brand, text.title, text.variant ?? '', text.location, text.description]
    .join(' ')
    .split(' ')
    .filter(Boolean);
}

function score(words: readonly string[], wanted: readonly string[]): number {
  return words.filter((word) => wanted.includes(word)).length;
}

function holdsText(entry: CatalogueEntry, text: string): boolean {
  const words = wordsOf(entry);
  return text
    .split(' ')
    .filter(Boolean)
    .every((word) => words.includes(word));
}

function passes(entry: CatalogueEntry, query: CatalogueQuery, except: string | null): boolean {
  const words = wordFacets.every((facet) => {
    const chosen = query.words[facet] ?? [];
    if (facet === except || chosen.length === 0) return true;
    const value = facetValueOf(entry, facet);
    return value !== null && chosen.includes(value);
  });
  return (
    words &&
    numberFacets.every((facet) => {
      const bounds = query.numbers[facet];
      if (facet === except || bounds === undefined || (bounds.min === undefined && bounds.max === undefined))
        return true;
      const number = numberOf(entry, facet);
      return number !== null && number >= (bounds.min ?? number) && number <= (bounds.max ?? number);
    })
  );
}

function facetValueOf(entry: CatalogueEntry, facet: WordFacet): string | null {
  if (facet === 'model') return `${entry.brand}/${entry.title}`;
  if (facet === 'region') return regionOf(entry.location);
  if (facet === 'verified') return entry.verified ? 'yes' : null;
  if (facet === 'owners') return entry.owners === null ? null : (['1', '1', '2', '3'][entry.owners] ?? '4+');
  return entry[facet];
}

function numberOf(entry: CatalogueEntry, facet: NumberFacet): number | null {
  if (facet === 'year') return entry.yearOfPurchase;
  return facet === 'mileage' ? entry.mileageKm : entry[facet];
}

function entryPlace(entry: CatalogueEntry, query: CatalogueQuery): Place {
  const by = query.order.by;
  const wanted = query.text.split(' ').filter(Boolean);
  if (by === 'relevance' && wanted.length > 0) {
    const seconds = Math.floor(entry.newestAt / 1_000_000);
    return { key: score(wordsOf(entry), wanted) * 4_294_967_296 + seconds, id: entry.id };
  }
  return { key: by === 'relevance' || by === 'newest' ? entry.newestAt : numberOf(entry, by), id: entry.id };
}

function order(first: Place, second: Place, query: CatalogueQuery): number {
  if (first.key === null && second.key !== null) return 1;
  if (first.key !== null && second.key === null) return -1;
  const difference = (first.key ?? 0) - (second.key ?? 0) || (first.id < second.id ? -1 : first.id > second.id ? 1 : 0);
  return query.order.descending || query.order.by === 'relevance' ? -difference : difference;
}

function values(entries: readonly CatalogueEntry[], facet: WordFacet, chosen: readonly string[]): FacetValue[] {
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const entry of entries) {
    const value = facetValueOf(entry, facet);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((first, second) => second.count - first.count || (first.value < second.value ? -1 : 1));
}

function prices(entries: readonly CatalogueEntry[]): Histogram {
  const counts = Array.from({ length: 120 }, () => 0);
  for (const { price } of entries) {
    const bar = Math.min(119, Math.floor(price / 1_000_000));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return { from: 0, step: 1_000_000, counts };
}

function years(entries: readonly CatalogueEntry[], onOffer: readonly CatalogueEntry[]): Histogram {
  if (onOffer.length === 0) return { from: 1886, step: 1, counts: [] };
  const bought = onOffer.map((entry) => entry.yearOfPurchase);
  const from = Math.min(...bought);
  const counts = Array.from({ length: Math.max(...bought) - from + 1 }, () => 0);
  for (const { yearOfPurchase } of entries) counts[yearOfPurchase - from] = (counts[yearOfPurchase - from] ?? 0) + 1;
  return { from, step: 1, counts };
}
