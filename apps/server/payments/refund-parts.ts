import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { findChargeMoney } from '@carhouse/database/payments/disputes';
import { lockAttempt } from '@carhouse/database/payments/payment-attempts';
import { listPaymentsOfBookings, type Payment } from '@carhouse/database/payments/payments';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import { attemptLifecycle } from '@carhouse/domain/payment/payment-lifecycle';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announcePayment } from './announce-payment.ts';
import { recordDueRefund } from './record-due-refund.ts';

export type RefundOfParts = {
  readonly reason: string;
  /** The admin who orders the refund; null when it follows from the end of the booking. */
  readonly actorId: AccountId | null;
  /** The payment whose charge the provider does not know, so that nothing is given back for it. */
  readonly voidPaymentId?: PaymentId;
};

/**
 * Refunds the paid parts of bookings that are being cancelled, inside the transaction that cancels them. Nothing happens to
 * bookings without paid parts. The refunds are sent after the commit (`releaseBookings`, or the reconciler). The bookings
 * must be locked.
 */
export async function refundParts(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  bookings: readonly BookingId[],
  refund: RefundOfParts,
): Promise<void> {
  const payments = await listPaymentsOfBookings(trx, bookings);
  const entries: LedgerEntry[] = [];
  for (const payment of payments) entries.push(...(await refundPart(context, trx, payment, refund)));
  const buyers = new Map(payments.map(({ bookingId, buyerId }) => [bookingId, buyerId]));
  const recipients = [...buyers].map(([bookingId, recipientId]) => ({ bookingId, recipientId }));
  await announcePayment(context, trx, 'refunded', recipients);
  // All entries of a transaction are saved together (`recordEntries`).
  await recordEntries(context, trx, entries);
}

/** @returns the entries of the ledger; none when the part is given back already. */
async function refundPart(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  payment: Payment,
  { reason, actorId, voidPaymentId }: RefundOfParts,
): Promise<readonly LedgerEntry[]> {
  const attempt = await lockAttempt(trx, payment.attemptId);
  if (attempt?.state !== 'succeeded') return [];
  const attemptAfter = advance(attemptLifecycle, attempt.state, 'give-back', 'cancellation');
  const isTakenBack = (await findChargeMoney(trx, payment)) === 'taken-back';
  const without = payment.id === voidPaymentId ? 'unknown-charge' : isTakenBack ? 'lost-dispute' : null;
  const entries = await recordDueRefund(context, trx, { payment, attempt, attemptAfter, without, reason, actorId });
  await recordAudit(context, trx, {
    actorId,
    action: 'refund-due',
    noun: 'payment_attempt',
    nounId: attempt.id,
    before: { state: attempt.state },
    after: { state: attemptAfter },
  });
  return entries;
}
