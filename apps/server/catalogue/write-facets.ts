import { wordFacets } from '@carhouse/domain/listing/word-facets';
import type { CatalogueQuery } from '@carhouse/search/query/query';
import type { FacetValue, Histogram, SearchResult } from '@carhouse/search/query/search-result';

/**
 * Maximum number of values of one facet in a response. There can be many values, because sellers choose titles freely.
 */
const shownValueMaximum = 200;

/**
 * Writes the facet counts of a search as JSON of the API (packages/contract/search.ts).
 * @param brandNames display names of brands by API name.
 * @param chosen values that are included even when they are rare.
 */
export function writeFacets(
  { facetCounts, histograms }: Pick<SearchResult, 'facetCounts' | 'histograms'>,
  brandNames: ReadonlyMap<string, string>,
  chosen: CatalogueQuery['facetFilters'] = {},
): string {
  const facets: string[] = [];
  for (const name of wordFacets) {
    const values = facetCounts[name];
    if (values === undefined) continue;
    const findLabel = (value: string): string | undefined => {
      if (name === 'model') return value.slice(value.indexOf('/') + 1);
      return name === 'brand' ? brandNames.get(value) : undefined;
    };
    facets.push(`"${name}":[${writeValues(values, chosen[name] ?? [], findLabel)}]`);
  }
  const { price, year } = histograms;
  // The catalogue has prices in cents, and the API has dollars.
  if (price !== undefined) facets.push(`"price":${writeHistogram(price, 100)}`);
  if (year !== undefined) facets.push(`"year":${writeHistogram(year, 1)}`);
  return `{${facets.join(',')}}`;
}

function writeValues(
  values: readonly FacetValue[],
  chosen: readonly string[],
  findLabel: (value: string) => string | undefined,
): string {
  let facetsJson = '';
  for (const [place, { value, count }] of values.entries()) {
    if (place >= shownValueMaximum && !chosen.includes(value)) continue;
    const label = findLabel(value);
    const labelField = label === undefined || label === value ? '' : `,"label":${quoteJson(label)}`;
    facetsJson += `${facetsJson === '' ? '' : ','}{"value":${quoteJson(value)}${labelField},"count":${count}}`;
  }
  return facetsJson;
}

/** Characters that JSON escapes: quotes, backslashes, control characters and unpaired surrogates. */
const charactersToEscape = /["\\\p{Cc}\p{Cs}]/u;

/**
 * Returns the same text as JSON.stringify. For short names without special characters, which most values are, this
 * function is several times faster.
 */
function quoteJson(text: string): string {
  return charactersToEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function writeHistogram({ from, step, counts }: Histogram, unit: number): string {
  return `{"from":${from / unit},"step":${step / unit},"counts":[${counts.join(',')}]}`;
}
