import { findBooking, lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import {
  listHoldEndsOfAddress,
  listHoldsOfBuyer,
  listHoldsOfNetwork,
  recordPageVisit,
  renewHold,
} from '@carhouse/database/payments/holds';
import { type FirstInQueue, findPaymentObstacles, insertAttempt } from '@carhouse/database/payments/payment-attempts';
import { listParts } from '@carhouse/database/payments/payment-parts';
import { findReservationOfBooking } from '@carhouse/database/reservations/reservations';
import type { AccountId, Actor } from '@carhouse/domain/account/account';
import { findNewAccountsStart } from '@carhouse/domain/account/seller-trust';
import type { Booking } from '@carhouse/domain/booking/booking';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeSecondsUntil } from '@carhouse/domain/errors/seconds-until';
import type { Id } from '@carhouse/domain/ids/id';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { assertFitsCard, type Cents, currency } from '@carhouse/domain/money/money';
import { type HoldSpan, holdCountWindowMs, judgeHold } from '@carhouse/domain/payment/hold-rules';
import { holdMinutes, isHolding, type PaymentAttempt } from '@carhouse/domain/payment/payment';
import { checkPaynowFit } from '@carhouse/domain/payment/payment-method';
import { findNextPart, type PaymentPartId } from '@carhouse/domain/payment/payment-plan';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { assertNoDepositAsked } from '../reservations/check-deposit.ts';
import { assertNoRepeat } from '../reservations/check-repeats.ts';

export type HoldResult =
  | { readonly kind: 'held'; readonly attempt: PaymentAttempt }
  /**
   * Another hold on the listing has expired or was released, or its booking is closed. The charge of the earlier hold
   * must be cancelled at the provider before the listing can be held again.
   */
  | { readonly kind: 'expired'; readonly attempt: PaymentAttempt };

/** The id of the payment page that requests the hold, and the buyer's network as a keyed hash. */
export type HoldRequest = { readonly visitId: Id<'visit'>; readonly addressKey: string };

/**
 * Performs the first phase of a payment: holds the listing for the booking for 15 minutes. An existing hold of the
 * buyer on the listing is continued. The limits on holds per buyer and per network are checked after buyer and network
 * are locked, so concurrent requests wait for each other. The lock on the listing makes two buyers wait for each other.
 * The unique index `payment_attempt_one_live_per_listing_key` prevents a second hold even without the lock.
 * @throws DomainError NOT_FOUND, ALREADY_PAID, BOOKING_CANCELLED, CAR_ALREADY_SOLD, CAR_NOT_AVAILABLE, CAR_RESERVED,
 * ILLEGAL_TRANSITION (only a bank part is open), DEPOSIT_REQUIRED (the seller asks for a deposit first),
 * UNAUTHENTICATED, AMOUNT_TOO_LARGE, AMOUNT_TOO_SMALL, and the errors of `judgeHold` and `assertNoRepeat`.
 */
export async function holdCar(
  context: Context,
  actor: Actor,
  booking: Booking,
  request: HoldRequest,
): Promise<HoldResult> {
  return inTransaction(context.database, async (trx) => {
    await authoriseActor(context, trx, actor);
    const now = context.now();
    const addressHoldEnds = await listHoldEndsOfAddress(trx, request.addressKey, booking.listingId, now);
    const car = await lockListing(trx, booking.listingId, 'own');
    const lockedBooking = await lockBooking(trx, booking.id);
    if (car === undefined || lockedBooking === undefined) throw new DomainError('NOT_FOUND');
    if (lockedBooking.status === 'paid' || lockedBooking.status === 'refunded') throw new DomainError('ALREADY_PAID');
    if (car.listing.status === 'sold') throw new DomainError('CAR_ALREADY_SOLD');
    if (lockedBooking.status === 'cancelled') throw new DomainError('BOOKING_CANCELLED');
    if (car.isHidden || !isOnSale(car.listing.status)) throw new DomainError('CAR_NOT_AVAILABLE');
    const { openAttempt, reservation, firstInQueue } = await findPaymentObstacles(trx, booking.listingId);
    if (reservation !== undefined && (reservation.bookingId !== booking.id || reservation.until <= now)) {
      // A reservation that has ended is closed by the reconciler within a minute.
      throw new DomainError('CAR_RESERVED', { retryAfter: computeSecondsUntil(reservation.until, now, 60) });
    }
    if (openAttempt !== undefined && openAttempt.bookingId !== booking.id) {
      const holderBooking = await findBooking(trx, openAttempt.bookingId);
      if (!isHolding(openAttempt, now) || holderBooking?.status !== 'unpaid')
        return { kind: 'expired', attempt: openAttempt };
      throw new DomainError('CAR_RESERVED', { retryAfter: computeSecondsUntil(openAttempt.expiresAt, now) });
    }
    if (openAttempt !== undefined && openAttempt.releasedAt !== null) return { kind: 'expired', attempt: openAttempt };
    if (openAttempt !== undefined && isHolding(openAttempt, now)) {
      await recordPageVisit(trx, openAttempt.id, request.visitId);
      return { kind: 'held', attempt: openAttempt };
    }
    if (reservation === undefined && firstInQueue !== undefined) assertTurnOfBuyer(firstInQueue, booking.buyerId, now);
    const part = lockedBooking.inParts ? findNextPart(await listParts(trx, booking.id)) : undefined;
    if (part === undefined && lockedBooking.inParts)
      throw new DomainError('ILLEGAL_TRANSITION', { detail: 'Only the part that a bank or a loan pays is open.' });
    if (part === undefined) assertFitsCard(booking.price);
    const charge = { amount: part?.amount ?? booking.price, partId: part?.id ?? null };
    if (reservation !== undefined) {
      // The buyer has paid a part, so the limits on holds do not apply.
      const holdSpan = { from: now, until: new Date(now.getTime() + holdMinutes * 60_000) };
      return {
        kind: 'held',
        attempt: await makeAttempt(context, trx, booking, { openAttempt, holdSpan, request, charge, now }),
      };
    }
    if (part !== undefined) {
      // The first part reserves the car. The seller may have begun to ask for a deposit after the parts were saved.
      if ((await findReservationOfBooking(trx, booking.id)) === undefined)
        await assertNoDepositAsked(trx, booking.listingId);
      await assertNoRepeat(context, trx, booking);
    }
    const lookBackStart = new Date(now.getTime() - holdCountWindowMs);
    const earlierHolds = await listHoldsOfBuyer(trx, booking.buyerId, lookBackStart, now);
    const { holdLimits: limits, trust } = context.config;
    const networkHolds = await listHoldsOfNetwork(trx, booking, {
      since: lookBackStart,
      newAccountsSince: findNewAccountsStart(trust, now),
      now,
    });
    const holdSpan = judgeHold({
      listingId: booking.listingId,
      earlierHolds,
      networkHolds,
      networkHoldEnds: addressHoldEnds,
      limits,
      now,
    });
    return {
      kind: 'held',
      attempt: await makeAttempt(context, trx, booking, { openAttempt, holdSpan, request, charge, now }),
    };
  });
}

/**
 * Checks that this buyer may pay now, because the queue of buyers for the car has reached them. A queue whose turn is
 * over is moved on by the reconciler within a minute.
 * @throws DomainError CAR_RESERVED.
 */
export function assertTurnOfBuyer({ buyerId, turnUntil }: FirstInQueue, payingBuyerId: AccountId, now: Date): void {
  if (turnUntil !== null && now < turnUntil && buyerId === payingBuyerId) return;
  const detail = 'The first buyer in the queue for this car may pay for it now.';
  throw new DomainError('CAR_RESERVED', { detail, retryAfter: computeSecondsUntil(turnUntil ?? now, now, 60) });
}

/** Returns a new payment attempt, or the expired attempt of the same booking when its charge is still open. */
async function makeAttempt(
  context: Context,
  trx: Transaction,
  booking: Booking,
  attemptInput: {
    readonly openAttempt: PaymentAttempt | undefined;
    readonly holdSpan: HoldSpan;
    readonly request: HoldRequest;
    readonly charge: { readonly amount: Cents; readonly partId: PaymentPartId | null };
    readonly now: Date;
  },
): Promise<PaymentAttempt> {
  const { openAttempt, holdSpan, request, charge, now } = attemptInput;
  if (openAttempt !== undefined) {
    await renewHold(trx, openAttempt.id, holdSpan, now);
    await recordPageVisit(trx, openAttempt.id, request.visitId);
    return { ...openAttempt, heldFrom: holdSpan.from, expiresAt: holdSpan.until };
  }
  const attempt: PaymentAttempt = {
    id: context.newId(),
    bookingId: booking.id,
    listingId: booking.listingId,
    buyerId: booking.buyerId,
    amount: charge.amount,
    currency,
    state: 'open',
    intentId: null,
    createdAt: now,
    expiresAt: holdSpan.until,
    heldFrom: holdSpan.from,
    releasedAt: null,
    takesPaynow: checkPaynowFit(charge.amount) === 'fits',
    partId: charge.partId,
  };
  await insertAttempt(trx, attempt, request);
  return attempt;
}
