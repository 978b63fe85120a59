import { isExcludedModel, readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { FacetColumns } from '../facets/facet-columns.ts';
import type { Filter } from '../facets/facet-counts.ts';
import type { CoveringParts, NumericColumn } from '../facets/numeric-column.ts';
import { writeRange } from '../facets/range-filter.ts';
import { type SortIndex, sortFieldsByRangeField } from '../order/sort-index.ts';
import type { TextMatch } from '../text/text-search.ts';
import type { BitSetPool } from './bit-set-pool.ts';
import { type CatalogueQuery, type RangeField, rangeFields } from './query.ts';

/** The indexes from which the filters of a search are read. */
export type FilterSources = {
  readonly facets: FacetColumns;
  readonly columns: Readonly<Record<RangeField, NumericColumn>>;
  readonly sortIndex: SortIndex;
  readonly pool: BitSetPool;
};

/**
 * Turns each filter of a query into a bit set: the text, the facets, the ranges. The bit sets may hold deleted
 * documents.
 */
export function buildFilters(
  query: CatalogueQuery,
  match: TextMatch | null,
  sources: FilterSources,
  length32: number,
): Filter[] {
  const filters: Filter[] = [];
  if (match !== null) filters.push({ facet: null, bits: match.bits, cachedCounts: null, isCounted: false });
  for (const facet of wordFacets) {
    const values = query.facetFilters[facet] ?? [];
    if (values.length > 0) filters.push(buildFacetFilter(query, facet, values, sources, length32));
  }
  const ranges = rangeFields.filter((field) => {
    const { min, max } = query.rangeFilters[field] ?? {};
    return min !== undefined || max !== undefined;
  });
  if (ranges.length === 0) return filters;
  const emptySet = sources.pool.takeEmptySet();
  for (const field of ranges) filters.push(buildRangeFilter(query, field, sources, length32, emptySet));
  return filters;
}

function buildFacetFilter(
  query: CatalogueQuery,
  facet: WordFacet,
  values: readonly string[],
  { facets, pool }: FilterSources,
  length32: number,
): Filter {
  if (facet === 'model' && values.some(isExcludedModel)) {
    const bits = findDocumentsWithout(values, facets, pool, length32);
    return { facet, bits, cachedCounts: null, isCounted: query.facets.includes(facet) };
  }
  const codes = values.map((value) => facets.getDictionary(facet).findCode(value));
  const bits = findDocumentsWith(facet, codes, facets, pool, length32);
  const counts = query.facets.length === 0 ? null : facets.findCachedCounts(facet, codes);
  const cachedCounts = counts === null ? null : { bits: () => bits, counts, isExact: true };
  return { facet, bits, cachedCounts, isCounted: query.facets.includes(facet) };
}

function buildRangeFilter(
  query: CatalogueQuery,
  field: RangeField,
  { columns, sortIndex, pool }: FilterSources,
  length32: number,
  emptySet: Uint32Array,
): Filter {
  const bounds = query.rangeFilters[field] ?? {};
  const bits = pool.takeSet();
  const column = columns[field];
  const sortField = sortFieldsByRangeField[field];
  if (sortField === null) column.writeRange(bounds, bits, length32, emptySet);
  else writeRange(column, sortIndex, sortField, bounds, bits, length32, emptySet);
  const facet = field === 'price' || field === 'year' ? field : null;
  const isCounted = facet !== null && query.facets.includes(facet);
  const coveringParts = query.facets.length === 0 ? null : column.findCoveringParts(bounds, emptySet);
  const cachedCounts =
    coveringParts === null ? null : { ...coveringParts, bits: () => makeSetBetween(coveringParts, pool, length32) };
  return { facet, bits, cachedCounts, isCounted };
}

/** The documents that have one of the values. */
function findDocumentsWith(
  facet: WordFacet,
  codes: readonly number[],
  facets: FacetColumns,
  pool: BitSetPool,
  length32: number,
): Uint32Array {
  const singleValueBits = codes.length === 1 ? facets.findBits(facet, codes[0] ?? 0) : null;
  if (singleValueBits !== null) return singleValueBits;
  const set = pool.takeEmptySet();
  for (const code of codes) facets.addDocumentsOfCode(facet, code, set, length32, pool);
  return set;
}

/** The documents of the chosen models, or of all models when none is chosen, without those of the excluded models. */
function findDocumentsWithout(
  values: readonly string[],
  facets: FacetColumns,
  pool: BitSetPool,
  length32: number,
): Uint32Array {
  const findCode = (model: string): number => facets.getDictionary('model').findCode(model);
  const chosenCodes = values.filter((value) => !isExcludedModel(value)).map(findCode);
  const excludedCodes = values.flatMap((value) => readExcludedModel(value) ?? []).map(findCode);
  const set = pool.takeEmptySet();
  // A model that no car has has the code 0, which also stands for cars without a model.
  for (const code of excludedCodes) if (code > 0) facets.addDocumentsOfCode('model', code, set, length32, pool);
  const chosenBits = chosenCodes.length === 0 ? null : findDocumentsWith('model', chosenCodes, facets, pool, length32);
  for (let at = 0; at < length32; at += 1)
    set[at] = (chosenBits === null ? -1 : (chosenBits[at] ?? 0)) & ~(set[at] ?? 0);
  return set;
}

function makeSetBetween(
  { bitsBelowStart, bitsBelowEnd }: CoveringParts,
  pool: BitSetPool,
  length32: number,
): Uint32Array {
  const set = pool.takeSet();
  for (let at = 0; at < length32; at += 1) set[at] = (bitsBelowEnd[at] ?? 0) & ~(bitsBelowStart[at] ?? 0);
  return set;
}
