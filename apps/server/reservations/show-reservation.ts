import { type BookingOnRecord, findBooking } from '@carhouse/database/bookings/bookings';
import { listPaymentsOfBooking } from '@carhouse/database/payments/payments';
import { listOpenPlaces } from '@carhouse/database/reservations/reservation-queue';
import { findReservationOfBooking, type ReservationOnRecord } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { bookingPartyOf } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Cents } from '@carhouse/domain/money/money';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import type { Context } from '../context.ts';

/** A reservation with what a reader sees of its booking. */
export type ShownReservation = {
  readonly reservation: ReservationOnRecord;
  readonly booking: BookingOnRecord;
  /** The side of the reader. */
  readonly side: 'buyer' | 'seller' | 'admin';
  /** What the buyer has paid of the price, refunded parts included. */
  readonly paidAmount: Cents;
  readonly queueLength: number;
};

/**
 * Returns the reservation of a booking, also after its end, for its buyer, its seller or an admin.
 * @throws DomainError NOT_FOUND: another user's booking, one without a reservation, or a cancelled one whose deposit
 *   was never paid.
 */
export async function showReservation(context: Context, actor: Actor, id: string): Promise<ShownReservation> {
  const bookingId = requireId<'booking'>(id);
  const reservation = await findReservationOfBooking(context.database, bookingId);
  const shownReservation = reservation && (await completeShownReservation(context, actor, reservation));
  if (shownReservation === undefined) throw new DomainError('NOT_FOUND');
  return shownReservation;
}

/** @returns undefined for a user who is no party of the booking, and for a reservation that was cancelled before it began. */
export async function completeShownReservation(
  { database }: Context,
  actor: Actor,
  reservation: ReservationOnRecord,
): Promise<ShownReservation | undefined> {
  const booking = await findBooking(database, reservation.bookingId);
  const side = booking === undefined ? null : bookingPartyOf(actor, booking);
  if (booking === undefined || side === null) return undefined;
  if (reservation.state === 'started' && booking.status !== 'unpaid') return undefined;
  const paidAmount = sumParts(await listPaymentsOfBooking(database, booking.id));
  const places = await listOpenPlaces(database, reservation.listingId);
  return { reservation, booking, side, paidAmount, queueLength: places.length };
}
