import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { lockOpenComplaint, saveSellerText } from '@carhouse/database/sales/complaints';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { lockSaleOfOrder } from './lock-sale-of-order.ts';

/**
 * Saves what the seller says to the open complaint about their sale. The seller can replace the answer until an admin
 * decides; only the first answer is mailed to the buyer.
 * @throws DomainError NOT_FOUND (also without an open complaint), ROLE_REQUIRED (another party).
 */
export async function answerComplaint(context: Context, actor: Actor, id: string, text: string): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { sale, party } = await lockSaleOfOrder(trx, actor, bookingId);
    if (party !== 'seller') throw new DomainError('ROLE_REQUIRED');
    const complaint = await lockOpenComplaint(trx, bookingId);
    if (complaint === undefined) throw new DomainError('NOT_FOUND');
    await saveSellerText(trx, complaint.id, text);
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      noun: 'complaint',
      action: 'answer',
      nounId: complaint.id,
      after: { bookingId },
    });
    if (complaint.sellerText !== null) return;
    await announcePayment(context, trx, 'complaint-answered', [{ bookingId, recipientId: sale.buyerId }]);
  });
}
