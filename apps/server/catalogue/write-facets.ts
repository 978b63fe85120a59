import { wordFacets } from '@carhouse/domain/listing/word-facets';
import type { CatalogueQuery } from '@carhouse/search/query/query';
import type { FacetValue, Histogram, SearchResult } from '@carhouse/search/query/search-result';

/**
 * Maximum number of values of one facet in a response. There can be many values, because sellers choose titles freely.
 */
const shownValueCountMaximum = 200;

/**
 * Writes the facet counts of a search as JSON of the API (packages/contract/search.ts).
 * @param brandNames display names of brands by API name.
 * @param chosenValues values that are included even when they are rare.
 */
export function writeFacets(
  { facetCounts, histograms }: Pick<SearchResult, 'facetCounts' | 'histograms'>,
  brandNames: ReadonlyMap<string, string>,
  chosenValues: CatalogueQuery['facetFilters'] = {},
): string {
  const facets: string[] = [];
  for (const name of wordFacets) {
    const countedValues = facetCounts[name];
    if (countedValues === undefined) continue;
    const findLabel = (value: string): string | undefined => {
      if (name === 'model') return value.slice(value.indexOf('/') + 1);
      return name === 'brand' ? brandNames.get(value) : undefined;
    };
    facets.push(`"${name}":[${writeValues(countedValues, chosenValues[name] ?? [], findLabel)}]`);
  }
  const { price, year } = histograms;
  // The catalogue has prices in cents, and the API has dollars.
  if (price !== undefined) facets.push(`"price":${writeHistogram(price, 100)}`);
  if (year !== undefined) facets.push(`"year":${writeHistogram(year, 1)}`);
  return `{${facets.join(',')}}`;
}

function writeValues(
  countedValues: readonly FacetValue[],
  chosenValues: readonly string[],
  findLabel: (value: string) => string | undefined,
): string {
  let facetsJson = '';
  for (const [index, { value, count }] of countedValues.entries()) {
    if (index >= shownValueCountMaximum && !chosenValues.includes(value)) continue;
    const label = findLabel(value);
    const labelFieldJson = label === undefined || label === value ? '' : `,"label":${quoteJson(label)}`;
    facetsJson += `${facetsJson === '' ? '' : ','}{"value":${quoteJson(value)}${labelFieldJson},"count":${count}}`;
  }
  return facetsJson;
}

/** Characters that JSON escapes: quotes, backslashes, control characters and unpaired surrogates. */
const characterToEscapePattern = /["\\\p{Cc}\p{Cs}]/u;

/**
 * Returns the same text as JSON.stringify. Most values are short names without special characters, for which this
 * function is several times faster than JSON.stringify.
 */
function quoteJson(text: string): string {
  return characterToEscapePattern.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function writeHistogram({ from, step, counts }: Histogram, apiUnitDivisor: number): string {
  return `{"from":${from / apiUnitDivisor},"step":${step / apiUnitDivisor},"counts":[${counts.join(',')}]}`;
}
