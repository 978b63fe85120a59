import { lockAccountShared } from '@carhouse/database/accounts/accounts';
import { anonymiseSnapshots } from '@carhouse/database/accounts/forget-user';
import { recordAudit, recordCancellations } from '@carhouse/database/audit/audit';
import { closeBooking, findBooking } from '@carhouse/database/bookings/bookings';
import {
  findUndonePayment,
  listOrderSteps,
  markBookingUnpaid,
  markPaymentUndone,
} from '@carhouse/database/bookings/order-steps';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { changeListingStatus } from '@carhouse/database/listings/listings';
import type { AccountStatus, Actor } from '@carhouse/domain/account/account';
import type { Booking } from '@carhouse/domain/booking/booking';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { findOrderState, orderLifecycle } from '@carhouse/domain/booking/order-lifecycle';
import { assertPaymentUndoable, findUndoEvent } from '@carhouse/domain/booking/undo-payment';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import { endBankParts } from '../bank-parts/end-bank-parts.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { lockOrderAndCar } from './mark-paid-outside.ts';

/**
 * Takes back, for the seller, the mark that the buyer has paid them directly. The order gets the state that it had
 * before the mark, and the car is withdrawn until its seller puts the car back on sale. The other bookings of the car
 * stay closed. The order of a buyer whose account was closed meanwhile is cancelled. The call works in both business
 * modes, because it only corrects a statement of the seller.
 * @throws DomainError NOT_FOUND (another user's order), ROLE_REQUIRED (the buyer), ILLEGAL_TRANSITION.
 */
export async function undoPaidOutside(context: Context, actor: Actor, id: string): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const bookingBeforeLocks = await findBooking(trx, bookingId);
    // The account is locked before the booking, as in a deletion of the account.
    const buyer = bookingBeforeLocks && (await lockAccountShared(trx, bookingBeforeLocks.buyerId));
    const { booking, car } = await lockOrderAndCar(trx, actor, bookingId);
    const steps = await listOrderSteps(trx, bookingId);
    const state = findOrderState(booking.status, steps);
    const party = findBookingParty(actor, booking) ?? 'admin';
    const stateAfter = advance(orderLifecycle, state, findUndoEvent(steps), party);
    const now = context.now();
    assertPaymentUndoable(
      { state, steps, hasUndonePayment: (await findUndonePayment(trx, bookingId)) !== undefined },
      now,
    );
    await markPaymentUndone(trx, bookingId, now);
    if (!(await markBookingUnpaid(trx, bookingId))) throw new DomainError('INTERNAL');
    await recordAudit(context, trx, {
      actorId: actor.accountId,
      action: 'undo-payment',
      noun: 'booking',
      nounId: bookingId,
      before: { state },
      after: { state: stateAfter, by: 'seller' },
    });
    // An admin may have hidden the car meanwhile; such a car becomes withdrawn when the hiding ends.
    if (car.status === 'sold') {
      const carStatusAfter = advanceListing(car.status, 'undo-sale', 'seller');
      await changeListingStatus(trx, car.id, car.status, carStatusAfter, now);
      await recordAudit(context, trx, {
        actorId: actor.accountId,
        action: 'undo-sale',
        noun: 'listing',
        nounId: car.id,
        before: { status: car.status },
        after: { status: carStatusAfter },
      });
    }
    const recipients = [booking.buyerId, booking.sellerId].map((recipientId) => ({ bookingId, recipientId }));
    await announcePayment(context, trx, 'payment-undone', recipients);
    if (buyer?.status !== 'active') await cancelOrderOfClosedAccount(context, trx, actor, booking, buyer?.status);
  });
}

/**
 * Cancels an order that is unpaid again when the buyer's account was closed in the meantime, because a closed account
 * has no open bookings.
 */
async function cancelOrderOfClosedAccount(
  context: Context,
  trx: Transaction,
  actor: Actor,
  { id, buyerId, sellerId }: Pick<Booking, 'id' | 'buyerId' | 'sellerId'>,
  status: AccountStatus | undefined,
): Promise<void> {
  const now = context.now();
  const reason = status === 'suspended' ? 'The buyer is suspended.' : 'The buyer has left.';
  if (!(await closeBooking(trx, id, reason, now))) throw new DomainError('INTERNAL');
  await recordCancellations(context, trx, actor.accountId, [id]);
  await recordEntries(
    context,
    trx,
    await endBankParts(context, trx, [{ bookingId: id, buyerId, sellerId }], actor.accountId),
  );
  // A paid order keeps the name of a buyer who has left. A cancelled order does not keep the name of such a buyer.
  if (status === 'deleted') await anonymiseSnapshots(trx, buyerId, now);
}
