import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { CatalogueQuery } from '@carhouse/search/query/query';
import type { FacetValue, Histogram, SearchResult } from '@carhouse/search/query/search-result';

/** Values of a facet that are shown. Sellers may give a car any title. */
const valuesShown = 200;
/** Values whose JSON is cached. Sellers may give a car any title. */
const rememberedMaximum = 20_000;

/** Writes the counts of a search as JSON of the API (packages/contract/search.ts). */
export class FacetWriter {
  readonly #brandNames: ReadonlyMap<string, string>;
  /** The JSON of a value up to its count. */
  readonly #written = new Map<WordFacet, Map<string, string>>();
  #rememberedCount = 0;

  /** @param brandNames display names by API name. */
  constructor(brandNames: ReadonlyMap<string, string>) {
    this.#brandNames = brandNames;
  }

  /** @returns JSON. @param chosen values that are shown however rare they are. */
  write(
    { facetCounts, histograms }: Pick<SearchResult, 'facetCounts' | 'histograms'>,
    chosen: CatalogueQuery['facetFilters'] = {},
  ): string {
    const facets: string[] = [];
    for (const name of wordFacets) {
      const values = facetCounts[name];
      if (values !== undefined) facets.push(`"${name}":[${this.#writeValues(name, values, chosen[name] ?? [])}]`);
    }
    const { price, year } = histograms;
    // The API has dollars.
    if (price !== undefined) facets.push(`"price":${writeHistogram(price, 100)}`);
    if (year !== undefined) facets.push(`"year":${writeHistogram(year, 1)}`);
    return `{${facets.join(',')}}`;
  }

  #writeValues(name: WordFacet, values: readonly FacetValue[], chosen: readonly string[]): string {
    let written = '';
    for (const [place, { value, count }] of values.entries()) {
      if (place >= valuesShown && !chosen.includes(value)) continue;
      written += `${written === '' ? '' : ','}${this.#beginningOf(name, value)}${count}}`;
    }
    return written;
  }

  #beginningOf(name: WordFacet, value: string): string {
    const known = this.#written.get(name)?.get(value);
    if (known !== undefined) return known;
    if (this.#rememberedCount >= rememberedMaximum) {
      this.#written.clear();
      this.#rememberedCount = 0;
    }
    const label = this.#labelOf(name, value);
    const labelled = label === undefined ? '' : `,"label":${JSON.stringify(label)}`;
    const written = `{"value":${JSON.stringify(value)}${labelled},"count":`;
    const ofFacet = this.#written.get(name) ?? new Map<string, string>();
    this.#written.set(name, ofFacet.set(value, written));
    this.#rememberedCount += 1;
    return written;
  }

  #labelOf(name: WordFacet, value: string): string | undefined {
    if (name === 'model') return value.slice(value.indexOf('/') + 1);
    const label = name === 'brand' ? this.#brandNames.get(value) : undefined;
    return label === value ? undefined : label;
  }
}

function writeHistogram({ from, step, counts }: Histogram, unit: number): string {
  return `{"from":${from / unit},"step":${step / unit},"counts":[${counts.join(',')}]}`;
}
