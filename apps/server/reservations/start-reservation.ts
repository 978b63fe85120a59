import { recordAudit } from '@carhouse/database/audit/audit';
import { findBookingOfBuyer, lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import { findPaymentObstacles, listAttemptsOfBookings } from '@carhouse/database/payments/payment-attempts';
import { listParts, replaceParts } from '@carhouse/database/payments/payment-parts';
import { findReservableCar } from '@carhouse/database/reservations/reservable-cars';
import {
  findReservationOfBooking,
  insertReservation,
  removeStartedReservation,
} from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import type { Booking, BookingId } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeSecondsUntil } from '@carhouse/domain/errors/seconds-until';
import { requireId } from '@carhouse/domain/ids/id';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { type Cents, cents } from '@carhouse/domain/money/money';
import { type PaymentPart, putDepositFirst, splitPrice } from '@carhouse/domain/payment/payment-plan';
import { computeForfeit, computeOfferedDeposit } from '@carhouse/domain/reservation/reservation';
import { type ConditionKind, ruleTexts, ruleVersion } from '@carhouse/domain/reservation/reservation-rule';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import { bookListing } from '../bookings/book-listing.ts';
import type { Context } from '../context.ts';
import { assertTurnOfBuyer } from '../payments/hold-car.ts';
import { assertPlanChangeable, endOpenCharges, makePartPaidError } from '../payments/save-plan.ts';
import { assertMayReserve } from './check-cooldown.ts';
import { assertNoRepeat } from './check-repeats.ts';

export type ReservationStart = {
  readonly listingId: string;
  /** The id of the booking when the buyer has no open booking of the car yet. */
  readonly newBookingId: BookingId;
  readonly meetingDate: string;
  readonly buyerNumber: string;
  /** The price and the terms that the buyer saw and accepts. */
  readonly price: Cents;
  readonly deposit: Cents;
  readonly conditions: readonly ConditionKind[];
};

/**
 * Begins the reservation of a car. The car is booked unless the buyer has an open booking, and the price is split into
 * the deposit and the rest. Parts that the buyer has chosen before stay. As with every part of a price, the car is not
 * held for the buyer before the deposit is paid. Starting again replaces conditions and parts while no part is paid or
 * being paid.
 * @returns the id of the booking.
 * @throws DomainError NOT_FOUND, NOT_RESERVABLE, PRICE_CHANGED, TERMS_CHANGED, CAR_RESERVED, HOLD_COOLDOWN, HOLD_LIMIT,
 * ILLEGAL_TRANSITION (a part is paid or being paid), ALREADY_PAID, BOOKING_CANCELLED, PAYMENT_PROVIDER_UNAVAILABLE, and
 * the errors of `bookListing`.
 */
export async function startReservation(
  context: Context,
  actor: Actor,
  reservationStart: ReservationStart,
): Promise<BookingId> {
  const listingId = requireId<'listing'>(reservationStart.listingId);
  // The reservation is checked before the booking is made, so that a refused reservation leaves no booking.
  await inTransaction(context.database, async (trx) => {
    await assertCarFree(context, trx, actor, listingId);
    await assertNoRepeat(context, trx, { buyerId: actor.accountId, listingId });
  });
  const car = await findReservableCar(context.database, listingId);
  if (car === undefined) throw new DomainError('NOT_FOUND');
  if (isOnSale(car.status)) assertTermsOffered(car.askedDeposit, car.price, reservationStart);
  const bookingId = await bookListing(context, actor, {
    id: reservationStart.newBookingId,
    listingId,
    meetingDate: reservationStart.meetingDate,
    buyerNumber: reservationStart.buyerNumber,
    seenPrice: reservationStart.price,
  });
  const booking = await findBookingOfBuyer(context.database, actor.accountId, bookingId);
  if (booking === undefined) throw new DomainError('NOT_FOUND');
  assertPlanChangeable(booking);
  if (booking.price !== reservationStart.price) throw new DomainError('PRICE_CHANGED');
  await endOpenCharges(context, booking);
  await inTransaction(context.database, (trx) => saveReservationStart(context, trx, actor, booking, reservationStart));
  return bookingId;
}

/** Checks that no other buyer has reserved the car or has the turn for it. @throws DomainError CAR_RESERVED. */
async function assertCarFree(context: Context, trx: Transaction, actor: Actor, listingId: ListingId): Promise<void> {
  const now = context.now();
  const { reservation, firstInQueue } = await findPaymentObstacles(trx, listingId);
  if (reservation !== undefined) {
    const booking = await findBookingOfBuyer(trx, actor.accountId, reservation.bookingId);
    if (booking !== undefined) throw makePartPaidError();
    const detail = 'Another buyer has reserved this car.';
    throw new DomainError('CAR_RESERVED', { detail, retryAfter: computeSecondsUntil(reservation.until, now, 60) });
  }
  if (firstInQueue !== undefined) assertTurnOfBuyer(firstInQueue, actor.accountId, now);
}

/** @throws DomainError NOT_RESERVABLE, PRICE_CHANGED, TERMS_CHANGED. */
function assertTermsOffered(
  askedDeposit: Cents | null,
  price: Cents,
  termsSeenByBuyer: Pick<ReservationStart, 'price' | 'deposit'>,
): void {
  const deposit = computeOfferedDeposit(askedDeposit, price);
  if (deposit === null) throw new DomainError('NOT_RESERVABLE');
  if (price !== termsSeenByBuyer.price) throw new DomainError('PRICE_CHANGED');
  if (deposit !== termsSeenByBuyer.deposit) throw new DomainError('TERMS_CHANGED');
}

async function saveReservationStart(
  context: Context,
  trx: Transaction,
  actor: Actor,
  { id, buyerId, listingId }: Booking,
  start: ReservationStart,
): Promise<void> {
  await authoriseActor(context, trx, actor);
  await lockListing(trx, listingId, 'own');
  const booking = await lockBooking(trx, id);
  const car = await findReservableCar(trx, listingId);
  if (booking === undefined || car === undefined) throw new DomainError('NOT_FOUND');
  assertPlanChangeable(booking);
  // The price of an older booking may differ from that of the car. In this case the deposit is a share of the price in
  // the booking.
  assertTermsOffered(car.askedDeposit, booking.price, start);
  await assertCarFree(context, trx, actor, listingId);
  if ((await listAttemptsOfBookings(trx, [id])).length > 0) throw makePartPaidError();
  const now = context.now();
  await assertMayReserve(trx, { buyerId, listingId }, now);
  await assertNoRepeat(context, trx, { buyerId, listingId });
  const { deposit, conditions } = start;
  const text = ruleTexts[ruleVersion];
  if (text === undefined) throw new DomainError('INTERNAL');
  const parts = await makeReservationParts(trx, booking, deposit);
  await removeStartedReservation(trx, id);
  await replaceParts(
    trx,
    id,
    parts.map((part) => ({ id: context.newId<'payment_part'>(), ...part })),
    now,
  );
  const uniqueConditions = [...new Set(conditions)];
  const rule = { version: ruleVersion, text };
  const forfeit = computeForfeit(deposit);
  await insertReservation(trx, { bookingId: id, listingId, deposit, forfeit, rule, conditions: uniqueConditions }, now);
  await recordAudit(context, trx, {
    actorId: actor.accountId,
    noun: 'reservation',
    action: 'start',
    nounId: id,
    after: {
      state: 'started',
      depositCents: deposit.toString(),
      parts: parts.map(({ amount, payer }) => (payer === 'bank' ? `${amount} bank` : `${amount}`)),
      rule: ruleVersion,
      conditions: uniqueConditions,
    },
  });
}

/**
 * Returns the parts of a price that begins with a deposit. The parts that the buyer has chosen before are kept, with
 * the deposit taken from them. Otherwise the rest is split into as few card payments as possible.
 */
async function makeReservationParts(
  trx: Transaction,
  { id, price }: Booking,
  deposit: Cents,
): Promise<readonly Pick<PaymentPart, 'amount' | 'payer'>[]> {
  const savedParts = await listParts(trx, id);
  // The parts of an earlier start already begin with that start's deposit, and the buyer chose at most the bank part
  // among them.
  const isPlanOfBuyer =
    savedParts.some(({ payer }) => payer === 'bank') || (await findReservationOfBooking(trx, id)) === undefined;
  const reusedParts = savedParts.length > 0 && isPlanOfBuyer ? putDepositFirst(savedParts, deposit) : null;
  if (reusedParts !== null) return reusedParts;
  const amounts = [deposit, ...splitPrice(cents(price - deposit), 'card')];
  return amounts.map((amount) => ({ amount, payer: 'buyer' }));
}
