import { createHash } from 'node:crypto';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { requestBucket } from '../http/routing/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records a successful call whose route has a `securityEvent` in the API contract. */
    recordSuccess(event: SecurityEventName, request: FastifyRequest): void;
    /**
     * Writes an audit entry which says that this admin has read users' personal data. The entry is written before the answer
     * is sent, so that every read is recorded (PDPA: how personal data was used in the past year). Reads of one view (path
     * and query) within `sameViewMs` share an entry, because a screen that reloads its data is not a new use.
     */
    auditRead(admin: AccountId, path: string, view: string): Promise<void>;
  }
}

/** Milliseconds within which a repeated read of a view by the same admin needs no new entry. */
export const sameViewMs = 10 * 60_000;
/** Maximum number of remembered views. Beyond it the oldest one is removed, and its next read writes an entry. */
const viewsKept = 10_000;

/** Adds the functions with which `mount` writes the security log and the audit entries of reads. */
export function registerSecurityRecords(app: FastifyInstance, context: Context): void {
  app.decorate('recordSuccess', (event: SecurityEventName, request: FastifyRequest) => {
    context.securityLog.record({
      event,
      result: 'allowed',
      route: `${request.method} ${request.routeOptions.url ?? ''}`,
      bucket: requestBucket(request),
      accountId: request.actorId,
    });
  });
  // The map is per process: another server node writes its own entry, so no entry is missing.
  const readAt = new Map<string, number>();
  app.decorate('auditRead', async (admin: AccountId, path: string, view: string) => {
    const key = viewKey(admin, view);
    const now = context.now().getTime();
    if (now - (readAt.get(key) ?? Number.NEGATIVE_INFINITY) < sameViewMs) return;
    await inTransaction(context.database, (trx) =>
      recordAudit(context, trx, {
        actorId: admin,
        action: 'read',
        noun: 'personal_data',
        nounId: path,
      }),
    );
    // A read is remembered after the commit: two concurrent reads both write an entry, and a read whose entry failed is not
    // remembered.
    readAt.delete(key);
    readAt.set(key, now);
    const [oldest] = readAt.keys();
    if (readAt.size > viewsKept && oldest !== undefined) readAt.delete(oldest);
  });
}

/**
 * The map key of one admin's view. The key is a hash, so its length is bounded and it does not contain the text of a search.
 */
function viewKey(admin: AccountId, view: string): string {
  return createHash('sha256').update(`${admin}\n${view}`).digest('base64');
}
