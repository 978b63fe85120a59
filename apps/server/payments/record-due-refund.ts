import type { Transaction } from '@carhouse/database/connection/transaction';
import { changeAttemptState } from '@carhouse/database/payments/payment-attempts';
import type { Payment } from '@carhouse/database/payments/payments';
import { insertRefundDue } from '@carhouse/database/payments/refunds';
import type { AccountId } from '@carhouse/domain/account/account';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeDueRefundEntry, makeVoidChargeEntry, makeVoidRefundEntry } from '@carhouse/domain/ledger/payment-entries';
import type { Cents } from '@carhouse/domain/money/money';
import type { AttemptState, PaymentAttempt } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';

export type OwedCharge = {
  readonly payment: Payment;
  /** The attempt of the payment, which the transaction has locked. */
  readonly attempt: PaymentAttempt;
  readonly attemptAfter: AttemptState;
  /**
   * The reason for which no money is given back: the provider does not know the charge, or the buyer has the money of
   * the charge by a lost dispute. Null when it is refunded.
   */
  readonly noRefundReason: 'unknown-charge' | 'lost-dispute' | null;
  /** The part of the charge that is given back; absent when the whole amount is. */
  readonly part?: Cents;
  readonly reason: string;
  /** The admin who orders the refund; null when the refund follows from the end of the booking. */
  readonly actorId: AccountId | null;
};

/**
 * Records that one charge, or a part of it, is given back. @returns its entries of the ledger for the refund, which the
 * caller saves with its other entries.
 */
export async function recordDueRefund(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  { payment, attempt, attemptAfter, noRefundReason, part, reason, actorId }: OwedCharge,
): Promise<readonly LedgerEntry[]> {
  const now = context.now();
  const { bookingId, buyerId, intentId, currency } = payment;
  const amount = part ?? payment.amount;
  await changeAttemptState(trx, attempt.id, attempt.state, attemptAfter, { now });
  const refundId = context.newId<'refund'>();
  await insertRefundDue(trx, {
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
  if (noRefundReason !== null) await changeAttemptState(trx, attempt.id, attemptAfter, 'refunded', { now });
  const order = { bookingId, buyerId, amount, currency };
  if (noRefundReason === 'unknown-charge') return [makeVoidChargeEntry(order, payment.id)];
  const dueEntry = makeDueRefundEntry(order, refundId);
  return noRefundReason === null ? [dueEntry] : [dueEntry, makeVoidRefundEntry({ ...order, refundId, round: 1 })];
}
