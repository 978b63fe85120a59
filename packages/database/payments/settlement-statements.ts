import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId, BookingStatus } from '@carhouse/domain/booking/booking';
import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import type { AttemptId, AttemptState } from '@carhouse/domain/payment/payment';
import { hasChangedOneRow, type Statement } from '../connection/statement.ts';

/** The ids of a booking, its buyer and its seller. */
export type BookingParties = {
  readonly id: BookingId;
  readonly buyerId: AccountId;
  readonly sellerId: AccountId;
};

/** Locks a listing, as `lockListing` does with `own`. Returns the status of the listing. */
export function makeLockCarStatement(id: ListingId): Statement<ListingStatus | undefined> {
  return {
    name: 'settle-lock-car',
    text: 'SELECT status FROM listing WHERE id = $1 FOR NO KEY UPDATE',
    values: [id],
    read: ({ rows }) => rows[0]?.status,
  };
}

/**
 * Locks every unpaid booking of a listing, as `lockOpenBookings` does. While the listing is locked, no further booking of it
 * can be made.
 */
export function makeLockOpenBookingsOfCarStatement(id: ListingId): Statement<readonly BookingParties[]> {
  return {
    name: 'settle-lock-open-bookings',
    text: `SELECT id, buyer_id, seller_id FROM booking WHERE listing_id = $1 AND status = 'unpaid'
      ORDER BY id FOR UPDATE`,
    values: [id],
    read: ({ rows }) => rows.map((row) => ({ id: row.id, buyerId: row.buyer_id, sellerId: row.seller_id })),
  };
}

/** Locks a booking, as `lockBooking` does. */
export function makeLockBookingToPayStatement(
  id: BookingId,
): Statement<(BookingParties & { readonly status: BookingStatus; readonly brand: string }) | undefined> {
  return {
    name: 'settle-lock-booking',
    text: 'SELECT id, buyer_id, seller_id, status, brand FROM booking WHERE id = $1 FOR UPDATE',
    values: [id],
    read: ({ rows: [row] }) =>
      row && { id: row.id, buyerId: row.buyer_id, sellerId: row.seller_id, status: row.status, brand: row.brand },
  };
}

/** Locks an attempt, as `lockAttempt` does. Returns the state of the attempt. */
export function makeLockAttemptStateStatement(id: AttemptId): Statement<AttemptState | undefined> {
  return {
    name: 'settle-lock-attempt',
    text: 'SELECT state FROM payment_attempt WHERE id = $1 FOR UPDATE',
    values: [id],
    read: ({ rows }) => rows[0]?.state,
  };
}

/** Marks an unpaid booking as paid; returns false when it is no longer unpaid. */
export function makeMarkBookingPaidStatement(id: BookingId, now: Date): Statement<boolean> {
  return {
    name: 'settle-mark-paid',
    text: "UPDATE booking SET status = 'paid', paid_at = $2, reserved_until = NULL WHERE id = $1 AND status = $3",
    values: [id, now, 'unpaid'],
    read: hasChangedOneRow,
  };
}

export type LostBooking = { readonly bookingId: BookingId; readonly recipientId: AccountId };

/**
 * Cancels every other unpaid booking of a sold listing. The statement returns the cancelled bookings with their buyers.
 */
export function makeCancelOtherBookingsStatement(
  id: ListingId,
  paidBookingId: BookingId,
  reason: string,
  now: Date,
): Statement<readonly LostBooking[]> {
  return {
    name: 'settle-cancel-others',
    text: `UPDATE booking SET status = 'cancelled', closed_at = $3, close_reason = $4, reserved_until = NULL
      WHERE listing_id = $1 AND status = 'unpaid' AND id <> $2 RETURNING id, buyer_id`,
    values: [id, paidBookingId, now, reason],
    read: ({ rows }) => rows.map((row) => ({ bookingId: row.id, recipientId: row.buyer_id })),
  };
}

/**
 * Returns the statement for whether the charge that a buyer reports was opened for this booking. The result of the
 * statement is undefined when the booking is unknown or belongs to another buyer.
 */
export function makeSelectChargeOwnerStatement(
  buyerId: AccountId,
  bookingId: BookingId,
  intentId: string,
): Statement<'own' | 'other' | undefined> {
  return {
    name: 'settle-charge-of-buyer',
    text: `
      SELECT EXISTS (SELECT FROM payment_attempt WHERE booking_id = booking.id AND intent_id = $3) AS own
      FROM booking WHERE id = $1 AND buyer_id = $2`,
    values: [bookingId, buyerId, intentId],
    read: ({ rows: [row] }) => row && (row.own === true ? 'own' : 'other'),
  };
}
