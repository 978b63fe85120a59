import { recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking } from '@carhouse/database/bookings/bookings';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import * as holds from '@carhouse/database/payments/holds';
import { findAttempt, findPaymentObstacles } from '@carhouse/database/payments/payment-attempts';
import type { Reservation } from '@carhouse/database/payments/payment-parts';
import type { Actor } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { isHolding, type PaymentAttempt } from '@carhouse/domain/payment/payment';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { cancelReservedBooking } from './cancel-reservation.ts';
import { releaseBookings } from './release-bookings.ts';
import { releaseHold } from './release-hold.ts';

/**
 * Ends the hold on a listing for an admin. The buyer cannot renew the hold within its remaining minutes. After the
 * transaction, the charge is cancelled at the card provider. If the charge has already succeeded, it is settled, and
 * the sale is valid. If the buyer has paid a part of the price, the reservation of the listing ends too: the booking is
 * cancelled and every part is refunded.
 * @returns whether the listing was sold to the buyer after all.
 * @throws DomainError NOT_FOUND, NO_HOLD, PAYMENT_PROVIDER_UNAVAILABLE (the hold is ended; the reconciler cancels the
 *   charge), PAYMENT_PENDING (the card is being charged at this moment), and the errors of `authoriseAdmin`.
 */
export async function breakHold(context: Context, actor: Actor, id: string, reason: string): Promise<boolean> {
  const listingId = requireId<'listing'>(id);
  const { openAttempt, reservation } = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    if ((await lockListing(trx, listingId, 'own')) === undefined) throw new DomainError('NOT_FOUND');
    const paymentObstacles = await findPaymentObstacles(trx, listingId);
    const isHeld = paymentObstacles.openAttempt !== undefined && isHolding(paymentObstacles.openAttempt, context.now());
    if (!isHeld && paymentObstacles.reservation === undefined) throw new DomainError('NO_HOLD');
    if (paymentObstacles.openAttempt !== undefined && isHeld)
      await endHoldInTransaction(context, trx, admin, paymentObstacles.openAttempt, reason);
    return paymentObstacles;
  });
  if (openAttempt !== undefined) await releaseHold(context, openAttempt);
  if (reservation !== undefined) return endReservation(context, actor, reservation, reason);
  return openAttempt !== undefined && (await findAttempt(context.database, openAttempt.id))?.state === 'succeeded';
}

/** @returns whether a charge has completed the price meanwhile, so that the listing is sold. */
async function endReservation(
  context: Context,
  actor: Actor,
  { bookingId }: Reservation,
  reason: string,
): Promise<boolean> {
  const isSold = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const booking = await lockBooking(trx, bookingId);
    await cancelReservedBooking(context, trx, bookingId, {
      outcome: { end: 'admin-ended' },
      admin,
      reason: `Cancelled by Car House: ${reason}`,
    });
    return booking?.status === 'paid';
  });
  await releaseBookings(context, [bookingId]);
  return isSold;
}

/** Ends the hold inside a transaction that has locked the listing. The caller cancels the charge after the commit. */
export async function endHoldInTransaction(
  context: Context,
  trx: Transaction,
  admin: CurrentAdmin,
  attempt: PaymentAttempt,
  reason: string,
): Promise<void> {
  const now = context.now();
  await holds.breakHold(trx, attempt, reason, now);
  // Only the attempt stores the reason: the admin types free text, and an audit entry cannot be deleted later.
  await recordAudit(context, trx, {
    actorId: admin.accountId,
    action: 'break-hold',
    noun: 'payment_attempt',
    nounId: attempt.id,
    before: { holdEndsAt: attempt.expiresAt.toISOString() },
    after: { holdEndsAt: now.toISOString(), listingId: attempt.listingId },
  });
}
