import type { Database } from '@carhouse/database/connection/connect';
import { findReservableCar } from '@carhouse/database/reservations/reservable-cars';
import { listOpenPlaces } from '@carhouse/database/reservations/reservation-queue';
import { findReservationOfBooking, type StoredReservation } from '@carhouse/database/reservations/reservations';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Booking } from '@carhouse/domain/booking/booking';
import type { Cents } from '@carhouse/domain/money/money';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';

export type MailedReservation =
  | { readonly kind: 'reservation'; readonly reservation: StoredReservation }
  | { readonly kind: 'turn'; readonly turnUntil: Date; readonly price: Cents };

/**
 * Reads the facts that a mail about a reservation or a turn contains.
 * @returns null for a mail of another kind; undefined when the turn of the recipient is over, so that the mail is not
 *   sent.
 */
export async function readMailedReservation(
  database: Database,
  kind: OutboxKind,
  booking: Pick<Booking, 'id' | 'listingId'>,
  recipientId: AccountId,
): Promise<MailedReservation | null | undefined> {
  if (kind === 'reserved' || kind === 'reservation-ended') {
    const reservation = await findReservationOfBooking(database, booking.id);
    return reservation && { kind: 'reservation', reservation };
  }
  if (kind !== 'your-turn') return null;
  const places = await listOpenPlaces(database, booking.listingId);
  const turnUntil = places.find(({ buyerId }) => buyerId === recipientId)?.turnUntil ?? null;
  const car = await findReservableCar(database, booking.listingId);
  return turnUntil === null || car === undefined ? undefined : { kind: 'turn', turnUntil, price: car.price };
}
