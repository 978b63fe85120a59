import { changeAttemptState } from '@carhouse/database/payments/payment-attempts';
import type { PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';
import { openCharge } from './open-charge.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Ends a hold: cancels its charge at the card provider, and frees the listing after the provider has confirmed the
 * cancellation. A charge that has succeeded is settled instead, so that no payment is lost. A charge that the provider
 * does not know can never be paid, so the hold of such a charge ends too.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE; the hold then stays.
 */
export async function releaseHold(context: Context, attempt: PaymentAttempt): Promise<void> {
  const intentId = attempt.intentId ?? (await openCharge(context, attempt)).intentId;
  const intent = await context.cardProvider.cancelIntent(intentId);
  if (intent === null || intent.status === 'cancelled') {
    await changeAttemptState(context.database, attempt.id, 'open', 'cancelled', { intentId, now: context.now() });
    return;
  }
  await settlePayment(context, intentId);
}
