import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { findChargeMoneyPlace } from '@carhouse/database/payments/disputes';
import { lockAttempt } from '@carhouse/database/payments/payment-attempts';
import type { Payment } from '@carhouse/database/payments/payments';
import type { AccountId } from '@carhouse/domain/account/account';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Cents } from '@carhouse/domain/money/money';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import { attemptLifecycle } from '@carhouse/domain/payment/payment-lifecycle';
import type { Context } from '../context.ts';
import { recordDueRefund } from './record-due-refund.ts';

export type RefundOfParts = {
  readonly reason: string;
  /** The admin who orders the refund; null when the refund follows from the end of the booking. */
  readonly actorId: AccountId | null;
  /** The payment that is not refunded, because the provider does not know its charge. */
  readonly voidPaymentId?: PaymentId;
};

/**
 * Refunds the paid part of a price whose booking is being cancelled, inside the transaction that cancels it. The
 * refund is sent after the commit (`releaseBookings`, or the reconciler). The booking must be locked.
 * @param amount the refunded amount in cents; undefined when the whole part is refunded.
 * @returns the ledger entry of the refund, which the caller saves with its other entries; no entry when the part is
 *   already refunded.
 */
export async function refundPart(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  payment: Payment,
  { reason, actorId, voidPaymentId }: RefundOfParts,
  amount?: Cents,
): Promise<readonly LedgerEntry[]> {
  const attempt = await lockAttempt(trx, payment.attemptId);
  if (attempt?.state !== 'succeeded') return [];
  const attemptStateAfter = advance(attemptLifecycle, attempt.state, 'give-back', 'cancellation');
  const isMoneyTakenBack = (await findChargeMoneyPlace(trx, payment)) === 'taken-back';
  const noRefundReason = payment.id === voidPaymentId ? 'unknown-charge' : isMoneyTakenBack ? 'lost-dispute' : null;
  const part = amount === undefined ? {} : { part: amount };
  const entries = await recordDueRefund(context, trx, {
    payment,
    attempt,
    newAttemptState: attemptStateAfter,
    noRefundReason,
    ...part,
    reason,
    actorId,
  });
  await recordAudit(context, trx, {
    actorId,
    action: 'refund-due',
    noun: 'payment_attempt',
    nounId: attempt.id,
    before: { state: attempt.state },
    after: { state: attemptStateAfter },
  });
  return entries;
}
