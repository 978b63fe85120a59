import { type AdminImport, listAllImports as selectImports } from '@carhouse/database/imports/admin-imports';
import type { ImportId, ImportStage } from '@carhouse/domain/import/import-states';
import { statesByStage } from '@carhouse/domain/import/import-states';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

const pageSize = 25;

/**
 * Returns a page of the imports of all sellers that are in a given stage. Waiting and running imports are listed oldest
 * first, all others newest first.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export function listAllImports(
  context: Context,
  query: {
    readonly stage: ImportStage;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<Page<AdminImport>> {
  const listFilter = { states: statesByStage[query.stage], isOldestFirst: query.stage !== 'ended' };
  return selectPage({
    before: query.cursor,
    size: query.limit ?? pageSize,
    readTime: (row: AdminImport) => row.created_at,
    select: (limit, after: { readonly at: Date; readonly id: ImportId } | undefined) =>
      selectImports(context.database, listFilter, limit, after),
  });
}
