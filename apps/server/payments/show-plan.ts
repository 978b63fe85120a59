import { findBooking } from '@carhouse/database/bookings/bookings';
import { listParts } from '@carhouse/database/payments/payment-parts';
import { listPaymentsOfBooking, type Payment } from '@carhouse/database/payments/payments';
import { listRefundsOfBooking } from '@carhouse/database/payments/refunds';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import { mayReadOrder } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Cents } from '@carhouse/domain/money/money';
import type { RefundState } from '@carhouse/domain/payment/payment';
import type { PartPayer } from '@carhouse/domain/payment/payment-plan';
import type { Context } from '../context.ts';

/** A part of a price, with its payment once it is paid and the state of its refund once a refund is due. */
export type ShownPart = {
  readonly number: number;
  readonly amount: Cents;
  readonly payer: PartPayer;
  /** Whether the part is paid; a bank part has no payment. */
  readonly isPaid: boolean;
  readonly payment: Payment | null;
  readonly refund: RefundState | null;
};

export type ShownPlan = {
  readonly price: Cents;
  readonly parts: readonly ShownPart[];
  readonly reservedUntil: Date | null;
  readonly isChangeable: boolean;
};

/**
 * Returns the parts in which the price of a booking is paid, for its buyer, its seller or an admin.
 * @throws DomainError NOT_FOUND, also when the caller is another user.
 */
export async function showPlan(context: Context, actor: Actor, id: string): Promise<ShownPlan> {
  const booking = await findBooking(context.database, requireId<'booking'>(id));
  if (booking === undefined || !mayReadOrder(actor, booking)) throw new DomainError('NOT_FOUND');
  const parts = await readParts(context, booking.id);
  return {
    price: booking.price,
    parts,
    reservedUntil: booking.reservedUntil,
    isChangeable: booking.status === 'unpaid' && parts.every(({ payment }) => payment === null),
  };
}

async function readParts({ database }: Context, bookingId: BookingId): Promise<readonly ShownPart[]> {
  const parts = await listParts(database, bookingId);
  if (parts.length === 0) return [];
  const payments = await listPaymentsOfBooking(database, bookingId);
  const refunds = await listRefundsOfBooking(database, bookingId);
  return parts.map(({ id, number, amount, payer, isPaid }) => {
    const payment = payments.find(({ partId }) => partId === id) ?? null;
    const refund = payment && refunds.find(({ attemptId }) => attemptId === payment.attemptId);
    return { number, amount, payer, isPaid, payment, refund: refund?.state ?? null };
  });
}
