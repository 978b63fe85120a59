import { isExcludedModel, readExcludedModel } from '@carhouse/domain/brand/excluded-model';
import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { FacetColumns } from '../facets/facet-columns.ts';
import type { Filter } from '../facets/facet-counts.ts';
import type { CoveringParts, NumericColumn } from '../facets/numeric-column.ts';
import { writeRange } from '../facets/range-filter.ts';
import { type SortIndex, sortFieldOf } from '../order/sort-index.ts';
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
  if (match !== null) filters.push({ facet: null, bits: match.bits, cached: null, isCounted: false });
  for (const facet of wordFacets) {
    const values = query.facetFilters[facet] ?? [];
    if (values.length > 0) filters.push(facetFilter(query, facet, values, sources, length32));
  }
  const ranges = rangeFields.filter((field) => {
    const { min, max } = query.rangeFilters[field] ?? {};
    return min !== undefined || max !== undefined;
  });
  if (ranges.length === 0) return filters;
  const empty = sources.pool.takeEmpty();
  for (const field of ranges) filters.push(rangeFilter(query, field, sources, length32, empty));
  return filters;
}

function facetFilter(
  query: CatalogueQuery,
  facet: WordFacet,
  values: readonly string[],
  { facets, pool }: FilterSources,
  length32: number,
): Filter {
  if (facet === 'model' && values.some(isExcludedModel)) {
    const bits = documentsWithout(values, facets, pool, length32);
    return { facet, bits, cached: null, isCounted: query.facets.includes(facet) };
  }
  const codes = values.map((value) => facets.dictionary(facet).find(value));
  const bits = documentsWith(facet, codes, facets, pool, length32);
  const counts = query.facets.length === 0 ? null : facets.cachedCountsOf(facet, codes);
  const cachedCounts = counts === null ? null : { bits: () => bits, counts, isExact: true };
  return { facet, bits, cached: cachedCounts, isCounted: query.facets.includes(facet) };
}

function rangeFilter(
  query: CatalogueQuery,
  field: RangeField,
  { columns, sortIndex, pool }: FilterSources,
  length32: number,
  empty: Uint32Array,
): Filter {
  const bounds = query.rangeFilters[field] ?? {};
  const bits = pool.take();
  const column = columns[field];
  const sortField = sortFieldOf[field];
  if (sortField === null) column.writeRange(bounds, bits, length32, empty);
  else writeRange(column, sortIndex, sortField, bounds, bits, length32, empty);
  const facet = field === 'price' || field === 'year' ? field : null;
  const isCounted = facet !== null && query.facets.includes(facet);
  const coveringParts = query.facets.length === 0 ? null : column.countsAround(bounds, empty);
  const cachedCounts =
    coveringParts === null ? null : { ...coveringParts, bits: () => bitsBetween(coveringParts, pool, length32) };
  return { facet, bits, cached: cachedCounts, isCounted };
}

/** The documents that have one of the values. */
function documentsWith(
  facet: WordFacet,
  codes: readonly number[],
  facets: FacetColumns,
  pool: BitSetPool,
  length32: number,
): Uint32Array {
  const singleValueBits = codes.length === 1 ? facets.bitsOf(facet, codes[0] ?? 0) : null;
  if (singleValueBits !== null) return singleValueBits;
  const set = pool.takeEmpty();
  for (const code of codes) facets.addDocumentsOfCode(facet, code, set, length32, pool);
  return set;
}

/** The documents of the chosen models, or of all models when none is chosen, without those of the excluded models. */
function documentsWithout(
  values: readonly string[],
  facets: FacetColumns,
  pool: BitSetPool,
  length32: number,
): Uint32Array {
  const codeOf = (model: string): number => facets.dictionary('model').find(model);
  const chosen = values.filter((value) => !isExcludedModel(value)).map(codeOf);
  const excluded = values.flatMap((value) => readExcludedModel(value) ?? []).map(codeOf);
  const set = pool.takeEmpty();
  // A model that no car has has the code 0, which also stands for cars without a model.
  for (const code of excluded) if (code > 0) facets.addDocumentsOfCode('model', code, set, length32, pool);
  const found = chosen.length === 0 ? null : documentsWith('model', chosen, facets, pool, length32);
  for (let at = 0; at < length32; at += 1) set[at] = (found === null ? -1 : (found[at] ?? 0)) & ~(set[at] ?? 0);
  return set;
}

function bitsBetween({ under, over }: CoveringParts, pool: BitSetPool, length32: number): Uint32Array {
  const set = pool.take();
  for (let at = 0; at < length32; at += 1) set[at] = (over[at] ?? 0) & ~(under[at] ?? 0);
  return set;
}
