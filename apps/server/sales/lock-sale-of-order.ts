import { lockBooking } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { lockSale } from '@carhouse/database/sales/sales';
import type { Actor } from '@carhouse/domain/account/account';
import type { Booking, BookingId } from '@carhouse/domain/booking/booking';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { Sale } from '@carhouse/domain/sale/sale';

export type LockedSale = {
  readonly booking: Booking;
  readonly sale: Sale;
  readonly party: 'buyer' | 'seller' | 'admin';
};

/**
 * Locks a booking and then its sale, for the buyer, the seller or an admin.
 * @throws DomainError NOT_FOUND for other users; ILLEGAL_TRANSITION for a booking that was never paid.
 */
export async function lockSaleOfOrder(trx: Transaction, actor: Actor, id: BookingId): Promise<LockedSale> {
  const booking = await lockBooking(trx, id);
  const party = booking === undefined ? null : findBookingParty(actor, booking);
  if (booking === undefined || party === null) throw new DomainError('NOT_FOUND');
  const sale = await lockSale(trx, id);
  if (sale === undefined) throw new DomainError('ILLEGAL_TRANSITION', { detail: 'This order is not paid.' });
  return { booking, sale, party };
}
