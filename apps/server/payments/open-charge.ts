import { storeIntentId } from '@carhouse/database/payments/payment-attempts';
import type { PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { CardIntent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';

/**
 * The charge of an attempt: the one that was noted, or a new one, also in the place of one that the provider has forgotten.
 * The idempotency key and every field come from the attempt alone, so after a crash between the provider's answer and our
 * note the same call finds the same charge.
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
