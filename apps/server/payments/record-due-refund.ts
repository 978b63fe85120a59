import type { Transaction } from '@carhouse/database/connection/transaction';
import { changeAttemptState } from '@carhouse/database/payments/payment-attempts';
import type { Payment } from '@carhouse/database/payments/payments';
import { saveDueRefund } from '@carhouse/database/payments/refunds';
import type { AccountId } from '@carhouse/domain/account/account';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeDueRefundEntry, makeVoidChargeEntry, makeVoidRefundEntry } from '@carhouse/domain/ledger/payment-entries';
import type { Cents } from '@carhouse/domain/money/money';
import type { AttemptState, PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';

export type ChargeToRefund = {
  readonly payment: Payment;
  /** The attempt of the payment, which the transaction has locked. */
  readonly attempt: PaymentAttempt;
  readonly newAttemptState: AttemptState;
  /**
   * The reason for which no money is given back: the provider does not know the charge, or the buyer has the money of
   * the charge by a lost dispute. Null when the charge is refunded.
   */
  readonly noRefundReason: 'unknown-charge' | 'lost-dispute' | null;
  /**
   * The amount that is refunded when only a part of the charge is refunded; absent when the whole charge is refunded.
   */
  readonly part?: Cents;
  readonly reason: string;
  /** The admin who orders the refund; null when the refund follows from the end of the booking. */
  readonly actorId: AccountId | null;
};

/**
 * Records that a refund of a charge, or of a part of the charge, is due. @returns the ledger entries of the refund,
 * which the caller saves with its other entries.
 */
export async function recordDueRefund(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  { payment, attempt, newAttemptState, noRefundReason, part, reason, actorId }: ChargeToRefund,
): Promise<readonly LedgerEntry[]> {
  const now = context.now();
  const { bookingId, buyerId, intentId, currency } = payment;
  const amount = part ?? payment.amount;
  await changeAttemptState(trx, attempt.id, attempt.state, newAttemptState, { now });
  const refundId = context.newId<'refund'>();
  await saveDueRefund(trx, {
    id: refundId,
    attemptId: attempt.id,
    intentId,
    amount,
    currency,
    reason,
    actorId,
    state: noRefundReason === null ? 'due' : 'void',
    now,
  });
  if (noRefundReason !== null) await changeAttemptState(trx, attempt.id, newAttemptState, 'refunded', { now });
  const order = { bookingId, buyerId, amount, currency };
  if (noRefundReason === 'unknown-charge') return [makeVoidChargeEntry(order, payment.id)];
  const dueRefundEntry = makeDueRefundEntry(order, refundId);
  return noRefundReason === null
    ? [dueRefundEntry]
    : [dueRefundEntry, makeVoidRefundEntry({ ...order, refundId, round: 1 })];
}
