import { createHash } from 'node:crypto';
import { writeAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { addressBucket, clientAddress } from '../http/routing/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records an act that was done, for calls of the contract with a `securityEvent`. */
    recordSuccess(event: SecurityEventName, request: FastifyRequest): void;
    /**
     * Writes an audit entry: this admin read people's data through this call. Before the answer leaves, so that nothing is
     * shown that the audit does not hold (PDPA: how personal data was used in the past year). The same view, which is the
     * address of the request with its query, is one entry in `sameViewMs`: a screen that reads its data again is not another use.
     */
    auditRead(admin: AccountId, path: string, view: string): Promise<void>;
  }
}

/** For so long a view that is read again by the same admin belongs to its entry. */
export const sameViewMs = 10 * 60_000;
/** Views that are remembered at once; the one that was read longest ago goes first, and is an entry when it is read again. */
const viewsKept = 10_000;

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
  // Of this process: another node writes an entry of its own, so there is never one too few.
  const readAt = new Map<string, number>();
  app.decorate('auditRead', async (admin: AccountId, path: string, view: string) => {
    const key = viewKey(admin, view);
    const now = context.now().getTime();
    if (now - (readAt.get(key) ?? Number.NEGATIVE_INFINITY) < sameViewMs) return;
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
    // Behind the commit: of two reads at once both write, and a read whose entry failed is not remembered.
    readAt.delete(key);
    readAt.set(key, now);
    const [oldest] = readAt.keys();
    if (readAt.size > viewsKept && oldest !== undefined) readAt.delete(oldest);
  });
}

/** Short, whatever a search holds, and without the words of it. */
function viewKey(admin: AccountId, view: string): string {
  return createHash('sha256').update(`${admin}\n${view}`).digest('base64');
}
