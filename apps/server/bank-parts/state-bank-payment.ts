import { inTransaction } from '@carhouse/database/connection/transaction';
import { findReservationOfBooking } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import {
  advanceBankPart,
  assertReservationNotOver,
  extendReservationForAnswer,
  lockBankPartOfOrder,
} from './advance-bank-part.ts';
import { findBankPartObstacle } from './find-bank-part-obstacle.ts';

/**
 * Records that a bank or a loan has paid its part of a price to the seller, as the buyer states it. The car must be
 * reserved, so that no bank pays for a car that another buyer can still buy. A reservation with a deposit is extended,
 * so that the seller has at least 24 hours to answer.
 * @throws DomainError NOT_FOUND, ROLE_REQUIRED (another party), ILLEGAL_TRANSITION (also before the first part is paid,
 * and after the time of the reservation), PAYMENTS_NOT_TAKEN (the operator takes no payments any more, and another part
 * is open).
 */
export async function stateBankPayment(
  context: Context,
  actor: Actor,
  id: string,
  { bank, reference }: { readonly bank: string; readonly reference: string },
): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { booking, part, party } = await lockBankPartOfOrder(trx, actor, bookingId);
    if (party === 'buyer' && booking.reservedUntil === null)
      throw new DomainError('ILLEGAL_TRANSITION', { detail: 'Pay the first part here: it reserves the car.' });
    if (party === 'buyer') assertReservationNotOver(booking, context.now());
    // In this case the other parts of the price can no longer be paid here, so no bank should pay its part.
    const reservation = await findReservationOfBooking(trx, bookingId);
    const order = { ...booking, reservation: reservation?.state };
    if (party === 'buyer' && (await findBankPartObstacle(context, trx, part, order)) === 'no-payments')
      throw new DomainError('PAYMENTS_NOT_TAKEN');
    await advanceBankPart(context, trx, part, {
      event: 'state',
      party,
      actorId: actor.accountId,
      statement: { kind: 'state', by: actor.accountId, bank: bank.trim(), reference: reference.trim() },
    });
    await extendReservationForAnswer(context, trx, reservation);
    await announcePayment(context, trx, 'bank-stated', [{ bookingId, recipientId: booking.sellerId }]);
  });
}
