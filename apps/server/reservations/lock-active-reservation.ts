import { lockBooking, type StoredBooking } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockReservation, type StoredReservation } from '@carhouse/database/reservations/reservations';
import type { Actor } from '@carhouse/domain/account/account';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { ReservationTerms } from '@carhouse/domain/reservation/reservation';
import { authoriseActor } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';

/** An active reservation whose booking the transaction has locked, and whether the actor is its buyer or seller. */
export type LockedReservation = {
  readonly booking: StoredBooking;
  readonly reservation: StoredReservation;
  readonly terms: ReservationTerms;
  readonly side: 'buyer' | 'seller';
};

/**
 * Locks the active reservation of a booking for its buyer or its seller, and checks that they may still act.
 * @throws DomainError NOT_FOUND (another user's booking, or a booking without a reservation), ILLEGAL_TRANSITION (not
 * active), and the errors of `authoriseActor`.
 */
export async function lockActiveReservation(
  context: Context,
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<LockedReservation> {
  await authoriseActor(context, trx, actor);
  const booking = await lockBooking(trx, requireId<'booking'>(id));
  const side = booking === undefined ? null : findBookingParty(actor, booking);
  if (booking === undefined || side === null || side === 'admin') throw new DomainError('NOT_FOUND');
  const reservation = await lockReservation(trx, booking.id);
  if (reservation === undefined) throw new DomainError('NOT_FOUND');
  if (reservation.state !== 'active' || reservation.terms === null) {
    const detail =
      reservation.state === 'started' ? 'The deposit is not paid.' : 'This reservation is not active any more.';
    throw new DomainError('ILLEGAL_TRANSITION', { detail });
  }
  return { booking, reservation, terms: reservation.terms, side };
}
