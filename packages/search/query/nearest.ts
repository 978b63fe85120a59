import { type WordFacet, wordFacets } from '@carhouse/domain/listing/word-facets';
import type { Filter } from '../facets/facet-counts.ts';
import { countBits32 } from './bit-set.ts';
import { type CatalogueQuery, type RangeField, rangeFields } from './query.ts';

/** A condition of a search: its text, a facet, or a range. */
export type SearchCondition = 'text' | WordFacet | RangeField;

/** The conditions to leave out of a search without results, so that the search finds documents. */
export type Relaxation = {
  /** The conditions to leave out, at least one. */
  readonly leftOutConditions: readonly SearchCondition[];
  /** The conditions among `leftOutConditions` that no document meets. */
  readonly absentConditions: readonly SearchCondition[];
  /**
   * For each condition: how many documents are found when only this condition is left out. A condition is not listed
   * when the search would find no document without it.
   */
  readonly singleRemovals: readonly { readonly condition: SearchCondition; readonly total: number }[];
};

/** The order in which conditions are left out. The condition that matters least to a buyer comes first. */
const relaxationOrder: readonly SearchCondition[] = [
  'postedAt',
  'text',
  'verified',
  'sellerKind',
  'location',
  'region',
  'colour',
  'owners',
  'yearlyMileage',
  'mileage',
  'depreciation',
  'roadTax',
  'parf',
  'arf',
  'omv',
  'monthlyCost',
  'instalment',
  'coeExpiresOn',
  'yearsOfUse',
  'year',
  'price',
  'transmission',
  'power',
  'engineCc',
  'coeCategory',
  'seats',
  'fuel',
  'body',
  'model',
  'brand',
];

/** The conditions of a query, in the order in which build-filters.ts builds their filters. */
export function listConditions(query: CatalogueQuery, hasText: boolean): readonly SearchCondition[] {
  return [
    ...(hasText ? (['text'] as const) : []),
    ...wordFacets.filter((facet) => (query.facetFilters[facet] ?? []).length > 0),
    ...rangeFields.filter((field) => {
      const { min, max } = query.rangeFilters[field] ?? {};
      return min !== undefined || max !== undefined;
    }),
  ];
}

/**
 * Chooses which conditions of a search without results are left out. A condition that no document matches is left out
 * first. After them, conditions are left out in the order `relaxationOrder` until leaving out one more condition finds
 * a document. Each round reads every filter once.
 *
 * @param filters the filters in the order of `conditions`
 */
export function relax(
  conditions: readonly SearchCondition[],
  filters: readonly Filter[],
  liveDocuments: Uint32Array,
  length32: number,
): Relaxation {
  const metConditions = filters.map(({ bits }) => sharesDocuments(bits, liveDocuments, length32));
  const absentConditions = conditions.filter((_, index) => metConditions[index] === false);
  const leftOutConditions = [...absentConditions];
  let remainingConditions = sortForRelaxation(conditions.filter((condition) => !leftOutConditions.includes(condition)));
  const findBits = (condition: SearchCondition) => filters[conditions.indexOf(condition)]?.bits ?? liveDocuments;
  while (remainingConditions.length > 0) {
    if (leftOutConditions.length > 0 && haveCommonDocument(remainingConditions.map(findBits), liveDocuments, length32))
      break;
    const singleRemovals = countNearMisses(remainingConditions, findBits, liveDocuments, length32);
    const [bestCondition] = singleRemovals;
    if (bestCondition !== undefined)
      return {
        leftOutConditions: [...leftOutConditions, bestCondition.condition],
        absentConditions,
        singleRemovals: leftOutConditions.length === 0 ? singleRemovals : [],
      };
    const [firstCondition] = remainingConditions;
    if (firstCondition !== undefined) leftOutConditions.push(firstCondition);
    remainingConditions = remainingConditions.slice(1);
  }
  return { leftOutConditions, absentConditions, singleRemovals: [] };
}

/** Sorts conditions so that the one that matters least to a buyer comes first. */
export function sortForRelaxation(conditions: readonly SearchCondition[]): readonly SearchCondition[] {
  return conditions.toSorted((a, b) => relaxationOrder.indexOf(a) - relaxationOrder.indexOf(b));
}

/**
 * For each condition: the number of documents that fail only this condition. A condition for which there is no such
 * document is left out of the list.
 */
function countNearMisses(
  conditions: readonly SearchCondition[],
  findBits: (condition: SearchCondition) => Uint32Array,
  liveDocuments: Uint32Array,
  length32: number,
): readonly { readonly condition: SearchCondition; readonly total: number }[] {
  const conditionBits = conditions.map(findBits);
  const nearMissTotals = new Float64Array(conditionBits.length);
  for (let at = 0; at < length32; at += 1) {
    const liveBits = liveDocuments[at] ?? 0;
    let failingOnceBits = 0;
    let failingTwiceBits = 0;
    for (const set of conditionBits) {
      const failedBits = liveBits & ~(set[at] ?? 0);
      failingTwiceBits |= failingOnceBits & failedBits;
      failingOnceBits |= failedBits;
    }
    const failingExactlyOnceBits = failingOnceBits & ~failingTwiceBits;
    if (failingExactlyOnceBits === 0) continue;
    for (const [index, set] of conditionBits.entries()) {
      nearMissTotals[index] = (nearMissTotals[index] ?? 0) + countBits32(failingExactlyOnceBits & ~(set[at] ?? 0));
    }
  }
  return conditions.flatMap((condition, index) => {
    const total = nearMissTotals[index] ?? 0;
    return total === 0 ? [] : [{ condition, total }];
  });
}

function sharesDocuments(bits: Uint32Array, liveDocuments: Uint32Array, length32: number): boolean {
  for (let at = 0; at < length32; at += 1) if (((bits[at] ?? 0) & (liveDocuments[at] ?? 0)) !== 0) return true;
  return false;
}

function haveCommonDocument(
  conditionBits: readonly Uint32Array[],
  liveDocuments: Uint32Array,
  length32: number,
): boolean {
  for (let at = 0; at < length32; at += 1) {
    let bits32 = liveDocuments[at] ?? 0;
    for (const set of conditionBits) bits32 &= set[at] ?? 0;
    if (bits32 !== 0) return true;
  }
  return false;
}
