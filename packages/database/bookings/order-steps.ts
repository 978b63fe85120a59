import type { AccountStatus } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { OrderStep } from '@carhouse/domain/booking/order-lifecycle';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { CarOfOrder } from './cars-of-orders.ts';

/** Lists the marked steps of an order, oldest first. An order has at most three steps. */
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

/** Lists the marked steps of several orders, oldest first, by order. Orders without a step are left out. */
export async function listStepsOfOrders(
  database: Database | Transaction,
  bookingIds: readonly BookingId[],
): Promise<ReadonlyMap<BookingId, readonly OrderStep[]>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('order_step')
    .select(['booking_id', 'step', 'actor_id', 'at'])
    .where('booking_id', 'in', [...bookingIds])
    .orderBy('at')
    .execute();
  return Map.groupBy(
    rows.map((row) => ({ bookingId: row.booking_id, step: row.step, actorId: row.actor_id, at: row.at })),
    ({ bookingId }) => bookingId,
  );
}

/**
 * Adds a step to an order. The booking must be locked first.
 * @throws a violation of `order_step_lifecycle`, or of the primary key when the step is already marked.
 */
export async function insertOrderStep(
  trx: Transaction,
  step: OrderStep & { readonly bookingId: BookingId },
): Promise<void> {
  const row = { booking_id: step.bookingId, step: step.step, actor_id: step.actorId, at: step.at };
  await trx.insertInto('order_step').values(row).execute();
}

/**
 * What the page of an order shows in addition to the booking: the car, and the current state and telephone number of the
 * seller's account.
 */
export type OrderSurroundings = {
  readonly car: CarOfOrder;
  readonly sellerVerified: boolean;
  readonly closedAt: Date | null;
  readonly sellerNumber: string | null;
  readonly sellerStatus: AccountStatus;
};

/**
 * Reads what the page of an order shows in addition to the booking. The caller must have checked that the actor may
 * read the order. The query does not use the restricted database role, which may not read telephone numbers of other
 * users.
 */
export async function findOrderSurroundings(
  database: Database,
  bookingId: BookingId,
): Promise<OrderSurroundings | undefined> {
  const row = await database
    .selectFrom('booking')
    .innerJoin('listing', 'listing.id', 'booking.listing_id')
    .innerJoin('account as seller', 'seller.id', 'booking.seller_id')
    .select([
      'listing.status',
      'listing.registered_on as registeredOn',
      'listing.coe_expires_on as coeExpiresOn',
      'listing.mileage_km as mileageKm',
      'listing.owners',
      'booking.closed_at',
      'seller.number',
      'seller.status as seller_status',
      'seller.verified_at',
    ])
    .where('booking.id', '=', bookingId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { closed_at, number, seller_status, verified_at, ...car } = row;
  return {
    car,
    closedAt: closed_at,
    sellerNumber: number,
    sellerStatus: seller_status,
    sellerVerified: verified_at !== null,
  };
}
