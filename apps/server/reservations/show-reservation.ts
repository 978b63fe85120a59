import { type BookingRecord, findBooking } from '@carhouse/database/bookings/bookings';
import { listPaymentsOfBooking } from '@carhouse/database/payments/payments';
import { listOpenPlaces } from '@carhouse/database/reservations/reservation-queue';
import { findReservationOfBooking, type StoredReservation } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Cents } from '@carhouse/domain/money/money';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import type { Context } from '../context.ts';

/** A reservation with the data of its booking that a reader sees. */
export type ShownReservation = {
  readonly reservation: StoredReservation;
  readonly booking: BookingRecord;
  /** Whether the reader is the buyer, the seller or an admin. */
  readonly side: 'buyer' | 'seller' | 'admin';
  /** The amount of the price that the buyer has paid, including parts that were refunded. */
  readonly paidAmount: Cents;
  readonly queueLength: number;
};

/**
 * Returns the reservation of a booking, also after its end, for its buyer, its seller or an admin.
 * @throws DomainError NOT_FOUND: another user's booking, a booking without a reservation, or a cancelled booking whose
 * deposit was never paid.
 */
export async function showReservation(context: Context, actor: Actor, id: string): Promise<ShownReservation> {
  const bookingId = requireId<'booking'>(id);
  const reservation = await findReservationOfBooking(context.database, bookingId);
  const shownReservation = reservation && (await completeShownReservation(context, actor, reservation));
  if (shownReservation === undefined) throw new DomainError('NOT_FOUND');
  return shownReservation;
}

/**
 * @returns undefined for a user who is neither buyer nor seller nor admin, and for a reservation that was cancelled
 * before it began.
 */
export async function completeShownReservation(
  { database }: Context,
  actor: Actor,
  reservation: StoredReservation,
): Promise<ShownReservation | undefined> {
  const booking = await findBooking(database, reservation.bookingId);
  const side = booking === undefined ? null : findBookingParty(actor, booking);
  if (booking === undefined || side === null) return undefined;
  if (reservation.state === 'started' && booking.status !== 'unpaid') return undefined;
  const paidAmount = sumParts(await listPaymentsOfBooking(database, booking.id));
  const places = await listOpenPlaces(database, reservation.listingId);
  return { reservation, booking, side, paidAmount, queueLength: places.length };
}
