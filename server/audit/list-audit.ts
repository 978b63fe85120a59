import { type ReadAuditEntry, listAudit as selectAudit } from '@carhouse/database/audit';
import type { Context } from '../context.ts';
import { type Page, readPage } from '../http/page-cursor.ts';

/** A page of the audit, newest first. @throws DomainError BAD_REQUEST for a cursor that is not ours. */
export function listAudit(
  context: Context,
  query: {
    readonly noun?: string | undefined;
    readonly nounId?: string | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<Page<ReadAuditEntry>> {
  return readPage({
    before: query.cursor,
    timeOf: (entry: ReadAuditEntry) => entry.at,
    select: (limit, after) => selectAudit(context.database, query, limit, after),
  });
}
