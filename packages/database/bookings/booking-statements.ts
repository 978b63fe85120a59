import type { Account, AccountId, AccountStatus } from '@carhouse/domain/account/account';
import type { ConfirmationFacts } from '@carhouse/domain/account/confirmed-email';
import type { Booking, BookingId } from '@carhouse/domain/booking/booking';
import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { Statement } from '../connection/statement.ts';

/** The data of a listing that a booking needs. */
export type BookableCar = {
  readonly id: ListingId;
  readonly sellerId: AccountId;
  readonly sellerName: string;
  readonly sellerEmail: string;
  readonly sellerStatus: AccountStatus;
  readonly brand: string;
  readonly title: string;
  readonly location: string;
  readonly price: Cents;
  readonly status: ListingStatus;
  /** The key of the listing's first image. */
  readonly cover: string | null;
};

/** A booking that counts towards the limits of its buyer. */
export type CountedBooking = {
  readonly id: BookingId;
  readonly listingId: ListingId;
  readonly sellerId: AccountId;
  readonly price: Cents;
  readonly createdAt: Date;
  readonly isOpen: boolean;
};

/** Locks the buyer, as `lockAccount` does, and reads the rights of their account. */
export function makeBuyerLockStatement(
  id: AccountId,
): Statement<(Pick<Account, 'status' | 'role'> & ConfirmationFacts) | undefined> {
  return {
    name: 'booking-lock-buyer-confirmed',
    text: 'SELECT status, role, email_verified, is_demo FROM account WHERE id = $1 FOR NO KEY UPDATE',
    values: [id],
    read: ({ rows: [row] }) =>
      row && { status: row.status, role: row.role, emailConfirmed: row.email_verified, isDemo: row.is_demo },
  };
}

/** Locks the seller against changes until the end of the transaction; other transactions may share this lock. */
export function makeSellerLockStatement(id: ListingId): Statement<void> {
  return {
    name: 'booking-lock-seller',
    text: 'SELECT id FROM account WHERE id = (SELECT seller_id FROM listing WHERE id = $1) FOR SHARE',
    values: [id],
    read: () => undefined,
  };
}

/**
 * Locks the listing against changes until the end of the transaction; other transactions may share this lock. The seller of
 * the listing must be locked first.
 */
export function makeSharedCarLockStatement(id: ListingId): Statement<BookableCar | undefined> {
  return {
    name: 'booking-share-car',
    text: `
      SELECT listing.id, listing.seller_id, account.name AS seller_name, account.email AS seller_email,
             account.status AS seller_status, listing.brand, listing.title, listing.location,
             listing.resale_price_cents, listing.status,
             (SELECT image_key FROM listing_image WHERE listing_id = listing.id ORDER BY position LIMIT 1) AS cover
      FROM listing JOIN account ON account.id = listing.seller_id
      WHERE listing.id = $1 FOR SHARE OF listing`,
    values: [id],
    read: ({ rows: [row] }) =>
      row && {
        id: row.id,
        sellerId: row.seller_id,
        sellerName: row.seller_name,
        sellerEmail: row.seller_email,
        sellerStatus: row.seller_status,
        brand: row.brand,
        title: row.title,
        location: row.location,
        price: row.resale_price_cents,
        status: row.status,
        cover: row.cover,
      },
  };
}

/**
 * Reads the bookings of a buyer that are open or were made since a time. Cancelled bookings are included, because each
 * booking shows the e-mail address of its seller. There are few rows, because both the open and the recent bookings of
 * a buyer are limited. One statement reads both the open and the recent bookings. In a statement for the open bookings
 * alone, PostgreSQL may keep a plan from the time when the table was empty, and this plan can scan every open booking
 * (`booking_listing_open_idx`).
 */
export function makeCountedBookingsStatement(buyerId: AccountId, since: Date): Statement<readonly CountedBooking[]> {
  return {
    name: 'booking-counted-of-buyer',
    text: `
      SELECT id, listing_id, seller_id, price_cents, created_at, status = 'unpaid' AS is_open
      FROM booking WHERE buyer_id = $1 AND (status = 'unpaid' OR created_at > $2)`,
    values: [buyerId, since],
    read: ({ rows }) =>
      rows.map((row) => ({
        id: row.id,
        listingId: row.listing_id,
        sellerId: row.seller_id,
        price: row.price_cents,
        createdAt: row.created_at,
        isOpen: row.is_open,
      })),
  };
}

/**
 * Locks a buyer's sign-up network until the end of the transaction, so that the common count of its new buyers is
 * correct. A booking takes this lock first, so a transaction that waits for it holds no other lock. This lock and the
 * lock of `lockSignUpNetwork` have different keys, because `lockSignUpNetwork` is called after the lock of a seller.
 * @param signedUpSince time after which an account must have been made to count as new.
 */
export function makeNetworkLockStatement(buyerId: AccountId, signedUpSince: Date): Statement<void> {
  return {
    name: 'booking-lock-network',
    text: `
      SELECT pg_advisory_xact_lock(hashtextextended(sign_up_network, 1)) FROM account
      WHERE id = $1 AND sign_up_network IS NOT NULL AND created_at > $2 AND NOT is_demo`,
    values: [buyerId, signedUpSince],
    read: () => undefined,
  };
}

/**
 * Reads the sellers whose cars a new buyer or another new account of their sign-up network has booked since a time. The
 * result is empty for a buyer without a network, and for a demo account.
 * @param signedUpSince time after which an account must have been made to count as new.
 */
export function makeBookedSellersStatement(
  buyerId: AccountId,
  since: Date,
  signedUpSince: Date,
): Statement<readonly AccountId[]> {
  return {
    name: 'booking-sellers-of-network',
    text: `
      SELECT DISTINCT booking.seller_id
      FROM account AS own
      JOIN account AS other ON other.share_group = own.share_group AND other.created_at > $3
      JOIN booking ON booking.buyer_id = other.id AND booking.created_at > $2
      WHERE own.id = $1 AND own.sign_up_network IS NOT NULL AND own.created_at > $3 AND NOT own.is_demo`,
    values: [buyerId, since, signedUpSince],
    read: ({ rows }) => rows.map((row) => row.seller_id),
  };
}

/**
 * Saves a new booking, unless it is already saved.
 * @throws a violation of the constraint `booking_one_open_per_buyer_key` when the buyer already has an open booking of
 *   this listing.
 */
export function makeBookingInsertStatement(booking: Booking): Statement<void> {
  const { snapshot } = booking;
  return {
    name: 'booking-insert',
    text: `
      INSERT INTO booking (id, listing_id, buyer_id, seller_id, status, price_cents, image_url, brand, title, seller_name,
        seller_email, location, buyer_name, buyer_email, buyer_number, meeting_date, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      ON CONFLICT (id) DO NOTHING`,
    values: [
      booking.id,
      booking.listingId,
      booking.buyerId,
      booking.sellerId,
      booking.status,
      booking.price,
      snapshot.image,
      snapshot.brand,
      snapshot.title,
      snapshot.sellerName,
      snapshot.sellerEmail,
      snapshot.location,
      snapshot.buyerName,
      snapshot.buyerEmail,
      booking.buyerNumber,
      booking.meetingDate,
      booking.createdAt,
    ],
    read: () => undefined,
  };
}
