import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { writeAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { CurrentActor } from '@carhouse/domain/account/current-actor';
import type { Context } from '../context.ts';
import type { NoticeName } from '../jobs/queues.ts';

/** What was changed of the ways into an account: the entry of the audit, and the mail to its owner. */
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
 * What follows from every change of the ways into an account, in its transaction: the other sessions end, the audit gets an entry and
 * the owner a mail.
 */
export async function recordFactorChange(
  context: Context,
  trx: Transaction,
  { accountId, sessionId }: CurrentActor,
  { action, notice, before, after }: FactorChange,
): Promise<void> {
  const endedSessions = await deleteSessions(trx, accountId, sessionId);
  await writeAudit(trx, {
    id: context.newId(),
    at: context.now(),
    actorId: accountId,
    action,
    noun: 'account',
    nounId: accountId,
    ...(before === undefined ? {} : { before }),
    after: { ...after, endedSessions },
  });
  await context.jobs.enqueue(trx, 'account-notice', { notice, accountId });
}
