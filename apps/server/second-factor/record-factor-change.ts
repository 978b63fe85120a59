import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import type { Context } from '../context.ts';
import type { NoticeName } from '../jobs/queues.ts';

/**
 * The kind of a change to an account's sign-in methods. The kind decides the audit entry, and the mail to the owner.
 */
export type FactorChange = {
  readonly action:
    | 'add-second-factor'
    | 'remove-second-factor'
    | 'replace-recovery-codes'
    | 'disconnect-provider'
    | 'change-password';
  readonly notice: NoticeName;
  readonly before?: Readonly<Record<string, string | boolean>>;
  readonly after?: Readonly<Record<string, string | boolean>>;
};

/**
 * Completes a change of an account's sign-in methods, in the same transaction: ends the other sessions, writes an audit
 * entry, and enqueues a mail to the owner.
 */
export async function recordFactorChange(
  context: Context,
  trx: Transaction,
  { accountId, sessionId }: CurrentActor,
  { action, notice, before, after }: FactorChange,
): Promise<void> {
  const endedSessions = await deleteSessions(trx, accountId, sessionId);
  await recordAudit(context, trx, {
    actorId: accountId,
    action,
    noun: 'account',
    nounId: accountId,
    ...(before === undefined ? {} : { before }),
    after: { ...after, endedSessions },
  });
  await context.jobs.enqueue(trx, 'account-notice', { notice, accountId });
}
