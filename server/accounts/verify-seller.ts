import type { Actor } from '@carhouse/core/account/account';
import { markVerified } from '@carhouse/database/accounts';
import { writeAudit } from '@carhouse/database/audit';
import { inTransaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';
import { findSeller } from './find-seller.ts';

/**
 * Verifies a seller for an admin. His cars show the tick at once, because it is read from him. @returns 1, or 0 when he was
 * verified before. @throws DomainError NOT_FOUND for anybody who is no active seller.
 */
export async function verifySeller(context: Context, actor: Actor, id: string): Promise<0 | 1> {
  return inTransaction(context.database, async (trx) => {
    const sellerId = await findSeller(trx, id);
    const now = context.now();
    if (!(await markVerified(trx, sellerId, now))) return 0;
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
      actorId: actor.accountId,
      action: 'verify',
      noun: 'account',
      nounId: sellerId,
      before: { verified: false },
      after: { verified: true },
    });
    return 1;
  });
}
