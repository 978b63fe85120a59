import type { Actor } from '@carhouse/core/account/account';
import { accountLifecycle } from '@carhouse/core/account/account-lifecycle';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { advance } from '@carhouse/core/lifecycle/lifecycle';
import { changeAccountStatus, lockAccount, noteStanding } from '@carhouse/database/accounts';
import { writeAudit } from '@carhouse/database/audit';
import { inTransaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';

/**
 * Ends a suspension for an admin. A seller's cars are back in the lists with it; cancelled bookings stay cancelled.
 * @returns 0 when the account is active already. @throws DomainError NOT_FOUND.
 */
export async function reinstateAccount(context: Context, actor: Actor, id: string, reason: string): Promise<0 | 1> {
  const accountId = parseId<'account'>(id);
  if (accountId === undefined) throw new DomainError('NOT_FOUND');
  return inTransaction(context.database, async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (account === undefined || account.status === 'deleted') throw new DomainError('NOT_FOUND');
    if (account.status === 'active') return 0;
    const after = advance(accountLifecycle, account.status, 'reinstate');
    const now = context.now();
    await changeAccountStatus(trx, accountId, account.status, after, now);
    await noteStanding(trx, accountId, reason);
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
      actorId: actor.accountId,
      action: 'reinstate',
      noun: 'account',
      nounId: accountId,
      before: { status: account.status },
      after: { status: after },
    });
    return 1;
  });
}
