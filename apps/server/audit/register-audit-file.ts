import { auditCsvPath, auditCsvQuery } from '@carhouse/contract/csv-files';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { registerCsvFile } from '../http/routing/csv-answer.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { listAudit } from './list-audit.ts';
import { presentEntry } from './present-entry.ts';

/** Registers the route of the audit log as a CSV file, newest entry first, with the same fields as the list. */
export function registerAuditCsvRoute(app: FastifyInstance, context: Context): void {
  registerCsvFile(app, {
    path: auditCsvPath,
    query: auditCsvQuery,
    fileName: 'audit.csv',
    authorise: (actor) => assertFactorProved(context, context.database, actor),
    columns: ['at', 'actor id', 'actor', 'noun', 'action', 'id', 'subject', 'before', 'after'],
    read: async (query, cursor, limit) => {
      const { rows, next, ...texts } = await listAudit(context, { ...query, cursor, limit });
      return { rows: rows.map((entry) => presentEntry(entry, texts)), next };
    },
    write: (entry) => [
      entry.at,
      entry.actorId ?? '',
      entry.actorName ?? '',
      entry.noun,
      entry.action,
      entry.nounId,
      entry.subject ?? '',
      entry.before === null ? '' : JSON.stringify(entry.before),
      entry.after === null ? '' : JSON.stringify(entry.after),
    ],
  });
}
