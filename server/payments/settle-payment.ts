import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import type { PaymentAttempt, PaymentId } from '@carhouse/core/payment/payment';
import { lockBooking, lockOpenBookings } from '@carhouse/database/bookings';
import { lockListing } from '@carhouse/database/listings';
import { changeAttemptState, findAttemptOfIntent, lockAttempt } from '@carhouse/database/payment-attempts';
import { findPaymentOfIntent } from '@carhouse/database/payments';
import { inTransaction, type Transaction } from '@carhouse/database/transaction';
import type { CardIntent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { dueRefund, trySendRefund } from './refund-charge.ts';
import { sellCar } from './sell-car.ts';

export type Settlement =
  | { readonly kind: 'paid'; readonly paymentId: PaymentId }
  /** The charge came too late for the car; the money goes back. */
  | { readonly kind: 'refunded' };

/**
 * The only way to `paid`. Asks the provider for the charge, compares it with our attempt, and in one transaction marks the
 * booking paid, saves the payment and sells the car. Called by the browser's `POST /payment`, by the webhook and by the
 * reconciler, in any order and number: the second caller finds the work done and gets the same answer.
 * @throws DomainError PAYMENT_NOT_VERIFIED (no charge of ours, or not the right one), PAYMENT_PENDING (not succeeded yet),
 *   PAYMENT_PROVIDER_UNAVAILABLE (the outcome is unknown).
 */
export async function settlePayment(context: Context, intentId: string): Promise<Settlement> {
  const intent = await context.cardProvider.findIntent(intentId);
  if (intent === null) throw new DomainError('PAYMENT_NOT_VERIFIED');
  const attemptId = intent.attemptId === null ? undefined : parseId<'payment_attempt'>(intent.attemptId);
  const attempt = await findAttemptOfIntent(context.database, intentId, attemptId);
  if (attempt === undefined) throw new DomainError('PAYMENT_NOT_VERIFIED');
  assertSameCharge(context, intent, attempt);
  const settlement = await inTransaction(context.database, (trx) => settle(context, trx, intent, attempt));
  if (settlement.kind === 'refunded') await trySendRefund(context, intentId);
  return settlement;
}

function assertSameCharge(context: Context, intent: CardIntent, attempt: PaymentAttempt): void {
  const livemode = context.config.cards.kind === 'stripe' && context.config.cards.livemode;
  const same = intent.amount === attempt.amount && intent.currency === attempt.currency && intent.livemode === livemode;
  const ours = intent.attemptId === attempt.id;
  const whole = intent.status !== 'succeeded' || intent.amountReceived === attempt.amount;
  if (same && whole && ours) {
    if (intent.status !== 'succeeded') throw new DomainError('PAYMENT_PENDING');
    return;
  }
  context.log.error({ intentId: intent.intentId, attemptId: attempt.id }, 'a charge differs from its payment attempt');
  throw new DomainError('PAYMENT_NOT_VERIFIED');
}

async function settle(
  context: Context,
  trx: Transaction,
  intent: CardIntent,
  known: PaymentAttempt,
): Promise<Settlement> {
  // The car first, as everywhere, so that two settlements of one car wait and never deadlock.
  const car = await lockListing(trx, known.listingId, 'own');
  // A sale closes the other bookings of the car too: all of them in one order.
  await lockOpenBookings(trx, { listingId: known.listingId });
  const booking = await lockBooking(trx, known.bookingId);
  const attempt = await lockAttempt(trx, known.id);
  if (car === undefined || booking === undefined || attempt === undefined) throw new DomainError('INTERNAL');
  const done = await findPaymentOfIntent(trx, intent.intentId);
  if (done !== undefined) return { kind: 'paid', paymentId: done };
  if (attempt.state === 'refund_due' || attempt.state === 'refunded') return { kind: 'refunded' };
  const now = context.now();
  const free = car.listing.status === 'available' || car.listing.status === 'withdrawn';
  if (attempt.state === 'open' && booking.status === 'unpaid' && free) {
    await changeAttemptState(trx, attempt.id, 'open', 'succeeded', { intentId: intent.intentId, now });
    return {
      kind: 'paid',
      paymentId: await sellCar(context, trx, { car: car.listing, booking, attempt, intent, now }),
    };
  }
  await dueRefund(context, trx, { attempt, intentId: intent.intentId, now });
  return { kind: 'refunded' };
}
