import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseAdminForAccount } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { removeAllFactors } from './remove-all-factors.ts';

/**
 * Removes the second factors of a user who has lost them. Only an admin may call this. The user's sessions end, and a
 * mail informs them. The user's next sign-in needs only the password. A user who is an admin must then first add a
 * second factor.
 * @returns 0 when the user has no second factor.
 * @throws DomainError NOT_FOUND, and the errors of `authoriseAdminForAccount`.
 */
export async function resetFactors(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  const accountId = requireId<'account'>(id);
  return inTransaction(context.database, async (trx) => {
    const { admin, account } = await authoriseAdminForAccount(context, trx, actor, accountId);
    if (account === undefined || account.status === 'deleted') throw new DomainError('NOT_FOUND');
    if ((await removeAllFactors(context, trx, accountId, admin.accountId)) === null) return 0;
    await context.jobs.enqueue(trx, 'account-notice', { notice: 'second-factor-reset', accountId });
    return 1;
  });
}
