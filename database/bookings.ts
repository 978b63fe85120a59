import type { AccountId } from '@carhouse/core/account/account';
import type { Booking, BookingId } from '@carhouse/core/booking/booking';
import type { ListingId } from '@carhouse/core/listing/listing';
import type { Cents } from '@carhouse/core/money/money';
import { type Selectable, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { BookingTable } from './schema.ts';
import type { Transaction } from './transaction.ts';

export type BookingWithReason = Booking & { readonly closeReason: string | null };

/** Saves a new booking. @throws a violation of `booking_one_open_per_buyer_key` when the buyer has one open for this car. */
export async function insertBooking(trx: Transaction, booking: Booking): Promise<void> {
  await trx
    .insertInto('booking')
    .values({
      id: booking.id,
      listing_id: booking.listingId,
      buyer_id: booking.buyerId,
      seller_id: booking.sellerId,
      status: booking.status,
      price_cents: booking.price,
      image_url: booking.snapshot.image,
      brand: booking.snapshot.brand,
      title: booking.snapshot.title,
      seller_name: booking.snapshot.sellerName,
      seller_email: booking.snapshot.sellerEmail,
      location: booking.snapshot.location,
      buyer_name: booking.snapshot.buyerName,
      buyer_email: booking.snapshot.buyerEmail,
      buyer_number: booking.buyerNumber,
      meeting_date: booking.meetingDate,
      created_at: booking.createdAt,
      paid_at: booking.paidAt,
      closed_at: null,
      close_reason: null,
    })
    .execute();
}

/** The buyer's open booking of this car. */
export async function findOpenBooking(
  trx: Transaction,
  buyerId: AccountId,
  listingId: ListingId,
): Promise<Booking | undefined> {
  const row = await trx
    .selectFrom('booking')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('listing_id', '=', listingId)
    .where('status', '=', 'unpaid')
    .executeTakeFirst();
  return row && toBooking(row);
}

export async function countOpenBookings(trx: Transaction, buyerId: AccountId): Promise<number> {
  const row = await trx
    .selectFrom('booking')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('buyer_id', '=', buyerId)
    .where('status', '=', 'unpaid')
    .executeTakeFirstOrThrow();
  return row.open;
}

/** The buyer's bookings, newest first. */
export async function listBookingsOfBuyer(
  database: Database,
  buyerId: AccountId,
  limit: number,
): Promise<readonly BookingWithReason[]> {
  const rows = await database
    .selectFrom('booking')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toBooking);
}

/** A booking of this buyer; another's booking is as absent as one that does not exist. */
export async function findBookingOfBuyer(
  database: Database | Transaction,
  buyerId: AccountId,
  id: BookingId,
): Promise<BookingWithReason | undefined> {
  const row = await database
    .selectFrom('booking')
    .selectAll()
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();
  return row && toBooking(row);
}

/** The buyer's open bookings at exactly this price: two at most, which is enough to know that it is not one. */
export async function findOpenBookingsAtPrice(
  database: Database,
  buyerId: AccountId,
  price: Cents,
): Promise<readonly BookingWithReason[]> {
  const rows = await database
    .selectFrom('booking')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('status', '=', 'unpaid')
    .where('price_cents', '=', price)
    .limit(2)
    .execute();
  return rows.map(toBooking);
}

/** Locks a booking until the end of the transaction. */
export async function lockBooking(trx: Transaction, id: BookingId): Promise<Booking | undefined> {
  const row = await trx.selectFrom('booking').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toBooking(row);
}

/** Marks an unpaid booking paid; false when it is not unpaid any more. */
export async function markBookingPaid(trx: Transaction, id: BookingId, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('booking')
    .set({ status: 'paid', paid_at: now })
    .where('id', '=', id)
    .where('status', '=', 'unpaid')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Cancels every other unpaid booking of a car that was sold. @returns their ids. */
export async function cancelOtherBookings(
  trx: Transaction,
  listingId: ListingId,
  paid: BookingId,
  reason: string,
  now: Date,
): Promise<readonly BookingId[]> {
  const rows = await closing(trx, reason, now)
    .where('listing_id', '=', listingId)
    .where('id', '<>', paid)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Cancels an unpaid booking; false when it is not unpaid any more. */
export async function closeBooking(trx: Transaction, id: BookingId, reason: string, now: Date): Promise<boolean> {
  const result = await closing(trx, reason, now).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Cancels every unpaid booking that this person made, or that others made of his cars. @returns their ids. */
export async function cancelBookingsOf(
  trx: Transaction,
  accountId: AccountId,
  reason: string,
  now: Date,
): Promise<readonly BookingId[]> {
  const rows = await closing(trx, reason, now)
    .where((where) => where.or([where('buyer_id', '=', accountId), where('seller_id', '=', accountId)]))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Closes unpaid bookings; the caller says which. */
function closing(trx: Transaction, reason: string, now: Date) {
  return trx
    .updateTable('booking')
    .set({ status: 'cancelled', closed_at: now, close_reason: reason })
    .where('status', '=', 'unpaid');
}

function toBooking(row: Selectable<BookingTable>): BookingWithReason {
  return {
    id: row.id,
    listingId: row.listing_id,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    status: row.status,
    price: row.price_cents,
    meetingDate: row.meeting_date,
    buyerNumber: row.buyer_number,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    closeReason: row.close_reason,
    snapshot: {
      image: row.image_url,
      brand: row.brand,
      title: row.title,
      sellerName: row.seller_name,
      sellerEmail: row.seller_email,
      location: row.location,
      buyerName: row.buyer_name,
      buyerEmail: row.buyer_email,
    },
  };
}
