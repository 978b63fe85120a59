import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { advanceBankPart, lockBankPartOfOrder } from './advance-bank-part.ts';

/**
 * Records that the seller has the money that the buyer's bank has paid. From then on, the reservation does not end when
 * its time is over, until an admin has decided.
 * @throws DomainError NOT_FOUND, ROLE_REQUIRED (another party), ILLEGAL_TRANSITION.
 */
export async function receiveBankPayment(
  context: Context,
  actor: Actor,
  id: string,
  reference: string | undefined,
): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { booking, part, party } = await lockBankPartOfOrder(trx, actor, bookingId);
    await advanceBankPart(context, trx, part, {
      event: 'receive',
      party,
      actorId: actor.accountId,
      statement: { kind: 'receive', by: actor.accountId, reference: reference?.trim() ?? null },
    });
    await announcePayment(context, trx, 'bank-received', [{ bookingId, recipientId: booking.buyerId }]);
  });
}
