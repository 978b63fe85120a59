import type { Actor } from '@carhouse/core/account/account';
import { markUnverified, noteStanding } from '@carhouse/database/accounts';
import { writeAudit } from '@carhouse/database/audit';
import { inTransaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';
import { findSeller } from './find-seller.ts';

/**
 * Takes the verification of a seller back for an admin. His cars lose the tick at once, because it is read from him.
 * @returns 0 when he was not verified. @throws DomainError NOT_FOUND for anybody who is no seller.
 */
export async function unverifySeller(context: Context, actor: Actor, id: string, reason: string): Promise<0 | 1> {
  return inTransaction(context.database, async (trx) => {
    const sellerId = await findSeller(trx, id);
    const now = context.now();
    if (!(await markUnverified(trx, sellerId, now))) return 0;
    await noteStanding(trx, sellerId, reason);
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
      actorId: actor.accountId,
      action: 'unverify',
      noun: 'account',
      nounId: sellerId,
      before: { verified: true },
      after: { verified: false },
    });
    return 1;
  });
}
