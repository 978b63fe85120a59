import { makeAuditStatement } from '@carhouse/database/audit/audit';
import { requireChangedRow, type Statement } from '@carhouse/database/connection/statement';
import { makeStatusChangeStatement } from '@carhouse/database/listings/listings';
import { type ExpectedBankPart, makeCloseBankPartStatement } from '@carhouse/database/payments/bank-parts';
import { makeAttemptChangeStatement } from '@carhouse/database/payments/payment-attempts';
import {
  type LostBooking,
  makeCancelOtherBookingsStatement,
  makeMarkBookingPaidStatement,
} from '@carhouse/database/payments/settlement-statements';
import type { ReservationForSettlement } from '@carhouse/database/reservations/reservations';
import { makeSaleInsertStatement } from '@carhouse/database/sales/sales';
import type { AuditEvent } from '@carhouse/domain/audit/audit-event';
import type { Booking } from '@carhouse/domain/booking/booking';
import { bookingLifecycle } from '@carhouse/domain/booking/booking-lifecycle';
import { chooseFeeRule, computeFee, type FeeRule } from '@carhouse/domain/fee/fee-rule';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import { makeChargeEntry, makeSaleEntry } from '@carhouse/domain/ledger/payment-entries';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Listing } from '@carhouse/domain/listing/listing';
import { advanceListing } from '@carhouse/domain/listing/listing-lifecycle';
import { type Cents, currency } from '@carhouse/domain/money/money';
import { bankPartLifecycle } from '@carhouse/domain/payment/bank-part';
import type { PaymentAttempt, PaymentId } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';
import { makeEntryStatements } from '../ledger/record-entries.ts';
import { makeReservedSaleStatements } from '../reservations/pay-deposit.ts';
import { makePaymentMailStatement } from './announce-payment.ts';
import { makePaymentStatement, type SettledCharge } from './pay-part.ts';

/** The data of a sale, read from rows that the transaction has locked. */
export type SettledSale = {
  readonly car: Pick<Listing, 'id' | 'status'>;
  readonly booking: Pick<Booking, 'id' | 'status' | 'buyerId' | 'sellerId'> & { readonly brand: string };
  /** The other unpaid bookings of the listing. */
  readonly lostBookings: readonly LostBooking[];
  /**
   * The expected bank parts of the listing's unpaid bookings. The bank parts of the other bookings end together with
   * these bookings.
   */
  readonly expectedBankParts: readonly ExpectedBankPart[];
  /**
   * The event that completes the price: a charge, or the confirmation of a bank part after the last charge. In the
   * second case the sale refers to the payment of the last charge. The ledger entries of the bank part are saved
   * together with the entries of the sale.
   */
  readonly completion:
    | { readonly kind: 'charge'; readonly attempt: PaymentAttempt; readonly intent: SettledCharge['intent'] }
    | { readonly kind: 'bank-part'; readonly paymentId: PaymentId; readonly entry: LedgerEntry };
  /** The whole price: the amount of the charge, or the sum of the parts. */
  readonly price: Cents;
  /** The confirmed part that a bank or a loan has paid to the seller; 0 when there is none. */
  readonly bankPart: Cents;
  /** The rules for fees that can apply to the booking. */
  readonly feeRules: readonly FeeRule[];
  /** The reservation of the booking; undefined when the booking has none. */
  readonly reservation: ReservationForSettlement | undefined;
  readonly now: Date;
};

/**
 * Returns the changes that complete a price: the attempt has succeeded, the booking is paid, the listing is sold, and
 * the other bookings of the listing are closed. The result includes the id of the payment.
 */
export function prepareSale(
  context: Context,
  sale: SettledSale,
): { readonly paymentId: PaymentId; readonly save: readonly Statement[] } {
  const { car, booking, lostBookings, completion, price, bankPart, now } = sale;
  const newBookingStatus = advance(bookingLifecycle, booking.status, 'pay', 'payment');
  const newCarStatus = advanceListing(car.status, 'sell', 'payment');
  const paymentId = completion.kind === 'charge' ? context.newId<'payment'>() : completion.paymentId;
  const record = (event: AuditEvent, nounId: string, before: object, after: object): Statement =>
    makeAuditStatement(context, { ...event, actorId: null, nounId, before, after });
  const order = {
    bookingId: booking.id,
    buyerId: booking.buyerId,
    sellerId: booking.sellerId,
    amount: price,
    currency,
  };
  const feeRule = chooseFeeRule(sale.feeRules, { sellerId: booking.sellerId, brand: booking.brand, at: now });
  const fee = computeFee(price, feeRule);
  const save = [
    ...(completion.kind === 'charge'
      ? [
          requireChangedRow(
            makeAttemptChangeStatement(completion.attempt.id, 'open', 'succeeded', {
              intentId: completion.intent.intentId,
              now,
            }),
          ),
        ]
      : []),
    requireChangedRow(makeMarkBookingPaidStatement(booking.id, now)),
    requireChangedRow(makeStatusChangeStatement(car.id, car.status, newCarStatus, now)),
    ...(completion.kind === 'charge' ? [makePaymentStatement(paymentId, { ...completion, now })] : []),
    makeSaleInsertStatement({ ...order, paymentId, price, bankPart, ...fee, feeRuleId: feeRule?.id ?? null }, now),
    ...makeReservedSaleStatements(context, booking.id, sale.reservation),
    makeCancelOtherBookingsStatement(car.id, booking.id, 'The car was sold to another buyer.', now),
    record(
      { noun: 'booking', action: 'pay' },
      booking.id,
      { status: booking.status },
      { status: newBookingStatus, paymentId },
    ),
    record({ noun: 'listing', action: 'sell' }, car.id, { status: car.status }, { status: newCarStatus }),
    ...sale.expectedBankParts
      .filter((part) => lostBookings.some(({ bookingId }) => bookingId === part.bookingId))
      .flatMap((part) => [
        requireChangedRow(makeCloseBankPartStatement(part, now)),
        record(
          { noun: 'bank_part', action: 'end-unpaid' },
          part.partId,
          { state: 'expected' },
          {
            state: advance(bankPartLifecycle, 'expected', 'end-unpaid', 'cancellation'),
            bookingId: part.bookingId,
            cents: part.amount.toString(),
          },
        ),
      ]),
    ...lostBookings.map((lostBooking) =>
      record(
        { noun: 'booking', action: 'lose-car' },
        lostBooking.bookingId,
        { status: 'unpaid' },
        { status: 'cancelled' },
      ),
    ),
    makePaymentMailStatement(context, [
      { kind: 'receipt', bookingId: booking.id, recipientId: booking.buyerId },
      { kind: 'sold', bookingId: booking.id, recipientId: booking.sellerId },
      ...lostBookings.map((lostBooking) => ({ kind: 'car-lost' as const, ...lostBooking })),
    ]),
    ...makeEntryStatements(context, [
      completion.kind === 'charge'
        ? makeChargeEntry({ ...order, amount: completion.attempt.amount }, completion.intent.intentId)
        : completion.entry,
      makeSaleEntry(order, paymentId, fee, bankPart),
    ]),
  ];
  return { paymentId, save };
}
