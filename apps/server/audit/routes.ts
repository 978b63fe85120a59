import * as contract from '@carhouse/contract/audit';
import { verifyAuditChain } from '@carhouse/database/audit/audit-chain';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mount } from '../http/routing/mount.ts';
import { listAudit } from './list-audit.ts';
import { presentEntry } from './present-entry.ts';
import { registerAuditCsvRoute } from './register-audit-file.ts';

export function registerAuditRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.audit, async ({ query }) => {
    const { rows, next, ...texts } = await listAudit(context, query);
    return { status: 200, body: { entries: rows.map((entry) => presentEntry(entry, texts)), next } };
  });

  registerAuditCsvRoute(app, context);

  mount(app, contract.auditVerification, async () => {
    const { sealed, waiting, head, faults } = await verifyAuditChain(context.database);
    return {
      status: 200,
      body: {
        intact: faults.length === 0,
        sealed,
        waiting,
        head: head === null ? null : { position: Number(head.position), hash: head.hash },
        faults: faults.map(({ kind, position, entryId }) => ({
          kind,
          position: position === null ? null : Number(position),
          entryId,
        })),
      },
    };
  });
}
