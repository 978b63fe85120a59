import { type AdminImport, importTotals, listAllImports } from '@carhouse/contract/admin-imports';
import type { Client } from '@carhouse/contract/client';
import { type ImportStage, importStages } from '@carhouse/domain/import/import-states';
import { callKey, pagedQuery, query } from '../../app/call-query.ts';

/** The list's filters in the address; without a stage it shows waiting imports. */
export type AdminImportChoice = { readonly stage?: ImportStage };

export const stageOf = (choice: AdminImportChoice): ImportStage => choice.stage ?? 'waiting';

const pageSize = 25;
/** Milliseconds: running imports progress by themselves. The answers contain no personal data, so a refresh needs no audit entry. */
const lookAgain = 4_000;

/** The imports of all sellers in a stage, page by page. */
export function adminImportsQuery(client: Client, choice: AdminImportChoice) {
  const stage = stageOf(choice);
  return pagedQuery(
    callKey(listAllImports, 'pages', stage),
    (cursor) => client(listAllImports, { query: { stage, limit: pageSize, cursor } }),
    { staleTime: 0, refetchInterval: stage === 'running' ? lookAgain : false },
  );
}

/** Number of imports that wait, and of those that are running. */
export function importTotalsQuery(client: Client) {
  return query(client, importTotals);
}

/** The filters in the address; invalid ones are ignored. */
export function readAdminImportChoice(search: Record<string, unknown>): AdminImportChoice {
  const stage = importStages.find((one) => one === search.stage);
  return stage === undefined ? {} : { stage };
}

/** All rows that have been read. */
export function importsOf(data: { pages: readonly { readonly imports: readonly AdminImport[] }[] } | undefined) {
  return data?.pages.flatMap((page) => page.imports) ?? [];
}
