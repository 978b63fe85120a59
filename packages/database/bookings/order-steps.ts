import type { BookingId } from '@carhouse/domain/booking/booking';
import type { OrderStep } from '@carhouse/domain/booking/order-lifecycle';
import type { ListingStatus } from '@carhouse/domain/listing/listing';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Lists the marked steps of an order, oldest first. There are at most three. */
export async function listOrderSteps(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly OrderStep[]> {
  const rows = await database
    .selectFrom('order_step')
    .select(['step', 'actor_id', 'at'])
    .where('booking_id', '=', bookingId)
    .orderBy('at')
    .execute();
  return rows.map((row) => ({ step: row.step, actorId: row.actor_id, at: row.at }));
}

/**
 * Adds a step to an order. The booking must be locked first.
 * @throws a violation of `order_step_lifecycle`, or of the primary key when the step is already marked.
 */
export async function insertOrderStep(
  trx: Transaction,
  given: OrderStep & { readonly bookingId: BookingId },
): Promise<void> {
  const row = { booking_id: given.bookingId, step: given.step, actor_id: given.actorId, at: given.at };
  await trx.insertInto('order_step').values(row).execute();
}

/**
 * What the page of an order shows in addition to the booking: the status of the listing, and the telephone numbers of both
 * accounts.
 */
export type OrderSurroundings = {
  readonly listingStatus: ListingStatus;
  readonly closedAt: Date | null;
  readonly sellerNumber: string | null;
};

/**
 * Reads with the rights of the server, for an actor who may read the order, because the restricted role may not read
 * telephone numbers of other users.
 */
export async function findOrderSurroundings(
  database: Database,
  bookingId: BookingId,
): Promise<OrderSurroundings | undefined> {
  const row = await database
    .selectFrom('booking')
    .innerJoin('listing', 'listing.id', 'booking.listing_id')
    .innerJoin('account as seller', 'seller.id', 'booking.seller_id')
    .select(['listing.status', 'booking.closed_at', 'seller.number'])
    .where('booking.id', '=', bookingId)
    .executeTakeFirst();
  return row && { listingStatus: row.status, closedAt: row.closed_at, sellerNumber: row.number };
}
