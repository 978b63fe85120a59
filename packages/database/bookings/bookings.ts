import type { AccountId } from '@carhouse/domain/account/account';
import type { Booking, BookingId } from '@carhouse/domain/booking/booking';
import type { ImageSize } from '@carhouse/domain/image/image-widths';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Cents } from '@carhouse/domain/money/money';
import type { RefundState } from '@carhouse/domain/payment/payment';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { BookingTable } from '../schema/schema.ts';

export type StoredBooking = Booking & {
  readonly closeReason: string | null;
  /** Whether the price is paid in parts (packages/database/payments/payment-parts.ts). */
  readonly inParts: boolean;
  /**
   * The time until which the car is reserved for a buyer who has paid a part of its price; null when the car is not
   * reserved.
   */
  readonly reservedUntil: Date | null;
};

/** A booking with the state of its refund and dispute. */
export type BookingRecord = StoredBooking & {
  readonly refund: RefundState | null;
  /** How the booking was paid; null when the booking was never paid. */
  readonly paidWith: PaymentMethod | null;
  readonly disputed: boolean;
  /** Whether the seller has marked that the buyer has paid them directly. */
  readonly paidOutside: boolean;
  /** The size of the stored image; null when there is no image or it was deleted. */
  readonly imageSize: ImageSize | null;
};

/** Facts of a car whose values are not texts of its seller; null when unknown. */
export type NumericCarFacts = { readonly registeredOn: string | null; readonly mileageKm: number | null };

/** Reads the facts that a mail about an order may contain, whatever the status of the car is. */
export function findNumericCarFacts(database: Database, id: ListingId): Promise<NumericCarFacts | undefined> {
  return database
    .selectFrom('listing')
    .select(['registered_on as registeredOn', 'mileage_km as mileageKm'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Counts the unpaid bookings of these listings; listings without unpaid bookings are absent. */
export async function countOpenBookingsOfCars(
  database: Database | Transaction,
  listings: readonly ListingId[],
): Promise<ReadonlyMap<ListingId, number>> {
  if (listings.length === 0) return new Map();
  const rows = await database
    .selectFrom('booking')
    .select(['listing_id', sql<number>`count(*)::int`.as('bookings')])
    .where('listing_id', 'in', [...listings])
    .where('status', '=', 'unpaid')
    .groupBy('listing_id')
    .execute();
  return new Map(rows.map((row) => [row.listing_id, row.bookings]));
}

/** Lists the buyer's bookings, newest first, with keyset pagination. */
export async function listBookingsOfBuyer(
  database: Database,
  buyerId: AccountId,
  limit: number,
  after?: { readonly at: Date; readonly id: BookingId },
): Promise<readonly BookingRecord[]> {
  let query = selectBookingRecords(database).where('buyer_id', '=', buyerId);
  if (after !== undefined) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(bookingRecordFromRow);
}

/** Lists the bookings of this seller's listings, newest first, with keyset pagination. */
export async function listBookingsOfSeller(
  database: Database,
  sellerId: AccountId,
  limit: number,
  after?: { readonly at: Date; readonly id: BookingId },
): Promise<readonly BookingRecord[]> {
  let query = selectBookingRecords(database).where('seller_id', '=', sellerId);
  if (after !== undefined) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(bookingRecordFromRow);
}

/** Lists the open bookings of a buyer, newest first. */
export async function listOpenBookingsOfBuyer(
  database: Database,
  buyerId: AccountId,
  limit: number,
): Promise<readonly BookingRecord[]> {
  const bookingQuery = selectBookingRecords(database).where('buyer_id', '=', buyerId).where('status', '=', 'unpaid');
  const rows = await bookingQuery.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(bookingRecordFromRow);
}

/** Counts all bookings that a user ever made. */
export async function countBookingsOfBuyer(database: Database, buyerId: AccountId): Promise<number> {
  const row = await database
    .selectFrom('booking')
    .select(sql<number>`count(*)::int`.as('all'))
    .where('buyer_id', '=', buyerId)
    .executeTakeFirstOrThrow();
  return row.all;
}

/** Finds a booking of this buyer; undefined for another buyer's booking and for an unknown one. */
export async function findBookingOfBuyer(
  database: Database | Transaction,
  buyerId: AccountId,
  id: BookingId,
): Promise<BookingRecord | undefined> {
  const row = await selectBookingRecords(database)
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();
  return row && bookingRecordFromRow(row);
}

/** Finds a booking of any buyer. */
export async function findBooking(database: Database | Transaction, id: BookingId): Promise<BookingRecord | undefined> {
  const row = await selectBookingRecords(database).where('id', '=', id).executeTakeFirst();
  return row && bookingRecordFromRow(row);
}

/** Lists the bookings of the same car by other buyers that were closed when this booking was paid, newest first. */
export async function listBookingsClosedByPayment(
  database: Database,
  paidBooking: Pick<Booking, 'id' | 'listingId' | 'paidAt'>,
  limit: number,
): Promise<readonly StoredBooking[]> {
  const rows = await database
    .selectFrom('booking')
    .selectAll()
    .where('listing_id', '=', paidBooking.listingId)
    .where('status', '=', 'cancelled')
    // The payment and the closing of the other bookings have exactly the same time, because one transaction writes
    // both.
    .where('closed_at', '=', paidBooking.paidAt)
    .where('id', '<>', paidBooking.id)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(bookingFromRow);
}

/** Returns the given listings for which a user has paid. */
export async function findPaidListings(database: Database, ids: readonly ListingId[]): Promise<ReadonlySet<ListingId>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .selectFrom('booking')
    .select('listing_id')
    .where('listing_id', 'in', [...ids])
    .where('status', '=', 'paid')
    .execute();
  return new Set(rows.map(({ listing_id }) => listing_id));
}

/** Whether a user has paid for this listing and was not refunded. */
export async function hasPaidBooking(trx: Transaction, listingId: ListingId): Promise<boolean> {
  const row = await trx
    .selectFrom('booking')
    .select('id')
    .where('listing_id', '=', listingId)
    .where('status', '=', 'paid')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the buyer and seller of each booking. */
export async function listParties(
  trx: Transaction,
  bookings: readonly BookingId[],
): Promise<readonly { readonly bookingId: BookingId; readonly buyerId: AccountId; readonly sellerId: AccountId }[]> {
  if (bookings.length === 0) return [];
  const rows = await trx
    .selectFrom('booking')
    .select(['id', 'buyer_id', 'seller_id'])
    .where('id', 'in', [...bookings])
    .execute();
  return rows.map((row) => ({ bookingId: row.id, buyerId: row.buyer_id, sellerId: row.seller_id }));
}

/**
 * Finds at most two of the buyer's open bookings at exactly this price. When two bookings are found, the price does not
 * identify a booking.
 */
export async function findOpenBookingsAtPrice(
  database: Database,
  buyerId: AccountId,
  price: Cents,
): Promise<readonly StoredBooking[]> {
  const rows = await database
    .selectFrom('booking')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where('status', '=', 'unpaid')
    .where('price_cents', '=', price)
    .limit(2)
    .execute();
  return rows.map(bookingFromRow);
}

/** Locks a booking until the end of the transaction. */
export async function lockBooking(trx: Transaction, id: BookingId): Promise<StoredBooking | undefined> {
  const row = await trx.selectFrom('booking').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && bookingFromRow(row);
}

/**
 * Locks every unpaid booking of a listing, or of a user as buyer or seller, in the order of their ids. All code that
 * changes several bookings locks the bookings in the order of their ids. Without a common order of locks, the
 * settlement of a payment and a suspension could deadlock.
 */
export async function lockOpenBookings(
  trx: Transaction,
  scope: { readonly listingId: ListingId } | { readonly accountId: AccountId },
): Promise<void> {
  await trx
    .selectFrom('booking')
    .select('id')
    .where('status', '=', 'unpaid')
    .where((where) =>
      'listingId' in scope
        ? where('listing_id', '=', scope.listingId)
        : where.or([where('buyer_id', '=', scope.accountId), where('seller_id', '=', scope.accountId)]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Cancels every unpaid booking of a listing that is taken off sale. @returns the ids of the cancelled bookings. */
export async function cancelBookingsOfCar(
  trx: Transaction,
  listingId: ListingId,
  reason: string,
  now: Date,
): Promise<readonly BookingId[]> {
  await lockOpenBookings(trx, { listingId });
  const rows = await makeClosingUpdate(trx, reason, now).where('listing_id', '=', listingId).returning('id').execute();
  return rows.map((row) => row.id);
}

/**
 * Writes the user's current name into their open bookings and the open bookings of their listings. Bookings that are
 * not open keep the old name.
 */
export async function renameInOpenBookings(trx: Transaction, accountId: AccountId, name: string): Promise<void> {
  await lockOpenBookings(trx, { accountId });
  const openBookingQuery = trx.updateTable('booking').where('status', '=', 'unpaid');
  await openBookingQuery.set({ buyer_name: name }).where('buyer_id', '=', accountId).execute();
  await openBookingQuery.set({ seller_name: name }).where('seller_id', '=', accountId).execute();
}

/** Marks a paid booking as refunded; returns false when it is no longer paid. */
export async function markBookingRefunded(
  trx: Transaction,
  id: BookingId,
  reason: string,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('booking')
    .set({ status: 'refunded', closed_at: now, close_reason: reason })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Cancels an unpaid booking; returns false when it is no longer unpaid. */
export async function closeBooking(trx: Transaction, id: BookingId, reason: string, now: Date): Promise<boolean> {
  const result = await makeClosingUpdate(trx, reason, now).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Cancels every unpaid booking that this user made, or that other users made of their listings.
 * @returns the ids of the cancelled bookings.
 */
export async function cancelOpenBookings(
  trx: Transaction,
  accountId: AccountId,
  reason: string,
  now: Date,
): Promise<readonly BookingId[]> {
  await lockOpenBookings(trx, { accountId });
  const rows = await makeClosingUpdate(trx, reason, now)
    .where((where) => where.or([where('buyer_id', '=', accountId), where('seller_id', '=', accountId)]))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Builds the query that closes unpaid bookings; the caller adds the condition. */
function makeClosingUpdate(trx: Transaction, reason: string, now: Date) {
  return trx
    .updateTable('booking')
    .set({ status: 'cancelled', closed_at: now, close_reason: reason, reserved_until: null })
    .where('status', '=', 'unpaid');
}

/** Builds the query for bookings with the state of their refund and of a dispute of their charge. */
function selectBookingRecords(database: Database | Transaction) {
  return database
    .selectFrom('booking')
    .selectAll()
    .select((fields) => [
      fields
        .selectFrom('payment')
        .innerJoin('refund', 'refund.attempt_id', 'payment.attempt_id')
        .whereRef('payment.booking_id', '=', 'booking.id')
        .select('refund.state')
        // A price that was paid in parts has one refund for each part, and is refunded when all have arrived.
        .orderBy(sql`array_position(ARRAY['failed', 'due', 'pending', 'succeeded', 'void'], refund.state)`)
        .limit(1)
        .as('refund'),
      fields
        .selectFrom('payment')
        .whereRef('payment.booking_id', '=', 'booking.id')
        .select('payment.method')
        .orderBy('payment.id', 'desc')
        .limit(1)
        .as('paid_with'),
      fields
        .exists(
          fields
            .selectFrom('payment')
            .innerJoin('dispute', 'dispute.intent_id', 'payment.intent_id')
            .whereRef('payment.booking_id', '=', 'booking.id')
            .select('dispute.id'),
        )
        .as('disputed'),
      fields
        .exists(
          fields
            .selectFrom('order_step')
            .whereRef('order_step.booking_id', '=', 'booking.id')
            .where('order_step.step', '=', 'paid-outside')
            .where('order_step.taken_back_at', 'is', null)
            .select('order_step.step'),
        )
        .as('paid_outside'),
      sql<ImageSize | null>`(
        select json_build_object('width', image.width, 'height', image.height)
        from image where image.key = substring(booking.image_url from '/media/([a-z0-9]+)-'))`.as('image_size'),
    ]);
}

type RecordRow = Selectable<BookingTable> & {
  readonly refund: RefundState | null;
  readonly paid_with: PaymentMethod | null;
  readonly disputed: unknown;
  readonly paid_outside: unknown;
  readonly image_size: ImageSize | null;
};

function bookingRecordFromRow(row: RecordRow): BookingRecord {
  return {
    ...bookingFromRow(row),
    refund: row.refund,
    paidWith: row.paid_with,
    disputed: row.disputed === true,
    paidOutside: row.paid_outside === true,
    imageSize: row.image_size,
  };
}

function bookingFromRow(row: Selectable<BookingTable>): StoredBooking {
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
    inParts: row.in_parts,
    reservedUntil: row.reserved_until,
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
