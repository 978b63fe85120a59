import { recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking, lockOpenBookings } from '@carhouse/database/bookings/bookings';
import { insertOrderStep, listOrderSteps } from '@carhouse/database/bookings/order-steps';
import { runStatement } from '@carhouse/database/connection/statement';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { changeListingStatus, lockListing } from '@carhouse/database/listings/listings';
import { replaceParts } from '@carhouse/database/payments/payment-parts';
import {
  makeCancelOtherBookingsStatement,
  makeMarkBookingPaidStatement,
} from '@carhouse/database/payments/settlement-statements';
import { removeStartedReservation } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import type { Booking, BookingId } from '@carhouse/domain/booking/booking';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { findOrderState, orderLifecycle } from '@carhouse/domain/booking/order-lifecycle';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Listing } from '@carhouse/domain/listing/listing';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import { assertBusinessMode } from '@carhouse/domain/payment/business-mode';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import { endBankParts } from '../bank-parts/end-bank-parts.ts';
import type { Context } from '../context.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { changeFreeCar, type FreeCarOutcome, findReleasableHold } from '../payments/release-car.ts';

/**
 * Marks, for the seller, that the buyer has paid them directly. The mark makes the order paid and the car sold,
 * and closes the other open bookings of the car, as a payment on this server does. No payment is recorded, no fee is
 * due, and nothing is paid out. A charge that was opened while the operator still took payments is ended first. If the
 * charge has succeeded already, the charge is settled and pays the order.
 * @returns number of steps that were added: 0 when the seller has marked the payment before.
 * @throws DomainError PAID_THROUGH_SITE, NOT_FOUND (another user's order), ROLE_REQUIRED (the buyer),
 *   ILLEGAL_TRANSITION, CAR_RESERVED (a buyer is paying by a charge that is still open), PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function markPaidOutside(context: Context, actor: Actor, bookingId: BookingId): Promise<0 | 1> {
  assertBusinessMode(context.config.businessMode, 'introducer');
  return changeFreeCar(context, async (trx): Promise<FreeCarOutcome<0 | 1>> => {
    await authoriseActor(context, trx, actor);
    const { booking, car } = await lockOrderAndCar(trx, actor, bookingId);
    const steps = await listOrderSteps(trx, bookingId);
    if (steps.some(({ step }) => step === 'paid-outside')) return { kind: 'done', value: 0 };
    const party = findBookingParty(actor, booking) ?? 'admin';
    const stateBefore = findOrderState(booking.status, steps);
    const stateAfter = advance(orderLifecycle, stateBefore, 'pay-outside', party);
    const attempt = await findReleasableHold(trx, car.id, context.now());
    if (attempt !== undefined) return { kind: 'releasable', attempt };
    await recordSalePaidOutside(context, trx, { booking, car, actor, stateBefore, stateAfter });
    return { kind: 'done', value: 1 };
  });
}

/** Locks an order and its car in the usual order: the car, its open bookings by their ids, the order. */
export async function lockOrderAndCar(
  trx: Transaction,
  actor: Actor,
  bookingId: BookingId,
): Promise<{ readonly booking: Booking; readonly car: Listing }> {
  const { listing_id: listingId } = (await trx
    .selectFrom('booking')
    .select('listing_id')
    .where('id', '=', bookingId)
    .executeTakeFirst()) ?? { listing_id: undefined };
  if (listingId === undefined) throw new DomainError('NOT_FOUND');
  const car = await lockListing(trx, listingId, 'own');
  await lockOpenBookings(trx, { listingId });
  const booking = await lockBooking(trx, bookingId);
  const party = booking === undefined ? null : findBookingParty(actor, booking);
  if (car === undefined || booking === undefined || (party !== 'buyer' && party !== 'seller'))
    throw new DomainError('NOT_FOUND');
  return { booking, car: car.listing };
}

type SalePaidOutside = {
  readonly booking: Booking;
  readonly car: Listing;
  readonly actor: Actor;
  readonly stateBefore: string;
  readonly stateAfter: string;
};

async function recordSalePaidOutside(
  context: Context,
  trx: Transaction,
  { booking, car, actor: { accountId: actorId }, stateBefore, stateAfter }: SalePaidOutside,
): Promise<void> {
  const at = context.now();
  const carStatusAfter = advanceListing(car.status, 'sell', 'seller');
  await insertOrderStep(trx, { bookingId: booking.id, step: 'paid-outside', actorId, at });
  // A reservation whose deposit was not paid here does not hold the car, so it ends when the order becomes paid.
  await removeStartedReservation(trx, booking.id);
  // A payment plan with unpaid parts is removed too.
  await replaceParts(trx, booking.id, [], at);
  if (!(await runStatement(trx, makeMarkBookingPaidStatement(booking.id, at)))) throw new DomainError('INTERNAL');
  await changeListingStatus(trx, car.id, car.status, carStatusAfter, at);
  const lostBookings = await runStatement(
    trx,
    makeCancelOtherBookingsStatement(car.id, booking.id, 'The car was sold to another buyer.', at),
  );
  await endBankParts(
    context,
    trx,
    lostBookings.map(({ bookingId, recipientId }) => ({ bookingId, buyerId: recipientId, sellerId: booking.sellerId })),
    null,
  );
  await recordAudit(context, trx, {
    actorId,
    action: 'paid-outside',
    noun: 'booking',
    nounId: booking.id,
    before: { state: stateBefore },
    after: { state: stateAfter, by: 'seller' },
  });
  await recordAudit(context, trx, {
    actorId,
    action: 'sell',
    noun: 'listing',
    nounId: car.id,
    before: { status: car.status },
    after: { status: carStatusAfter },
  });
  for (const { bookingId } of lostBookings) {
    await recordAudit(context, trx, {
      actorId: null,
      action: 'lose-car',
      noun: 'booking',
      nounId: bookingId,
      before: { status: 'unpaid' },
      after: { status: 'cancelled' },
    });
  }
  await announcePayment(context, trx, 'paid-outside', [{ bookingId: booking.id, recipientId: booking.buyerId }]);
  await announcePayment(context, trx, 'car-lost', lostBookings);
}
