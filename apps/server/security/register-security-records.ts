import { createHash } from 'node:crypto';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { findRequestBucket } from '../http/routing/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records a successful call whose route has a `securityEvent` in the API contract. */
    recordSuccess(event: SecurityEventName, request: FastifyRequest): void;
    /**
     * Writes an audit entry which says that this admin has read users' personal data. The entry is written before the answer
     * is sent, so that every read is recorded (PDPA: how personal data was used in the past year). Reads of one view (path
     * and query) within `repeatedViewMs` share an entry, because a screen that reloads its data is not a new use.
     */
    auditRead(admin: AccountId, path: string, view: string): Promise<void>;
  }
}

/** Milliseconds within which a repeated read of a view by the same admin needs no new entry. */
export const repeatedViewMs = 10 * 60_000;
/**
 * Maximum number of remembered views. When there are more views, the oldest view is removed, and its next read writes
 * an entry.
 */
const rememberedViewMaximum = 10_000;

/** Adds the functions with which `mount` records calls in the security log and admins' reads in the audit log. */
export function registerSecurityRecords(app: FastifyInstance, context: Context): void {
  app.decorate('recordSuccess', (event: SecurityEventName, request: FastifyRequest) => {
    context.securityLog.record({
      event,
      result: 'allowed',
      route: `${request.method} ${request.routeOptions.url ?? ''}`,
      bucket: findRequestBucket(request),
      accountId: request.actorId,
    });
  });
  // Each server process has its own map of read times. When an admin's reads reach two processes, both write an entry,
  // so no entry is missing.
  const readTimesByView = new Map<string, number>();
  app.decorate('auditRead', async (admin: AccountId, path: string, view: string) => {
    const key = makeViewKey(admin, view);
    const now = context.now().getTime();
    if (now - (readTimesByView.get(key) ?? Number.NEGATIVE_INFINITY) < repeatedViewMs) return;
    await inTransaction(context.database, (trx) =>
      recordAudit(context, trx, {
        actorId: admin,
        action: 'read',
        noun: 'personal_data',
        nounId: path,
      }),
    );
    // A read is remembered only after its audit entry is committed. Two concurrent reads therefore both write an entry,
    // and a read whose entry could not be written is not remembered.
    readTimesByView.delete(key);
    readTimesByView.set(key, now);
    const [oldestView] = readTimesByView.keys();
    if (readTimesByView.size > rememberedViewMaximum && oldestView !== undefined) readTimesByView.delete(oldestView);
  });
}

/**
 * Returns the map key of one admin's view. The key is a hash, so its length is fixed and it does not contain the text
 * of a search.
 */
function makeViewKey(admin: AccountId, view: string): string {
  return createHash('sha256').update(`${admin}\n${view}`).digest('base64');
}
