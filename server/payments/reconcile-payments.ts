import { DomainError, isDomainError } from '@carhouse/core/errors/domain-error';
import type { PaymentAttempt } from '@carhouse/core/payment/payment';
import { listUnfinishedAttempts } from '@carhouse/database/payment-attempts';
import type { Context } from '../context.ts';
import { sendRefund } from './refund-charge.ts';
import { releaseHold } from './release-hold.ts';
import { settlePayment } from './settle-payment.ts';

/** Open attempts younger than this are left to the browser and the webhook. */
const graceMs = 120_000;
const batch = 100;

/**
 * Finishes what a crash, a lost webhook or a closed browser left behind: charges that succeeded are settled, holds that
 * ran out are released, refunds that are due are sent. Every step is one that may be repeated by any node at any time.
 * @returns how many attempts were looked at.
 */
export async function reconcilePayments(context: Context): Promise<number> {
  const before = new Date(context.now().getTime() - graceMs);
  let looked = 0;
  // Batch after batch: what cannot be finished stays on the list and must not fill it.
  for (let last: PaymentAttempt | undefined; ; ) {
    const attempts = await listUnfinishedAttempts(context.database, before, batch, last?.id);
    for (const attempt of attempts) {
      looked += 1;
      if (!(await tryToFinish(context, attempt))) return looked;
    }
    last = attempts.at(-1);
    if (attempts.length < batch) return looked;
  }
}

/** False when the provider does not answer: then the others would wait for it in vain. */
async function tryToFinish(context: Context, attempt: PaymentAttempt): Promise<boolean> {
  try {
    await finish(context, attempt);
  } catch (error) {
    // One attempt that cannot be finished now must not keep the others waiting.
    context.log.warn({ err: error, attemptId: attempt.id }, 'a payment attempt could not be reconciled');
    if (isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) return false;
  }
  return true;
}

async function finish(context: Context, attempt: PaymentAttempt): Promise<void> {
  if (attempt.state === 'refund_due') {
    if (attempt.intentId === null) throw new DomainError('INTERNAL');
    await sendRefund(context, attempt.id, attempt.intentId);
    return;
  }
  if (attempt.expiresAt <= context.now()) {
    await releaseHold(context, attempt);
    return;
  }
  if (attempt.intentId === null) return;
  try {
    await settlePayment(context, attempt.intentId);
  } catch (error) {
    if (!isDomainError(error, 'PAYMENT_PENDING')) throw error;
  }
}
