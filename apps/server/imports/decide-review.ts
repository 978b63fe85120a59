import { recordRefusal } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockAnyImport } from '@carhouse/database/imports/import-runs';
import { beginImportRun, type ImportRow, updateImport } from '@carhouse/database/imports/imports';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { importLifecycle } from '@carhouse/domain/import/import-lifecycle';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/**
 * Approves an import that waits for an admin. The import may then add listings up to the limit of a verified seller,
 * because an admin has checked them.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION (the import no longer waits), IMPORT_BUSY, and the errors of
 *   `authoriseAdmin`.
 */
export async function releaseImport(context: Context, actor: Actor, id: string): Promise<void> {
  await decideReview(context, actor, id, 'release', async (trx, waitingImport, now) => {
    const runStartOutcome = await beginImportRun(trx, waitingImport.id, 'running', now);
    if (runStartOutcome === 'another is busy') throw new DomainError('IMPORT_BUSY', { retryAfter: 5 });
    await updateImport(trx, waitingImport.id, { released_at: now }, now);
    await context.jobs.enqueue(trx, 'dealer-import', { importId: waitingImport.id });
  });
}

/**
 * Rejects an import that waits for an admin. The seller can read the reason. The days after which the seller is
 * trusted more (`SELLER_GROWS_AFTER_DAYS`) are counted from the rejection again.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION, and the errors of `authoriseAdmin`.
 */
export async function rejectImport(context: Context, actor: Actor, id: string, reason: string): Promise<void> {
  await decideReview(context, actor, id, 'reject', async (trx, waitingImport, now) => {
    await updateImport(trx, waitingImport.id, { state: 'rejected', fault: reason, finished_at: now }, now);
    await recordRefusal(trx, waitingImport.seller_id, now);
  });
}

async function decideReview(
  context: Context,
  actor: Actor,
  id: string,
  action: 'release' | 'reject',
  saveDecision: (trx: Transaction, waitingImport: ImportRow, now: Date) => Promise<void>,
): Promise<void> {
  const importId = requireId<'import'>(id);
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const dealerImport = await lockAnyImport(trx, importId);
    if (dealerImport === undefined || dealerImport.state === 'receiving') throw new DomainError('NOT_FOUND');
    const nextState = advance(importLifecycle, dealerImport.state, action, 'admin');
    const now = context.now();
    await saveDecision(trx, dealerImport, now);
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action,
      noun: 'import',
      nounId: importId,
      before: { state: dealerImport.state },
      after: { state: nextState },
    });
  });
}
