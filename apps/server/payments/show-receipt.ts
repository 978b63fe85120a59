import { type BookingRecord, findBooking } from '@carhouse/database/bookings/bookings';
import type { Database } from '@carhouse/database/connection/connect';
import { runAsMember } from '@carhouse/database/connection/member-role';
import { findBankPart } from '@carhouse/database/payments/bank-parts';
import { listPaymentsOfBooking, type Payment } from '@carhouse/database/payments/payments';
import { listRefundsOfBooking, type Refund } from '@carhouse/database/payments/refunds';
import { findReservationOfBooking, type StoredReservation } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { mayReadReceipt } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { BankPart } from '@carhouse/domain/payment/bank-part';
import type { Context } from '../context.ts';

export type PaidBooking = {
  readonly booking: BookingRecord;
  /** The payment that completed the price. */
  readonly payment: Payment;
  /** The reservation with which the order began; null when the order had no reservation. */
  readonly reservation: StoredReservation | null;
  /** The part of the price that a bank or a loan has paid to the seller; null when there is none. */
  readonly bankPart: BankPart | null;
  /** All payments of the price with their refunds, in their order. */
  readonly charges: readonly { readonly payment: Payment; readonly refund: Refund | undefined }[];
};

/**
 * Returns the receipt of an order, for its buyer, the seller or an admin. An unpaid booking has no receipt.
 * @throws DomainError NOT_FOUND, also when the caller is another user.
 */
export async function showReceipt(context: Context, actor: Actor, id: string): Promise<PaidBooking> {
  const bookingId = requireId<'booking'>(id);
  const readAsActor = (database: Database): Promise<PaidBooking> => readReceipt(database, actor, bookingId);
  return actor.role === 'admin'
    ? readAsActor(context.database)
    : runAsMember(context.database, actor.accountId, readAsActor);
}

async function readReceipt(database: Database, actor: Actor, id: BookingId): Promise<PaidBooking> {
  const booking = await findBooking(database, id);
  if (booking === undefined || !mayReadReceipt(actor, booking)) throw new DomainError('NOT_FOUND');
  const payments = booking.paidAt === null ? [] : await listPaymentsOfBooking(database, booking.id);
  const payment = payments.at(-1);
  if (payment === undefined) throw new DomainError('NOT_FOUND');
  const refunds = await listRefundsOfBooking(database, booking.id);
  const findRefund = ({ attemptId }: Payment) => refunds.find((refund) => refund.attemptId === attemptId);
  const reservation = (await findReservationOfBooking(database, booking.id)) ?? null;
  const charges = payments.map((each) => ({ payment: each, refund: findRefund(each) }));
  const bankPart = await findBankPart(database, booking.id);
  const isBankPartConfirmed = bankPart !== undefined && bankPart.confirmedAt !== null;
  return { booking, payment, reservation, bankPart: isBankPartConfirmed ? bankPart : null, charges };
}
