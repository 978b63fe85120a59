import { recordAudit } from '@carhouse/database/audit/audit';
import {
  findUndonePayment,
  listOrderSteps,
  markBookingUnpaid,
  takeBackPayment,
} from '@carhouse/database/bookings/order-steps';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { changeListingStatus } from '@carhouse/database/listings/listings';
import type { Actor } from '@carhouse/domain/account/account';
import { bookingPartyOf } from '@carhouse/domain/booking/booking-policy';
import { orderLifecycle, orderStateOf } from '@carhouse/domain/booking/order-lifecycle';
import { assertPaymentUndoable, undoEventOf } from '@carhouse/domain/booking/undo-payment';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { lockOrderAndCar } from './mark-paid-outside.ts';

/**
 * Takes back, for the seller, that the buyer has paid them directly. The order gets the state that it had before
 * the mark, and the car is withdrawn until its seller puts the car back on sale. The other bookings of the car stay
 * closed. The call works in both business modes, because it only corrects a statement of the seller.
 * @throws DomainError NOT_FOUND (another user's order), ROLE_REQUIRED (the buyer), ILLEGAL_TRANSITION.
 */
export async function undoPaidOutside(context: Context, actor: Actor, id: string): Promise<void> {
  const bookingId = requireId<'booking'>(id);
  await inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const { booking, car } = await lockOrderAndCar(trx, actor, bookingId);
    const steps = await listOrderSteps(trx, bookingId);
    const state = orderStateOf(booking.status, steps);
    const party = bookingPartyOf(actor, booking) ?? 'admin';
    const stateAfter = advance(orderLifecycle, state, undoEventOf(steps), party);
    const now = context.now();
    assertPaymentUndoable(
      { state, steps, hasUndonePayment: (await findUndonePayment(trx, bookingId)) !== undefined },
      now,
    );
    await takeBackPayment(trx, bookingId, now);
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
      const carAfter = advanceListing(car.status, 'undo-sale', 'seller');
      await changeListingStatus(trx, car.id, car.status, carAfter, now);
      await recordAudit(context, trx, {
        actorId: actor.accountId,
        action: 'undo-sale',
        noun: 'listing',
        nounId: car.id,
        before: { status: car.status },
        after: { status: carAfter },
      });
    }
    await announcePayment(context, trx, 'payment-undone', [
      { bookingId, recipientId: booking.buyerId },
      { bookingId, recipientId: booking.sellerId },
    ]);
  });
}
