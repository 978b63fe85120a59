import { storeIntentId } from '@carhouse/database/payments/payment-attempts';
import type { PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { CardIntent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';

/**
 * Returns the charge of an attempt: the recorded one, or a new one, also when the provider no longer knows the recorded one.
 * The idempotency key and every field depend on the attempt only. After a crash between the provider's answer and our record
 * of it, a repeated call therefore finds the same charge.
 */
export async function openCharge(context: Context, attempt: PaymentAttempt): Promise<CardIntent> {
  if (attempt.intentId !== null) {
    const known = await context.cardProvider.findIntent(attempt.intentId);
    if (known !== null) return known;
  }
  const intent = await context.cardProvider.openIntent({
    amount: attempt.amount,
    currency: attempt.currency,
    attemptId: attempt.id,
    bookingId: attempt.bookingId,
    description: `Car House booking ${attempt.bookingId}`,
    idempotencyKey: `attempt-${attempt.id}`,
  });
  await storeIntentId(context.database, attempt, intent.intentId, context.now());
  return intent;
}
