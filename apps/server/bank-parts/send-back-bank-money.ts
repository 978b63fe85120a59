import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { advanceBankPart, lockBankPartOfOrder } from './advance-bank-part.ts';

/**
 * Records that the seller of an order that has ended has sent the money back to the bank.
 * @throws DomainError NOT_FOUND, ROLE_REQUIRED (another party), ILLEGAL_TRANSITION.
 */
export async function sendBackBankMoney(context: Context, actor: Actor, id: string, reference: string): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { booking, part, party } = await lockBankPartOfOrder(trx, actor, bookingId);
    await advanceBankPart(context, trx, part, {
      event: 'send-back',
      party,
      actorId: actor.accountId,
      statement: { kind: 'send-back', reference: reference.trim() },
    });
    await announcePayment(context, trx, 'bank-sent-back', [{ bookingId, recipientId: booking.buyerId }]);
  });
}
