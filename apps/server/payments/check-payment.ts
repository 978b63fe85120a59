import { findBookingOfBuyer } from '@carhouse/database/bookings/bookings';
import { findAttempt, findLastAttempt } from '@carhouse/database/payments/payment-attempts';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { isHolding, type PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { CardIntent, PaynowCode } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { releaseHold } from './release-hold.ts';
import { settlePayment } from './settle-payment.ts';

/** The state of a payment (packages/contract/payments.ts explains the states). */
export type PaymentProgress = {
  readonly state: 'waiting' | 'expired' | 'refused' | 'none' | 'ended' | 'paid' | 'refunded';
  readonly code: PaynowCode | null;
  /** The end of the hold while the car is held; null otherwise. */
  readonly holdEndsAt: Date | null;
  /** The charge that was paid or is refunded; null otherwise. */
  readonly intentId: string | null;
};

const endedProgress: PaymentProgress = { state: 'ended', code: null, holdEndsAt: null, intentId: null };

/**
 * Returns the state of the newest payment of a booking, for the buyer. The provider is asked while the payment is open,
 * and a charge that has succeeded is settled. An expired hold is ended in the same way as by the reconciler, so that
 * the answer "nothing was charged" is certain.
 * @throws DomainError NOT_FOUND (another buyer's booking), PAYMENT_NOT_VERIFIED, PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function checkPayment(context: Context, actor: Actor, id: string): Promise<PaymentProgress> {
  const booking = await findBookingOfBuyer(context.database, actor.accountId, requireId<'booking'>(id));
  if (booking === undefined) throw new DomainError('NOT_FOUND');
  const attempt = await findLastAttempt(context.database, booking.id);
  if (attempt === undefined) return endedProgress;
  if (attempt.state !== 'open') return describeClosedAttempt(attempt);
  if (!isHolding(attempt, context.now())) return endHold(context, attempt);
  const heldProgress: PaymentProgress = { state: 'none', code: null, holdEndsAt: attempt.expiresAt, intentId: null };
  if (attempt.intentId === null) return heldProgress;
  const intent = await context.cardProvider.findIntent(attempt.intentId);
  if (intent === null || intent.status === 'cancelled') return endedProgress;
  if (intent.status === 'succeeded') {
    const { kind: state } = await settlePayment(context, attempt.intentId);
    return { ...endedProgress, state, intentId: attempt.intentId };
  }
  return { ...heldProgress, ...describeOpenCharge(intent) };
}

/** Ends a hold that has expired. While the bank is deciding about the charge, the hold does not end. */
async function endHold(context: Context, attempt: PaymentAttempt): Promise<PaymentProgress> {
  try {
    await releaseHold(context, attempt);
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_PENDING')) throw error;
    return { ...endedProgress, state: 'waiting' };
  }
  const rereadAttempt = await findAttempt(context.database, attempt.id);
  return rereadAttempt === undefined ? endedProgress : describeClosedAttempt(rereadAttempt);
}

/** Describes a charge that is not paid yet. */
function describeOpenCharge({ status, paynowCode, failedPaynow }: CardIntent): Pick<PaymentProgress, 'state' | 'code'> {
  if (status === 'processing' || paynowCode !== null) return { state: 'waiting', code: paynowCode };
  return { state: failedPaynow ?? 'none', code: null };
}

/** Describes an attempt that is paid, refunded or cancelled. */
function describeClosedAttempt({ state, intentId }: PaymentAttempt): PaymentProgress {
  if (state === 'succeeded') return { ...endedProgress, state: 'paid', intentId };
  return state === 'refund_due' || state === 'refunded'
    ? { ...endedProgress, state: 'refunded', intentId }
    : endedProgress;
}
