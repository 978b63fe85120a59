import { recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking } from '@carhouse/database/bookings/bookings';
import { runStatement } from '@carhouse/database/connection/statement';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import { lockListing } from '@carhouse/database/listings/listings';
import { findChargeMoneyPlace } from '@carhouse/database/payments/disputes';
import { changeAttemptState, findAttempt, lockAttempt } from '@carhouse/database/payments/payment-attempts';
import { findPayment, findPaymentOfAttempt, type Payment } from '@carhouse/database/payments/payments';
import { beginRefundRound, saveRefundState } from '@carhouse/database/payments/refunds';
import { findSale } from '@carhouse/database/sales/sales';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import { makeVoidRefundEntry } from '@carhouse/domain/ledger/payment-entries';
import { type Cents, cents } from '@carhouse/domain/money/money';
import { assertRefundable } from '@carhouse/domain/payment/payment-method';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { cancelReservedBooking } from '../payments/cancel-reservation.ts';
import {
  lockRefundOfOrder,
  makeDueRefundStatements,
  readRefundMoneyData,
  sendRefund,
} from '../payments/refund-charge.ts';
import { refundPayment, undoSaleOrRequestRefund } from '../payments/refund-payment.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { inspectCharge } from './inspect-charge.ts';

/** Settles a charge that has no payment. A charge that has no payment attempt on this server is refunded. */
export async function settleChargedDiscrepancy(context: Context, actor: Actor, intentId: string): Promise<void> {
  const { record, observation } = await inspectCharge(context, intentId);
  if (observation?.kind !== 'charge-without-payment') return;
  if (record !== undefined) {
    await settlePayment(context, intentId);
    return;
  }
  const entry = { noun: 'intent', nounId: intentId } as const;
  // An audit entry names the admin who requested the repair. The later audit entries about the results of the repair
  // name the server.
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const auditEvent = { actorId: admin.accountId, action: 'refund-unknown-charge', after: { state: 'due' } } as const;
    await recordAudit(context, trx, { ...entry, ...auditEvent });
  });
  const refund = await context.cardProvider.refundIntent({
    intentId,
    idempotencyKey: `refund-${intentId}`,
    partAmount: null,
  });
  const auditEntry = {
    actorId: null,
    action: `refund-${refund.state}`,
    after: { state: refund.state, refund: refund.refundId },
  } as const;
  await inTransaction(context.database, (trx) => recordAudit(context, trx, { ...entry, ...auditEntry }));
}

/**
 * Undoes a sale that has no charge. Nothing changes when the provider knows the charge after all. When the refund of
 * the rest of the price needs a second admin's approval, the function requests the approval.
 */
export async function voidPayment(context: Context, actor: Actor, intentId: string): Promise<void> {
  const { record, observation } = await inspectCharge(context, intentId);
  if (observation?.kind !== 'payment-without-charge' || record?.paymentId == null) return;
  const payment = await findPayment(context.database, record.paymentId);
  if (payment === undefined) return;
  const reason = 'The card was never charged.';
  if (await endReservationOfPart(context, actor, payment, { reason, isVoid: true })) return;
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    await undoSaleOrRequestRefund(context, trx, { admin, payment, reason, isVoid: true });
  });
}

/**
 * Ends the reservation of an order that is not fully paid, because the charge of one of its paid parts differs from the
 * record. All parts are refunded. When `isVoid` is true, the given part is undone without a refund.
 * @returns false for an order that is fully paid, which the caller refunds as a sale.
 */
async function endReservationOfPart(
  context: Context,
  actor: Actor,
  { id, listingId, bookingId }: Payment,
  { reason, isVoid }: { readonly reason: string; readonly isVoid: boolean },
): Promise<boolean> {
  const isPartOfPrice = await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    await lockListing(trx, listingId, 'own');
    const booking = await lockBooking(trx, bookingId);
    if (booking?.status === 'paid' || booking?.status === 'refunded') return false;
    // Another admin, or the end of the reservation, has ended the order, and its parts are refunded.
    if (booking?.status !== 'unpaid') return true;
    await cancelReservedBooking(context, trx, bookingId, {
      outcome: { end: 'admin-ended' },
      admin,
      reason,
      ...(isVoid ? { voidPaymentId: id } : {}),
    });
    return true;
  });
  if (isPartOfPrice) await releaseBookings(context, [bookingId]);
  return isPartOfPrice;
}

/**
 * Refunds a charge that does not match its booking: by way of its payment if it has one, otherwise as a charge for
 * which no car was sold.
 */
export async function refundMismatchedCharge(context: Context, actor: Actor, intentId: string): Promise<void> {
  const { intent, record, observation } = await inspectCharge(context, intentId);
  if (observation === null || record === undefined || intent === null) return;
  const reason = 'The charge did not agree with the booking.';
  if (record.paymentId !== null) {
    const payment = await findPayment(context.database, record.paymentId);
    if (payment !== undefined && (await endReservationOfPart(context, actor, payment, { reason, isVoid: false })))
      return;
    await refundPayment(context, actor, record.paymentId, reason);
    return;
  }
  const foundAttempt = await findAttempt(context.database, record.attemptId);
  if (foundAttempt === undefined) return;
  await inTransaction(context.database, async (trx) => {
    await authoriseAdmin(context, trx, actor);
    await lockListing(trx, foundAttempt.listingId, 'own');
    await lockBooking(trx, foundAttempt.bookingId);
    const attempt = await lockAttempt(trx, foundAttempt.id);
    if (attempt?.state !== 'open' && attempt?.state !== 'cancelled') return;
    const refundInput = { attempt, intentId, amount: intent.amountReceived, reason, now: context.now() };
    for (const statement of makeDueRefundStatements(context, refundInput)) await runStatement(trx, statement);
  });
  await sendRefund(context, intentId);
}

/**
 * Starts a new round for a failed refund. When lost disputes cover the whole refund, no new round starts, because the
 * bank has already given the money to the buyer.
 * @throws DomainError REFUND_PERIOD_OVER: the provider refunds the payment no longer. CHARGE_DISPUTED: a bank has
 * withdrawn the money and has not decided, or has taken back only a part of it, so that the provider refunds nothing.
 */
export async function sendRefundAgain(context: Context, actor: Actor, intentId: string): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const refund = await lockRefundOfOrder(trx, intentId);
    if (refund?.state !== 'failed') return;
    const now = context.now();
    // The lock on the booking makes a concurrent report about a dispute wait.
    const payment = await findPaymentOfAttempt(trx, refund.attemptId);
    const undoneDepositAmount = payment === undefined ? 0n : await findUndoneDeposit(trx, payment.bookingId);
    const money = await findChargeMoneyPlace(trx, { intentId, amount: cents(refund.amount + undoneDepositAmount) });
    if (money === 'disputed') throw new DomainError('CHARGE_DISPUTED');
    const isMoneyTakenBack = money === 'taken-back';
    if (isMoneyTakenBack) {
      await saveRefundState(trx, refund.id, { state: 'void', refundId: refund.providerRefundId, now });
      await changeAttemptState(trx, refund.attemptId, 'refund_due', 'refunded', { now });
      await recordEntries(context, trx, [makeVoidRefundEntry(await readRefundMoneyData(trx, refund))]);
    } else {
      if (payment !== undefined) assertRefundable(payment, now);
      await beginRefundRound(trx, refund.id, now);
    }
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: isMoneyTakenBack ? 'refund-void' : 'refund-again',
      noun: 'refund',
      nounId: refund.id,
      before: { state: refund.state, round: refund.round },
      after: isMoneyTakenBack ? { state: 'void', round: refund.round } : { state: 'due', round: refund.round + 1 },
    });
  });
  try {
    await sendRefund(context, intentId);
  } catch (error) {
    // The new round is already stored, so the reconciler sends the refund later.
    if (!isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) throw error;
  }
}

/**
 * Returns the seller's part of a deposit if lost disputes have taken this part back too and it is undone; otherwise 0.
 */
async function findUndoneDeposit(trx: Transaction, bookingId: BookingId): Promise<Cents> {
  const sale = await findSale(trx, bookingId);
  return sale?.kind === 'deposit' && sale.state === 'refunded' ? sale.price : cents(0);
}
