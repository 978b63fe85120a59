import { inTransaction } from '@carhouse/database/connection/transaction';
import { prolongReservation } from '@carhouse/database/payments/payment-parts';
import { findReservationOfBooking } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { requireId } from '@carhouse/domain/ids/id';
import { reservedDaysAfterBankDecision } from '@carhouse/domain/payment/bank-part';
import { addDays } from '@carhouse/domain/reservation/reservation-rule';
import { authoriseActor, authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announcePayment, announceToBuyerAndSeller } from '../payments/announce-payment.ts';
import {
  advanceBankPart,
  assertReservationNotOver,
  extendReservationForAnswer,
  lockBankPartOfOrder,
} from './advance-bank-part.ts';

/**
 * Takes back the buyer's statement about the money of a bank: the buyer withdraws the statement, or the seller says
 * that the money has not arrived. The buyer can state the payment again, or write to Car House, within 24 hours. A
 * seller who has said that they have the money cannot take that back themselves; an admin can (`rejectBankPart`).
 * @throws DomainError NOT_FOUND, ROLE_REQUIRED (an admin), ILLEGAL_TRANSITION (the seller has said that they have the
 * money, the time of the reservation is over, or nothing was said).
 */
export async function refuseBankPayment(context: Context, actor: Actor, id: string, reason: string): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { booking, part, party } = await lockBankPartOfOrder(trx, actor, bookingId);
    if (party !== 'admin') assertReservationNotOver(booking, context.now());
    await advanceBankPart(context, trx, part, {
      event: party === 'buyer' ? 'withdraw' : 'refuse',
      party,
      actorId: actor.accountId,
      statement: { kind: 'refuse', by: actor.accountId, reason },
    });
    if (party === 'seller')
      await extendReservationForAnswer(context, trx, await findReservationOfBooking(trx, bookingId));
    const recipientId = party === 'buyer' ? booking.sellerId : booking.buyerId;
    await announcePayment(context, trx, 'bank-refused', [{ bookingId, recipientId }]);
  });
}

/**
 * Rejects, for an admin, the statements of buyer and seller that the bank has paid. The buyer can state the payment of
 * the bank again.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION, and the errors of `authoriseAdmin`.
 */
export async function rejectBankPart(context: Context, actor: Actor, id: string, reason: string): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const { booking, part } = await lockBankPartOfOrder(trx, actor, bookingId);
    await advanceBankPart(context, trx, part, {
      event: 'reject',
      party: 'admin',
      actorId: admin.accountId,
      statement: { kind: 'refuse', by: admin.accountId, reason },
    });
    await prolongReservation(trx, bookingId, addDays(context.now(), reservedDaysAfterBankDecision));
    await announceToBuyerAndSeller(context, trx, 'bank-refused', { ...booking, bookingId });
  });
}
