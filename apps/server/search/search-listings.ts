import type { SearchQuery } from '@carhouse/contract/search';
import { searchWords } from '@carhouse/domain/text/search-words';
import { singaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Understanding } from '@carhouse/search/query/understand';
import type { UnderstoodFilter } from '@carhouse/search/query/understanding/phrase-match';
import type { FoundPage } from '../catalogue/catalogue-messages.ts';
import type { Context } from '../context.ts';
import { addCheaperBounds } from './add-cheaper-bounds.ts';
import { findNearest, type NearestListings } from './find-nearest.ts';
import { addUnderstoodFilters, formatCursor, readQuery } from './read-query.ts';

export type FoundListings = Pick<FoundPage, 'ids' | 'corrections' | 'isPartial' | 'counts'> & {
  /** The filters that were recognised in the search text; null when the text is searched as words only. */
  readonly understood: Understanding | null;
  readonly next: string | null;
  /** The nearest listings to a search without results; null when the search finds a listing. */
  readonly nearest: NearestListings | null;
};

/** The parts of the context that a search needs. */
export type SearchContext = Pick<Context, 'catalogue' | 'now'>;

const noListings = { ids: [], next: null, corrections: [], isPartial: false } as const;
const emptyCounts = { total: 0, facets: '{}' } as const;

/**
 * Returns one page of the listings that match a search. The catalogue returns ids only, so a listing may have been withdrawn
 * meanwhile. `counts` resolves later, and rejects with the errors of this function.
 * @throws DomainError INVALID for a cursor of another sort order; UNAVAILABLE while the catalogue is loading.
 */
export async function searchListings(context: SearchContext, requestQuery: SearchQuery): Promise<FoundListings> {
  if (!isReadAsQuestion(requestQuery)) return addNearest(context, await findPage(context, requestQuery, null));
  const today = singaporeDay(context.now());
  const textUnderstanding = await context.catalogue.ask('understand', { text: requestQuery.q ?? '', today });
  const resultPage = await findPage(context, requestQuery, textUnderstanding);
  if (resultPage.ids.length > 0 || textUnderstanding.remarks.length === 0) return addNearest(context, resultPage);
  // When no matching car contains some words, the search is repeated without them.
  const pageWithoutUnmatched = await findPage(
    context,
    requestQuery,
    await keepMatchedRemarks(context, requestQuery, textUnderstanding),
  );
  return addNearest(context, pageWithoutUnmatched.ids.length > 0 ? pageWithoutUnmatched : resultPage);
}

/** Maximum number of remarks that are tried one by one. Further remarks are left out. */
const remarksMaximum = 5;

/**
 * Leaves out remarks that no matching car has together with the remarks before them. The other remarks remain in the
 * search.
 */
async function keepMatchedRemarks(
  context: SearchContext,
  requestQuery: SearchQuery,
  textUnderstanding: Understanding,
): Promise<Understanding> {
  const keptRemarks: string[] = [];
  if (textUnderstanding.remarks.length > 1) {
    for (const remark of textUnderstanding.remarks.slice(0, remarksMaximum)) {
      const page = await findPage(
        context,
        { ...requestQuery, before: undefined, limit: 1 },
        withRemarks(textUnderstanding, [...keptRemarks, remark]),
      );
      if (page.ids.length > 0) keptRemarks.push(remark);
    }
  }
  return withRemarks(textUnderstanding, keptRemarks);
}

function isReadAsQuestion({ q, understand }: SearchQuery): boolean {
  return understand === '1' || (understand === undefined && q !== undefined);
}

type ResultPage = FoundListings & { readonly query: SearchQuery };

async function findPage(
  context: SearchContext,
  requestQuery: SearchQuery,
  textUnderstanding: Understanding | null,
): Promise<ResultPage> {
  const understood =
    textUnderstanding === null ? null : await addQuarterBounds(context, requestQuery, textUnderstanding);
  const query = understood === null ? requestQuery : addUnderstoodFilters(requestQuery, understood);
  const searchQuery = readQuery(query, context.now());
  // A search text without any word, such as punctuation only, matches nothing.
  if (searchQuery.text.trim() !== '' && searchWords(searchQuery.text).length === 0) {
    return { ...noListings, counts: Promise.resolve(emptyCounts), understood, query, nearest: null };
  }
  const { last: lastCursor, more, ...answer } = await context.catalogue.ask('page', { query: searchQuery });
  const corrections = [...(understood?.corrections ?? []), ...answer.corrections];
  const next = more && lastCursor !== null ? formatCursor(query, lastCursor) : null;
  return { ...answer, corrections, understood, next, query, nearest: null };
}

async function addNearest(context: SearchContext, { query, ...foundListings }: ResultPage): Promise<FoundListings> {
  if (foundListings.ids.length > 0 || query.before !== undefined) return foundListings;
  return { ...foundListings, nearest: await findNearest(context, query, foundListings.understood?.alike ?? null) };
}

/**
 * Adds a maximum for words such as `cheap`: the first quartile of the prices that the other filters find. A maximum
 * that the text or the visitor names is not replaced.
 */
async function addQuarterBounds(
  context: SearchContext,
  requestQuery: SearchQuery,
  textUnderstanding: Understanding,
): Promise<Understanding> {
  const pricedSearch = await addCheaperBounds(context, requestQuery, textUnderstanding);
  let understood = pricedSearch;
  for (const { of, typed, from, to } of pricedSearch.quarters) {
    if (requestQuery[`max${of}`] !== undefined || pricedSearch.filters.some(({ name }) => name === `max${of}`))
      continue;
    const searchQuery = readQuery(addUnderstoodFilters(requestQuery, understood), context.now());
    const field = of === 'Price' ? 'price' : 'depreciation';
    const value = await context.catalogue.ask('quarter', { query: { ...searchQuery, after: null }, of: field });
    if (value === null) continue;
    const priceBound: UnderstoodFilter = { name: `max${of}`, value: String(Math.ceil(value / 100)), typed, from, to };
    understood = { ...understood, filters: [...understood.filters, priceBound].sort((a, b) => a.from - b.from) };
  }
  return understood;
}

/** The text with only these of its remarks. The other remarks are named as left out. */
function withRemarks(textUnderstanding: Understanding, keptRemarks: readonly string[]): Understanding {
  const { remarks, dropped, restWithoutRemarks } = textUnderstanding;
  return {
    ...textUnderstanding,
    rest: [restWithoutRemarks, ...keptRemarks].join(' ').trim(),
    remarks: [],
    dropped: [...dropped, ...remarks.filter((remark) => !keptRemarks.includes(remark))],
  };
}
