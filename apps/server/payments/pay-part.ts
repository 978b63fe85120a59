import { makeAuditStatement } from '@carhouse/database/audit/audit';
import { requireChangedRow, type Statement } from '@carhouse/database/connection/statement';
import { makeAttemptChangeStatement } from '@carhouse/database/payments/payment-attempts';
import { makeReserveCarStatement } from '@carhouse/database/payments/payment-parts';
import { makePaymentInsertStatement } from '@carhouse/database/payments/payments';
import { makeEndTurnStatement } from '@carhouse/database/reservations/reservation-queue';
import type { ReservationForSettlement } from '@carhouse/database/reservations/reservations';
import type { Booking } from '@carhouse/domain/booking/booking';
import { makeChargeEntry } from '@carhouse/domain/ledger/payment-entries';
import type { PaymentAttempt, PaymentId } from '@carhouse/domain/payment/payment';
import { reservationEnd } from '@carhouse/domain/payment/payment-plan';
import type { CardIntent } from '@carhouse/payments/card-provider';
import type { Context } from '../context.ts';
import { makeEntryStatements } from '../ledger/record-entries.ts';
import { makeDepositStatements } from '../reservations/pay-deposit.ts';
import { makePaymentMailStatement } from './announce-payment.ts';

/** A charge that has succeeded, with its payment attempt, which the transaction has locked. */
export type SettledCharge = { readonly attempt: PaymentAttempt; readonly intent: CardIntent; readonly now: Date };

/** Returns the statement that saves the payment of a charge. */
export function makePaymentStatement(paymentId: PaymentId, { attempt, intent, now }: SettledCharge): Statement {
  return makePaymentInsertStatement({
    id: paymentId,
    bookingId: attempt.bookingId,
    attemptId: attempt.id,
    listingId: attempt.listingId,
    buyerId: attempt.buyerId,
    intentId: intent.intentId,
    amount: attempt.amount,
    currency: attempt.currency,
    paidAt: now,
    // When the provider's response has no charge, the method is unknown, and the payment counts as a card payment.
    method: intent.method ?? 'card',
    card: intent.card,
    partId: attempt.partId,
  });
}

/**
 * Returns the changes that settle the charge of a part while other parts of the price are not paid: the payment is
 * saved, and the car is reserved for the buyer from the first part on. Buyer and seller get a mail. The booking stays
 * unpaid.
 */
export function preparePartPayment(
  context: Context,
  charge: SettledCharge & {
    readonly booking: Pick<Booking, 'id' | 'buyerId' | 'sellerId'>;
    readonly reservation: ReservationForSettlement | undefined;
  },
): { readonly paymentId: PaymentId; readonly saveStatements: readonly Statement[] } {
  const { booking, attempt, intent, reservation, now } = charge;
  const paymentId: PaymentId = context.newId();
  const { amount, currency } = attempt;
  const { intentId } = intent;
  const order = { bookingId: booking.id, buyerId: booking.buyerId, amount, currency };
  const saveStatements = [
    requireChangedRow(makeAttemptChangeStatement(attempt.id, 'open', 'succeeded', { intentId, now })),
    requireChangedRow(makeReserveCarStatement(booking.id, reservationEnd(now))),
    makeEndTurnStatement(attempt.listingId, booking.buyerId),
    makePaymentStatement(paymentId, charge),
    ...makeDepositStatements(context, { booking, reservation, paidAt: now }),
    makeAuditStatement(context, {
      actorId: null,
      action: 'pay-part',
      noun: 'booking',
      nounId: booking.id,
      after: { paymentId, part: attempt.partId, cents: amount.toString() },
    }),
    // The mail about a reservation says that its deposit is paid.
    ...(reservation?.state === 'started' ? [] : [makePartPaidMailStatement(context, booking)]),
    ...makeEntryStatements(context, [makeChargeEntry(order, intentId)]),
  ];
  return { paymentId, saveStatements };
}

function makePartPaidMailStatement(
  context: Context,
  { id: bookingId, buyerId, sellerId }: Pick<Booking, 'id' | 'buyerId' | 'sellerId'>,
): Statement {
  const recipients = [buyerId, sellerId];
  return makePaymentMailStatement(
    context,
    recipients.map((recipientId) => ({ kind: 'part-paid', bookingId, recipientId })),
  );
}
