import type { BookingId } from '@carhouse/domain/booking/booking';
import type { OrderStep } from '@carhouse/domain/booking/order-lifecycle';
import type { ListingStatus } from '@carhouse/domain/listing/listing';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The marked steps of an order, oldest first: three at most. */
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

/** Adds a step. Lock the booking first. @throws a violation of `order_step_lifecycle`, or of the key when it is marked. */
export async function insertOrderStep(
  trx: Transaction,
  given: OrderStep & { readonly bookingId: BookingId },
): Promise<void> {
  const row = { booking_id: given.bookingId, step: given.step, actor_id: given.actorId, at: given.at };
  await trx.insertInto('order_step').values(row).execute();
}

/** What the page of an order shows beside the booking: the state of the listing, and the numbers of the two accounts. */
export type OrderSurroundings = {
  readonly listingStatus: ListingStatus;
  readonly closedAt: Date | null;
  readonly sellerNumber: string | null;
};

/** Reads as the server, for an actor who may read the order: members may not read the numbers of others. */
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
