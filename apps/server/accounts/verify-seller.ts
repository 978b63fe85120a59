import { markVerified } from '@carhouse/database/accounts/accounts';
import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { authoriseAdminForAccount } from './authorise-actor.ts';
import { requireSellerId } from './resolve-account.ts';

/**
 * Verifies a seller for an admin. The seller's listings show the verified badge immediately, because the badge is read
 * from the seller's account.
 * @returns the number of verified sellers: 1, or 0 when the seller was already verified.
 * @throws DomainError NOT_FOUND for an account that is not a seller's, and the errors of `authoriseAdminForAccount`.
 */
export async function verifySeller(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  const accountId = requireId<'account'>(id);
  return inTransaction(context.database, async (trx) => {
    const { admin, account } = await authoriseAdminForAccount(context, trx, actor, accountId);
    const sellerId = requireSellerId(account);
    const now = context.now();
    if (!(await markVerified(trx, admin, sellerId, now))) return 0;
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'verify',
      noun: 'account',
      nounId: sellerId,
      before: { verified: false },
      after: { verified: true },
    });
    return 1;
  });
}
