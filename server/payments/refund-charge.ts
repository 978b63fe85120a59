import { isDomainError } from '@carhouse/core/errors/domain-error';
import { advance } from '@carhouse/core/lifecycle/lifecycle';
import type { AttemptId, PaymentAttempt } from '@carhouse/core/payment/payment';
import { attemptLifecycle } from '@carhouse/core/payment/payment-lifecycle';
import { writeAudit } from '@carhouse/database/audit';
import { changeAttemptState } from '@carhouse/database/payment-attempts';
import { insertRefundDue, recordRefund } from '@carhouse/database/payments';
import { inTransaction, type Transaction } from '@carhouse/database/transaction';
import type { Context } from '../context.ts';

/** Inside the settling transaction: a charge that cannot buy its car is noted as owed back. */
export async function dueRefund(
  context: Context,
  trx: Transaction,
  given: { readonly attempt: PaymentAttempt; readonly intentId: string; readonly now: Date },
): Promise<void> {
  const { attempt, intentId, now } = given;
  const after = advance(attemptLifecycle, attempt.state, attempt.state === 'cancelled' ? 'charge-late' : 'lose-car');
  await changeAttemptState(trx, attempt.id, attempt.state, after, { intentId, now });
  await insertRefundDue(trx, {
    id: context.newId(),
    attemptId: attempt.id,
    intentId,
    amount: attempt.amount,
    currency: attempt.currency,
    reason: 'The car was no longer free when the charge arrived.',
    now,
  });
  await writeAudit(trx, {
    id: context.newId(),
    at: now,
    actorId: null,
    action: 'refund-due',
    noun: 'payment_attempt',
    nounId: attempt.id,
    before: { state: attempt.state },
    after: { state: after },
  });
}

/**
 * Sends the money back. The key makes every retry the same refund. When the provider does not answer, the refund stays
 * due and the reconciler sends it again.
 */
export async function sendRefund(context: Context, attemptId: AttemptId, intentId: string): Promise<void> {
  try {
    const refund = await context.cardProvider.refundIntent({ intentId, idempotencyKey: `refund-${intentId}` });
    const now = context.now();
    await inTransaction(context.database, async (trx) => {
      await recordRefund(trx, intentId, { state: refund.state, refundId: refund.refundId, now });
      if (refund.state === 'succeeded') await changeAttemptState(trx, attemptId, 'refund_due', 'refunded', { now });
    });
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) throw error;
    context.log.warn({ intentId }, 'a refund stays due: the card provider does not answer');
  }
}
