import { changeAccountStatus, saveStatusReason } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { accountLifecycle } from '@carhouse/domain/account/account-lifecycle';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Context } from '../context.ts';
import { authoriseAdminForAccount } from './authorise-actor.ts';

/**
 * Ends a suspension for an admin. A seller's cars return to the lists; cancelled bookings stay cancelled.
 * @returns 0 when the account is already active. @throws DomainError NOT_FOUND, and the errors of
 * `authoriseAdminForAccount`.
 */
export async function reinstateAccount(context: Context, actor: Actor, id: string, reason: string): Promise<0 | 1> {
  const accountId = requireId<'account'>(id);
  return inTransaction(context.database, async (trx) => {
    const { admin, account } = await authoriseAdminForAccount(context, trx, actor, accountId);
    if (account === undefined || account.status === 'deleted') throw new DomainError('NOT_FOUND');
    if (account.status === 'active') return 0;
    const nextStatus = advance(accountLifecycle, account.status, 'reinstate', 'admin');
    const now = context.now();
    await changeAccountStatus(trx, admin, accountId, account.status, nextStatus, now);
    await saveStatusReason(trx, admin, accountId, reason);
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'reinstate',
      noun: 'account',
      nounId: accountId,
      before: { status: account.status },
      after: { status: nextStatus },
    });
    return 1;
  });
}
