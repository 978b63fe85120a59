import { type AdminImport, importTotals, listAllImports } from '@carhouse/contract/admin-imports';
import type { Client } from '@carhouse/contract/client';
import { type ImportStage, importStages } from '@carhouse/domain/import/import-states';
import { makePagedQuery, makeQueryKey, query } from '../../app/call-query.ts';

/** The filters in the URL of the page; without a stage, waiting imports are listed. */
export type AdminImportFilters = { readonly stage?: ImportStage };

export const findChosenStage = (choice: AdminImportFilters): ImportStage => choice.stage ?? 'waiting';

const pageSize = 25;
/**
 * Milliseconds between two refreshes of the list, which shows the progress of running imports. The responses contain no
 * personal data, so a refresh needs no audit entry.
 */
const refreshIntervalMs = 4_000;

/** Queries the imports of all sellers in a stage, page by page. */
export function adminImportsQuery(client: Client, choice: AdminImportFilters) {
  const stage = findChosenStage(choice);
  return makePagedQuery(
    makeQueryKey(listAllImports, 'pages', stage),
    (cursor) => client(listAllImports, { query: { stage, limit: pageSize, cursor } }),
    { staleTime: 0, refetchInterval: stage === 'running' ? refreshIntervalMs : false },
  );
}

/** Queries the number of imports that wait, and of those that are running. */
export function importTotalsQuery(client: Client) {
  return query(client, importTotals);
}

/** Reads the filters from the URL; invalid filters are ignored. */
export function readAdminImportChoice(search: Record<string, unknown>): AdminImportFilters {
  const stage = importStages.find((importStage) => importStage === search.stage);
  return stage === undefined ? {} : { stage };
}

/** Returns the imports of all pages of the list that have been loaded. */
export function collectImports(data: { pages: readonly { readonly imports: readonly AdminImport[] }[] } | undefined) {
  return data?.pages.flatMap((page) => page.imports) ?? [];
}
