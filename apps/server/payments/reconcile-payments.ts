import { listUnfinishedAttempts, postponeAttempt } from '@carhouse/database/payments/payment-attempts';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import { isHolding, type PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';
import { sendRefund } from './refund-charge.ts';
import { releaseHold } from './release-hold.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Minimum age in milliseconds at which an open attempt is reconciled. Newer attempts are left to the browser and the
 * webhook.
 */
const graceMs = 120_000;
const attemptsPerBatch = 100;
/** Maximum number of attempts that one run handles. The next run, a minute later, handles the remaining attempts. */
const attemptsPerRunMaximum = 1_000;
/**
 * Maximum number of consecutive payment attempts for which the provider does not respond. After this number of attempts
 * the run ends, because the provider counts as unavailable.
 */
const silentAttemptCountMaximum = 3;

/**
 * Returns the delay in seconds after the nth failed try: one minute after the first, twice as long after each further
 * one, at most one hour.
 */
const computeRetryDelaySeconds = (failedTryCount: number): number =>
  Math.min(3600, 60 * 2 ** Math.min(10, failedTryCount - 1));

/**
 * Finishes payments that a crash, a lost webhook or a closed browser interrupted: settles charges that succeeded,
 * releases expired holds, sends due refunds. Any server node may repeat every step at any time. The delay before the
 * next try grows with each failure, so a charge for which the provider does not respond does not delay the others.
 * @returns the number of attempts that were processed.
 */
export async function reconcilePayments(context: Context): Promise<number> {
  const now = context.now();
  const latestCreationTime = new Date(now.getTime() - graceMs);
  let checkedPaymentCount = 0;
  let silentAttemptCount = 0;
  for (let lastAttempt: PaymentAttempt | undefined; checkedPaymentCount < attemptsPerRunMaximum; ) {
    const attempts = await listUnfinishedAttempts(
      context.database,
      latestCreationTime,
      now,
      attemptsPerBatch,
      lastAttempt?.id,
    );
    for (const attempt of attempts) {
      checkedPaymentCount += 1;
      silentAttemptCount = (await tryToFinish(context, attempt)) ? 0 : silentAttemptCount + 1;
      if (silentAttemptCount >= silentAttemptCountMaximum) return checkedPaymentCount;
    }
    lastAttempt = attempts.at(-1);
    if (attempts.length < attemptsPerBatch) return checkedPaymentCount;
  }
  return checkedPaymentCount;
}

/** Tries to finish a payment attempt. @returns whether the provider responded. */
async function tryToFinish(context: Context, attempt: PaymentAttempt): Promise<boolean> {
  try {
    await finishAttempt(context, attempt);
    return true;
  } catch (error) {
    // An attempt that cannot be finished now must not delay the others.
    context.log.warn({ err: error, attemptId: attempt.id }, 'a payment attempt could not be reconciled');
    await postponeOrLog(context, attempt);
    return !isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE');
  }
}

/**
 * Postpones a payment attempt. When the database fails, or another server node has locked the row, the run continues,
 * and the next run tries the attempt again.
 */
async function postponeOrLog(context: Context, attempt: PaymentAttempt): Promise<void> {
  try {
    await postponeAttempt(context.database, attempt.id, computeRetryDelaySeconds, context.now());
  } catch (error) {
    context.log.warn({ err: error, attemptId: attempt.id }, 'a payment attempt could not be laid to rest');
  }
}

async function finishAttempt(context: Context, attempt: PaymentAttempt): Promise<void> {
  if (attempt.state === 'refund_due') {
    if (attempt.intentId === null) throw new DomainError('INTERNAL');
    await sendRefund(context, attempt.intentId);
    return;
  }
  if (!isHolding(attempt, context.now())) {
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
