import type { SortField } from '../order/main-segment.ts';
import type { SortIndex } from '../order/sort-index.ts';
import type { TextMatch, TextSearch } from '../text/text-search.ts';
import type { BitSetPool } from './bit-set-pool.ts';
import type { DocumentColumns } from './document-columns.ts';
import type { ListingIds } from './listing-ids.ts';
import type { MatchingDocuments } from './matching-documents.ts';
import { pageByPreference } from './page-by-preference.ts';
import { pageByRelevance } from './page-by-relevance.ts';
import { type CatalogueQuery, type OrderWithoutIndex, ordersWithoutIndex } from './query.ts';
import { selectTop } from './select-top.ts';

type PageSources = DocumentColumns & {
  readonly text: TextSearch;
  readonly liveDocuments: Uint32Array;
  readonly ids: ListingIds;
  readonly sortIndex: SortIndex;
  readonly pool: BitSetPool;
};

type PlacedDocument = { readonly documentId: number; readonly key: number | null };

/**
 * Returns the documents of a page with their sort keys, in the order of the query, and the next document after the page
 * when it exists.
 */
export function readPage(
  query: CatalogueQuery,
  match: TextMatch | null,
  matches: MatchingDocuments,
  sources: PageSources,
): readonly PlacedDocument[] {
  const { text, liveDocuments, ids, sortIndex, columns, traits, newest, pool } = sources;
  const { after, order, preferredPhrases = [] } = query;
  const count = query.limit + 1;
  if (order.by === 'relevance' && preferredPhrases.length > 0) {
    const texts = {
      text,
      liveDocuments,
      traits,
      ids,
      prices: columns.price,
      depreciations: columns.depreciation,
    };
    return pageByPreference(preferredPhrases, matches, { after, count }, texts);
  }
  if (order.by === 'relevance' && match !== null) {
    return pageByRelevance(match, matches, { after, count }, { ids, sortIndex, newest, pool });
  }
  if (isOrderWithoutIndex(order.by)) {
    const column = columns[order.by];
    const direction = order.descending ? -1 : 1;
    const topDocumentIds = selectTop(matches, { after, descending: order.descending, count }, ids, (documentId) =>
      column.computeRank(documentId, direction),
    );
    return topDocumentIds.map((documentId) => ({ documentId, key: column.findValue(documentId) }));
  }
  const by: SortField = order.by === 'relevance' ? 'newest' : order.by;
  const descending = order.by === 'relevance' ? true : order.descending;
  const column = by === 'newest' ? newest : columns[by];
  const bounds = by === 'newest' ? undefined : query.rangeFilters[by];
  const documentIds = sortIndex.page({ by, descending, after, count, bounds }, matches);
  return documentIds.map((documentId) => ({ documentId, key: column.findValue(documentId) }));
}

function isOrderWithoutIndex(name: CatalogueQuery['order']['by']): name is OrderWithoutIndex {
  return (ordersWithoutIndex as readonly string[]).includes(name);
}
