import { lockBooking } from '@carhouse/database/bookings/bookings';
import { inPipelinedTransaction, type TransactionDecision } from '@carhouse/database/connection/pipelined-transaction';
import { readTogether, type StatementResults } from '@carhouse/database/connection/send-together';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { makeFeeRulesStatement } from '@carhouse/database/fees/fee-rules';
import { makeLockExpectedPartsStatement } from '@carhouse/database/payments/bank-parts';
import { makeSelectOrderChargedBackStatement } from '@carhouse/database/payments/disputes';
import { findAttemptOfIntent, makeSelectAttemptOfIntentStatement } from '@carhouse/database/payments/payment-attempts';
import { makeSelectPartsOfBookingStatement, type StoredPart } from '@carhouse/database/payments/payment-parts';
import { makeSelectPaymentOfIntentStatement } from '@carhouse/database/payments/payments';
import {
  makeLockAttemptStateStatement,
  makeLockBookingToPayStatement,
  makeLockCarStatement,
  makeLockOpenBookingsOfCarStatement,
} from '@carhouse/database/payments/settlement-statements';
import { makeReservationStatement, type ReservationForSettlement } from '@carhouse/database/reservations/reservations';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { parseId } from '@carhouse/domain/ids/id';
import type { PaymentAttempt, PaymentId } from '@carhouse/domain/payment/payment';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import type { CardIntent } from '@carhouse/payments/card-provider';
import { isLiveMode } from '../config/card-config.ts';
import type { Context } from '../context.ts';
import { freezeChargedBackSale } from '../sales/open-complaint.ts';
import { preparePartPayment } from './pay-part.ts';
import { makeDueRefundStatements, trySendRefund } from './refund-charge.ts';
import { prepareSale } from './sell-car.ts';

export type Settlement =
  | { readonly kind: 'paid'; readonly paymentId: PaymentId }
  /** The charge came too late for the listing and was refunded. */
  | { readonly kind: 'refunded' };

/**
 * Settles a charge: reads it from the card provider, unless its payment of a whole price is on record, and compares it
 * with the payment attempt. One transaction then marks the booking as paid, saves the payment and marks the listing as
 * sold. A charge that pays a part of the price, but not the last one, saves its payment and reserves the car. Besides
 * this function, only the confirmation of a bank part that completes a price marks a booking as paid
 * (bank-parts/confirm-bank-part.ts).
 * The browser's `POST /payment`, the webhook and the reconciler all call this function, any number of times: a later
 * call finds the settled payment and returns the same result.
 * @throws DomainError PAYMENT_NOT_VERIFIED (the charge does not belong to this server or does not match),
 *   PAYMENT_PENDING (the charge has not succeeded yet), PAYMENT_PROVIDER_UNAVAILABLE (the result is unknown).
 */
export async function settlePayment(context: Context, intentId: string): Promise<Settlement> {
  // The provider has already been asked about a payment on record, and a payment is never changed. Most charges are
  // reported twice, by the browser and by a webhook. The charge of a part may require that its sale is frozen, so such
  // a charge is always settled below.
  const knownRecords = await readTogether(context.pool, {
    payment: makeSelectPaymentOfIntentStatement(intentId),
    attempt: makeSelectAttemptOfIntentStatement(intentId),
  });
  if (knownRecords.payment?.partId === null) return { kind: 'paid', paymentId: knownRecords.payment.id };
  const intent = await context.cardProvider.findIntent(intentId);
  if (intent === null) throw new DomainError('PAYMENT_NOT_VERIFIED');
  const attemptId = intent.attemptId === null ? undefined : parseId<'payment_attempt'>(intent.attemptId);
  // The id of an intent is stored only after the provider's answer, so a crash can prevent the storing.
  const attempt = knownRecords.attempt ?? (await findAttemptOfIntent(context.database, intentId, attemptId));
  if (attempt === undefined) throw new DomainError('PAYMENT_NOT_VERIFIED');
  assertSameCharge(context, intent, attempt);
  const { isFreezeDue, ...settlement } = await settleInTransaction(context, intent, attempt);
  if (settlement.kind === 'refunded') await trySendRefund(context, intentId);
  // If the server stops before this freeze, the first transfer of the sale checks for the charge-back again
  // (start-transfer.ts).
  else if (isFreezeDue)
    await inTransaction(context.database, async (trx) => {
      await lockBooking(trx, attempt.bookingId);
      await freezeChargedBackSale(context, trx, attempt.bookingId);
    });
  return settlement;
}

function assertSameCharge(context: Context, intent: CardIntent, attempt: PaymentAttempt): void {
  const livemode = isLiveMode(context.config.cards);
  const hasSameTerms =
    intent.amount === attempt.amount && intent.currency === attempt.currency && intent.livemode === livemode;
  const isOwnAttempt = intent.attemptId === attempt.id;
  const isFullAmount = intent.status !== 'succeeded' || intent.amountReceived === attempt.amount;
  if (hasSameTerms && isFullAmount && isOwnAttempt) {
    if (intent.status !== 'succeeded') throw new DomainError('PAYMENT_PENDING');
    return;
  }
  context.log.error({ intentId: intent.intentId, attemptId: attempt.id }, 'a charge differs from its payment attempt');
  throw new DomainError('PAYMENT_NOT_VERIFIED');
}

/**
 * A settlement. `isFreezeDue`: whether a bank took back a part of the price before the sale was made, when there was no
 * sale to freeze yet. Only a price that is paid in parts can need such a freeze.
 */
type FreezableSettlement = Settlement & { readonly isFreezeDue: boolean };

/**
 * Settles a charge in one transaction. Locks are taken in the usual order. The listing is locked first, so that two
 * settlements of one listing wait for each other and do not deadlock. After the listing, its open bookings are locked
 * in the order of their ids, then the settled booking and the attempt.
 */
function settleInTransaction(
  context: Context,
  intent: CardIntent,
  knownAttempt: PaymentAttempt,
): Promise<FreezableSettlement> {
  const startedAt = context.now();
  const settlementReads = {
    carStatus: makeLockCarStatement(knownAttempt.listingId),
    open: makeLockOpenBookingsOfCarStatement(knownAttempt.listingId),
    expectedBankParts: makeLockExpectedPartsStatement(knownAttempt.listingId),
    booking: makeLockBookingToPayStatement(knownAttempt.bookingId),
    state: makeLockAttemptStateStatement(knownAttempt.id),
    done: makeSelectPaymentOfIntentStatement(intent.intentId),
    feeRules: makeFeeRulesStatement(knownAttempt.bookingId, startedAt),
  };
  type LockedRows = StatementResults<typeof settlementReads>;
  const decideSettlement = (
    { carStatus, open, expectedBankParts, booking, state, done: existingPayment, feeRules }: LockedRows,
    parts: readonly StoredPart[],
    reservation: ReservationForSettlement | undefined,
    isChargedBack: boolean,
  ): TransactionDecision<FreezableSettlement> => {
    if (carStatus === undefined || booking === undefined || state === undefined) throw new DomainError('INTERNAL');
    if (existingPayment !== undefined)
      return { save: [], answer: { kind: 'paid', paymentId: existingPayment.id, isFreezeDue: isChargedBack } };
    const refundedAnswer = { kind: 'refunded', isFreezeDue: false } as const;
    if (state === 'refund_due' || state === 'refunded') return { save: [], answer: refundedAnswer };
    const now = context.now();
    const attempt = { ...knownAttempt, state };
    const isCarFree = carStatus === 'available' || carStatus === 'withdrawn';
    if (state === 'open' && booking.status === 'unpaid' && isCarFree) {
      const isComplete = parts.every(({ id, isPaid }) => isPaid || id === knownAttempt.partId);
      if (!isComplete) {
        const { paymentId, saveStatements } = preparePartPayment(context, {
          booking,
          attempt,
          intent,
          reservation,
          now,
        });
        return {
          save: saveStatements,
          answer: { kind: 'paid', paymentId, isFreezeDue: false },
          isCheckedBeforeCommit: true,
        };
      }
      const car = { id: knownAttempt.listingId, status: carStatus };
      const cancelledBookings = open
        .filter((each) => each.id !== booking.id)
        .map((each) => ({ bookingId: each.id, recipientId: each.buyerId }));
      const { paymentId, save: saleStatements } = prepareSale(context, {
        car,
        booking,
        lostBookings: cancelledBookings,
        expectedBankParts,
        completion: { kind: 'charge', attempt, intent },
        price: parts.length === 0 ? attempt.amount : sumParts(parts),
        bankPart: sumParts(parts.filter(({ payer }) => payer === 'bank')),
        feeRules,
        reservation,
        now,
      });
      return {
        save: saleStatements,
        answer: { kind: 'paid', paymentId, isFreezeDue: isChargedBack },
        isCheckedBeforeCommit: true,
      };
    }
    const refundStatements = makeDueRefundStatements(context, { attempt, intentId: intent.intentId, now });
    return { save: refundStatements, answer: refundedAnswer, isCheckedBeforeCommit: true };
  };
  if (knownAttempt.partId === null)
    return inPipelinedTransaction(context.pool, settlementReads, (lockedRows) =>
      decideSettlement(lockedRows, [], undefined, false),
    );
  // The parts are read after the booking is locked, so no other charge can pay one of them meanwhile.
  const partSettlementReads = {
    ...settlementReads,
    parts: makeSelectPartsOfBookingStatement(knownAttempt.bookingId),
    reservation: makeReservationStatement(knownAttempt.bookingId),
    isChargedBack: makeSelectOrderChargedBackStatement(knownAttempt.bookingId, intent.intentId),
  };
  return inPipelinedTransaction(
    context.pool,
    partSettlementReads,
    ({ parts, reservation, isChargedBack, ...lockedRows }) =>
      decideSettlement(lockedRows, parts, reservation, isChargedBack),
  );
}
