import { makeAuditStatement, recordAudit } from '@carhouse/database/audit/audit';
import { lockBooking } from '@carhouse/database/bookings/bookings';
import { requireChangedRow, type Statement } from '@carhouse/database/connection/statement';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import {
  changeAttemptState,
  findAttempt,
  makeAttemptChangeStatement,
} from '@carhouse/database/payments/payment-attempts';
import { findPaymentOfAttempt } from '@carhouse/database/payments/payments';
import {
  findRefundOfIntent,
  lockRefund,
  makeInsertDueRefundStatement,
  type Refund,
  saveRefundState,
} from '@carhouse/database/payments/refunds';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import {
  makeChargeEntry,
  makeDueRefundEntry,
  makePaidRefundEntry,
  makeReturnedRefundEntry,
  type RefundMoneyData,
} from '@carhouse/domain/ledger/payment-entries';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Cents } from '@carhouse/domain/money/money';
import type { AttemptState, PaymentAttempt, RefundState } from '@carhouse/domain/payment/payment';
import { type AttemptEvent, attemptLifecycle } from '@carhouse/domain/payment/payment-lifecycle';
import { isNewerRefundState } from '@carhouse/domain/payment/refund-rules';
import type { CardRefund } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { makeEntryStatements, recordEntries } from '../ledger/record-entries.ts';
import { recallTransfer } from '../seller-payments/recall-transfer.ts';
import { makePaymentMailStatement } from './announce-payment.ts';

/**
 * Returns the changes to save when a charge succeeded but the car was not sold for it: a refund is due, and the buyer
 * gets a mail.
 */
export function makeDueRefundStatements(
  context: Context,
  charge: {
    readonly attempt: PaymentAttempt;
    readonly intentId: string;
    readonly now: Date;
    /** The charged amount; absent when it equals the amount of the attempt. */
    readonly amount?: Cents;
    readonly reason?: string;
  },
): readonly Statement[] {
  const { attempt, intentId, now } = charge;
  const nextState = advance(
    attemptLifecycle,
    attempt.state,
    attempt.state === 'cancelled' ? 'charge-late' : 'lose-car',
    'provider',
  );
  const { bookingId, buyerId, currency } = attempt;
  const amount = charge.amount ?? attempt.amount;
  const order = { bookingId, buyerId, amount, currency };
  const refundId = context.newId<'refund'>();
  return [
    requireChangedRow(makeAttemptChangeStatement(attempt.id, attempt.state, nextState, { intentId, now })),
    makeInsertDueRefundStatement({
      id: refundId,
      attemptId: attempt.id,
      intentId,
      amount,
      currency,
      reason: charge.reason ?? 'The car was no longer free when the charge arrived.',
      actorId: null,
      now,
    }),
    makeAuditStatement(context, {
      actorId: null,
      action: 'refund-due',
      noun: 'payment_attempt',
      nounId: attempt.id,
      before: { state: attempt.state },
      after: { state: nextState },
    }),
    makePaymentMailStatement(context, [{ kind: 'refunded', bookingId, recipientId: buyerId }]),
    ...makeEntryStatements(context, [makeChargeEntry(order, intentId), makeDueRefundEntry(order, refundId)]),
  ];
}

/**
 * Tries to send a refund that is due. If the provider does not respond or refuses, the refund remains due. The
 * reconciler sends the refund again later, and the reconciliation reports a late refund to admins.
 */
export async function trySendRefund(context: Context, intentId: string): Promise<void> {
  try {
    await sendRefund(context, intentId);
  } catch (error) {
    if (isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')) {
      context.log.warn({ intentId }, 'a refund stays due: the card provider does not answer');
    } else context.log.error({ err: error, intentId }, 'a refund stays due: it could not be sent');
  }
}

/**
 * Advances the refund of a charge as far as the provider allows: sends a due refund, or reads the state of a sent one.
 * All retries of one round use the same idempotency key, so they make a single refund. A refund at the provider that
 * this server has not recorded is ignored.
 * @returns the state of the refund.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function sendRefund(context: Context, intentId: string): Promise<RefundState | null> {
  const refund = await findRefundOfIntent(context.database, intentId);
  if (refund === undefined) return null;
  if (refund.state === 'failed' || refund.state === 'void') return refund.state;
  const providerRefundId = refund.providerRefundId;
  if (providerRefundId === null) await recallTransfer(context, intentId);
  const providerRefund = providerRefundId === null ? null : await context.cardProvider.findRefund(providerRefundId);
  const idempotencyKey = refund.round === 1 ? `refund-${intentId}` : `refund-${intentId}-${refund.round}`;
  const partAmount = await findRefundedPart(context, refund);
  const answer = providerRefund ?? (await context.cardProvider.refundIntent({ intentId, idempotencyKey, partAmount }));
  return inTransaction(context.database, (trx) => recordRefund(context, trx, intentId, refund.round, answer));
}

/** Returns the part of a charge that is refunded; null when the whole charge is refunded. */
async function findRefundedPart(context: Context, { attemptId, amount }: Refund): Promise<Cents | null> {
  const payment = await findPaymentOfAttempt(context.database, attemptId);
  return payment === undefined || payment.amount === amount ? null : amount;
}

/**
 * Records the state that a refund has at the provider, unless the state is outdated: it belongs to an earlier round, or
 * a later state is already recorded.
 */
async function recordRefund(
  context: Context,
  trx: Transaction,
  intentId: string,
  round: number,
  providerRefund: CardRefund,
): Promise<RefundState | null> {
  const refund = await lockRefundOfOrder(trx, intentId);
  if (refund === undefined) return null;
  if (refund.round !== round || !isNewerRefundState(refund.state, providerRefund.state)) return refund.state;
  const now = context.now();
  const changeAttempt = (from: AttemptState, event: AttemptEvent): Promise<unknown> =>
    changeAttemptState(trx, refund.attemptId, from, advance(attemptLifecycle, from, event, 'provider'), { now });
  await saveRefundState(trx, refund.id, { state: providerRefund.state, refundId: providerRefund.refundId, now });
  if (providerRefund.state === 'succeeded') await changeAttempt('refund_due', 'refund');
  // The refund had succeeded, but the bank returned the money, so the refund is due again.
  if (refund.state === 'succeeded') await changeAttempt('refunded', 'refund-fails');
  if (providerRefund.state === 'failed')
    context.log.error({ intentId, round }, 'a refund has failed: reconciliation has it');
  await recordAudit(context, trx, {
    actorId: null,
    action: `refund-${providerRefund.state}`,
    noun: 'refund',
    nounId: refund.id,
    before: { state: refund.state, round },
    after: { state: providerRefund.state, round },
  });
  const refundMoneyData = await readRefundMoneyData(trx, refund);
  if (providerRefund.state === 'succeeded') await recordEntries(context, trx, [makePaidRefundEntry(refundMoneyData)]);
  else if (refund.state === 'succeeded') await recordEntries(context, trx, [makeReturnedRefundEntry(refundMoneyData)]);
  return providerRefund.state;
}

/**
 * Locks the booking and the refund of a charge. A ledger entry refers to its booking, so the booking is locked before
 * the refund and the attempt, as a settlement does.
 */
export async function lockRefundOfOrder(trx: Transaction, intentId: string): Promise<Refund | undefined> {
  const recordedRefund = await findRefundOfIntent(trx, intentId);
  const attempt = recordedRefund && (await findAttempt(trx, recordedRefund.attemptId));
  if (attempt !== undefined) await lockBooking(trx, attempt.bookingId);
  return lockRefund(trx, intentId);
}

/** Returns the data of a refund for its entries in the ledger. */
export async function readRefundMoneyData(trx: Transaction, refund: Refund): Promise<RefundMoneyData> {
  const attempt = await findAttempt(trx, refund.attemptId);
  if (attempt === undefined) throw new DomainError('INTERNAL');
  const { id: refundId, amount, currency, round } = refund;
  return { bookingId: attempt.bookingId, amount, currency, refundId, round };
}
