import type { AccountId } from '@carhouse/core/account/account';
import type { SecurityEventName } from '@carhouse/core/security/security-event';
import { writeAudit } from '@carhouse/database/audit';
import { inTransaction } from '@carhouse/database/transaction';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { addressBucket, clientAddress } from '../http/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records an act that was done, for calls of the contract with a `securityEvent`. */
    recordSuccess(event: SecurityEventName, request: FastifyRequest): void;
    /**
     * Writes an audit entry: this admin read people's data through this call. Before the answer leaves, so that nothing is
     * shown that the audit does not hold (PDPA: how personal data was used in the past year).
     */
    auditRead(admin: AccountId, path: string): Promise<void>;
  }
}

/** Lets `mount` write the security log and the audit of reads. */
export function registerSecurityRecords(app: FastifyInstance, context: Context): void {
  app.decorate('recordSuccess', (event: SecurityEventName, request: FastifyRequest) => {
    context.securityLog.record({
      event,
      result: 'allowed',
      route: `${request.method} ${request.routeOptions.url ?? ''}`,
      bucket: addressBucket(clientAddress(request)),
      accountId: request.actorId,
    });
  });
  app.decorate('auditRead', async (admin: AccountId, path: string) => {
    await inTransaction(context.database, (trx) =>
      writeAudit(trx, {
        id: context.newId<'audit_entry'>(),
        at: context.now(),
        actorId: admin,
        action: 'read',
        noun: 'personal_data',
        nounId: path,
      }),
    );
  });
}
