import type { Client } from '@carhouse/contract/client';
import { type ImportView, listImports, showImport } from '@carhouse/contract/imports';
import { isBusy } from '@carhouse/domain/import/import-states';
import { queryOptions } from '@tanstack/react-query';
import { makeQueryKey } from '../../app/call-query.ts';

/** Milliseconds between two refreshes of a running import. */
const refreshMs = 1_000;

/** Milliseconds between two refreshes of the list while an import is running. */
const listRefreshIntervalMs = 3_000;

/** Queries the seller's imports, newest first. The list is refreshed while an import is running. */
export function importsQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(listImports),
    queryFn: () => client(listImports),
    refetchInterval: ({ state }) =>
      state.data?.some((importSummary) => isBusy(importSummary.state)) ? listRefreshIntervalMs : false,
  });
}

/** Queries one of the seller's imports. The import is refreshed while it is running. */
export function importQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: makeImportKey(id),
    queryFn: () => client(showImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data !== undefined && isBusy(state.data.state) ? refreshMs : false),
  });
}

export function makeImportKey(id: string) {
  return makeQueryKey(showImport, { params: { id } });
}

/** The import that the page's URL names. */
export type ImportPageSearch = { readonly id?: string };

export function readImportPageSearch(search: Record<string, unknown>): ImportPageSearch {
  return typeof search.id === 'string' && /^[0-9a-f-]{36}$/.test(search.id) ? { id: search.id } : {};
}

/** Returns the mapping of an import as the body of the call that changes it. */
export function makeMappingBody(view: ImportView) {
  const columns = view.columns.flatMap(({ header, field, as }) => (field === null ? [] : [{ header, field, as }]));
  return { columns, location: view.location || 'Singapore', currency: view.currency, rate: view.rate };
}

export type MappingBody = ReturnType<typeof makeMappingBody>;
