import { markUnverified, saveStatusReason } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { authoriseAdminForAccount } from './authorise-actor.ts';
import { requireSellerId } from './resolve-account.ts';

/**
 * Removes a seller's verification for an admin. The seller's listings lose the verified badge immediately, because the
 * badge is read from the seller's account.
 * @returns 0 when the seller was not verified.
 * @throws DomainError NOT_FOUND for an account that is not a seller's, and the errors of `authoriseAdminForAccount`.
 */
export async function unverifySeller(context: Context, actor: Actor, id: string, reason: string): Promise<0 | 1> {
  const accountId = requireId<'account'>(id);
  return inTransaction(context.database, async (trx) => {
    const { admin, account } = await authoriseAdminForAccount(context, trx, actor, accountId);
    const sellerId = requireSellerId(account);
    const now = context.now();
    if (!(await markUnverified(trx, admin, sellerId, now))) return 0;
    await saveStatusReason(trx, admin, sellerId, reason);
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'unverify',
      noun: 'account',
      nounId: sellerId,
      before: { verified: true },
      after: { verified: false },
    });
    return 1;
  });
}
