import { deleteFactors } from '@carhouse/database/accounts/second-factors';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';

/**
 * Removes the second factors of an account, ends its sessions, and writes an audit entry. The caller has locked the
 * account: an admin's call (`reset-factors.ts`) or an operator's command (`commands/reset-second-factor.ts`).
 * @param actorId the admin; null for the operator.
 * @returns the number of ended sessions; null when the account had no factor, so that nothing has changed.
 */
export async function removeAllFactors(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  accountId: AccountId,
  actorId: AccountId | null,
): Promise<number | null> {
  if (!(await deleteFactors(trx, accountId))) return null;
  const endedSessions = await deleteSessions(trx, accountId);
  await recordAudit(context, trx, {
    actorId,
    action: 'reset-second-factor',
    noun: 'account',
    nounId: accountId,
    after: { endedSessions },
  });
  return endedSessions;
}
