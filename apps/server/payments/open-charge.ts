import { storeIntentId } from '@carhouse/database/payments/payment-attempts';
import type { PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { CardIntent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';

/**
 * Returns the charge of a payment attempt: the recorded one, or a new one when none is recorded or the provider no
 * longer knows it. The idempotency key and every field of the charge depend only on the attempt. If the server crashes
 * before it has recorded the charge, a repeated call finds the same charge.
 */
export async function openCharge(context: Context, attempt: PaymentAttempt): Promise<CardIntent> {
  if (attempt.intentId !== null) {
    const existingIntent = await context.cardProvider.findIntent(attempt.intentId);
    if (existingIntent !== null) return existingIntent;
  }
  const intent = await context.cardProvider.openIntent({
    amount: attempt.amount,
    currency: attempt.currency,
    methods: attempt.takesPaynow ? ['card', 'paynow'] : ['card'],
    attemptId: attempt.id,
    bookingId: attempt.bookingId,
    description: `Car House booking ${attempt.bookingId}`,
    idempotencyKey: `attempt-${attempt.id}`,
  });
  await storeIntentId(context.database, attempt, intent.intentId, context.now());
  return intent;
}
