import type { AccountStatus } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { OrderStep } from '@carhouse/domain/booking/order-lifecycle';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { CarOfOrder } from './cars-of-orders.ts';

/** Lists the marked steps of an order, oldest first, without a payment that the seller has taken back. */
export async function listOrderSteps(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly OrderStep[]> {
  const rows = await database
    .selectFrom('order_step')
    .select(['step', 'actor_id', 'at'])
    .where('booking_id', '=', bookingId)
    .where('taken_back_at', 'is', null)
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
    .where('taken_back_at', 'is', null)
    .orderBy('at')
    .execute();
  return Map.groupBy(
    rows.map((row) => ({ bookingId: row.booking_id, step: row.step, actorId: row.actor_id, at: row.at })),
    ({ bookingId }) => bookingId,
  );
}

/**
 * Adds a step to an order. The booking must be locked first.
 * @throws a violation of `order_step_lifecycle`, or of `order_step_one_key` when the step is already marked.
 */
export async function insertOrderStep(
  trx: Transaction,
  step: OrderStep & { readonly bookingId: BookingId },
): Promise<void> {
  const row = { booking_id: step.bookingId, step: step.step, actor_id: step.actorId, at: step.at };
  await trx.insertInto('order_step').values(row).execute();
}

/** A payment to the seller that they had marked and have taken back. */
export type UndonePayment = { readonly markedAt: Date; readonly undoneAt: Date };

/** Returns the payment of an order that its seller has taken back; an order has at most one. */
export async function findUndonePayment(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<UndonePayment | undefined> {
  const row = await database
    .selectFrom('order_step')
    .select(['at', 'taken_back_at'])
    .where('booking_id', '=', bookingId)
    .where('taken_back_at', 'is not', null)
    .executeTakeFirst();
  return row?.taken_back_at == null ? undefined : { markedAt: row.at, undoneAt: row.taken_back_at };
}

/**
 * Notes that the seller takes back that they were paid directly. The booking must be locked, and its status must still
 * be `paid`.
 * @throws a violation of `order_step_append_only` when the week after the mark is over or the ownership is transferred,
 *   or of `order_step_taken_back_key` when a payment of the order was taken back before.
 */
export async function markPaymentUndone(trx: Transaction, bookingId: BookingId, now: Date): Promise<void> {
  await trx
    .updateTable('order_step')
    .set({ taken_back_at: now })
    .where('booking_id', '=', bookingId)
    .where('step', '=', 'paid-outside')
    .where('taken_back_at', 'is', null)
    .execute();
}

/** Marks a booking that was paid to the seller directly as unpaid again; returns false when it is not paid. */
export async function markBookingUnpaid(trx: Transaction, id: BookingId): Promise<boolean> {
  const result = await trx
    .updateTable('booking')
    .set({ status: 'unpaid', paid_at: null })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * What the page of an order shows in addition to the booking: the car, and the current state and telephone number of the
 * seller's account.
 */
export type OrderPageFacts = {
  readonly car: CarOfOrder;
  readonly sellerVerified: boolean;
  readonly closedAt: Date | null;
  readonly sellerPhoneNumber: string | null;
  readonly sellerStatus: AccountStatus;
};

/**
 * Reads what the page of an order shows in addition to the booking. The caller must have checked that the actor may
 * read the order. The query does not use the restricted database role, which may not read telephone numbers of other
 * users.
 */
export async function findOrderPageFacts(
  database: Database,
  bookingId: BookingId,
): Promise<OrderPageFacts | undefined> {
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
    sellerPhoneNumber: number,
    sellerStatus: seller_status,
    sellerVerified: verified_at !== null,
  };
}
