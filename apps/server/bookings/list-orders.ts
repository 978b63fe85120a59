import type { OrderProgress } from '@carhouse/contract/order-progress';
import { findAccountStatuses } from '@carhouse/database/accounts/sellers';
import { type BookingRecord, countBookingsOfBuyer, listBookingsOfBuyer } from '@carhouse/database/bookings/bookings';
import { type CarOfOrder, listCarsOfOrders } from '@carhouse/database/bookings/cars-of-orders';
import { runAsMember } from '@carhouse/database/connection/member-role';
import { findHoldingBookingsByListing } from '@carhouse/database/payments/payment-attempts';
import type { AccountStatus, Actor } from '@carhouse/domain/account/account';
import { assertOwnAddress } from '@carhouse/domain/account/owner-selector';
import type { PaymentInstructions } from '@carhouse/domain/payment-instructions/payment-instructions';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';
import { readOrderInstructions } from '../payment-instructions/read-order-instructions.ts';
import { readOrderProgress } from './read-order-progress.ts';

/** A booking, with the current state of its car and its seller. */
export type OrderWithCurrentState = BookingRecord & {
  readonly car: CarOfOrder;
  readonly progress: OrderProgress;
  /** The current hold of the listing, or null. `isOwn` says whether the hold belongs to the buyer. */
  readonly hold: { readonly isOwn: boolean; readonly endsAt: Date } | null;
  readonly sellerStatus: AccountStatus;
  /** How the seller wants to be paid for this open order; undefined where buyers pay through Car House. */
  readonly paymentInstructions: PaymentInstructions | undefined;
};

/**
 * Returns a page of the caller's orders, newest first, and their total number. `email` must be the caller's own address.
 * @throws DomainError NOT_FOUND for another address, BAD_REQUEST for a malformed cursor.
 */
export async function listOrders(
  context: Context,
  actor: Actor,
  query: { readonly email?: string | undefined; readonly before?: string | undefined },
): Promise<Page<OrderWithCurrentState> & { readonly total: number }> {
  assertOwnAddress(actor, query.email);
  const { page, total } = await runAsMember(context.database, actor.accountId, async (trx) => ({
    page: await selectPage({
      before: query.before,
      readTime: (booking: BookingRecord) => booking.createdAt,
      select: (limit, after) => listBookingsOfBuyer(trx, actor.accountId, limit, after),
    }),
    total: await countBookingsOfBuyer(trx, actor.accountId),
  }));
  return { ...page, rows: await attachCurrentState(context, actor, page.rows), total };
}

/**
 * Adds to each booking its car, the status of its seller, and the progress of its order. Open bookings also get the
 * current hold of their listing and the instructions of their seller.
 */
export async function attachCurrentState(
  context: Context,
  actor: Actor,
  bookings: readonly BookingRecord[],
): Promise<readonly OrderWithCurrentState[]> {
  const openBookings = bookings.filter(({ status }) => status === 'unpaid');
  const ids = openBookings.map(({ listingId }) => listingId);
  const [holdersByListing, sellersOnly, cars, instructions, progresses] = await Promise.all([
    findHoldingBookingsByListing(context.database, ids, context.now()),
    findAccountStatuses(context.database, [...new Set(bookings.map(({ sellerId }) => sellerId))]),
    listCarsOfOrders(
      context.database,
      bookings.map(({ listingId }) => listingId),
    ),
    readOrderInstructions(context, actor, bookings),
    readOrderProgress(context, bookings),
  ]);
  return bookings.flatMap((booking) => {
    const car = cars.get(booking.listingId);
    const sellerStatus = sellersOnly.get(booking.sellerId);
    const progress = progresses.get(booking.id);
    // The condition is never true, because foreign keys keep the listing and the seller of every booking.
    if (car === undefined || sellerStatus === undefined || progress === undefined) return [];
    const holderOfCar = booking.status === 'unpaid' ? holdersByListing.get(booking.listingId) : undefined;
    const hold =
      holderOfCar === undefined ? null : { isOwn: holderOfCar.bookingId === booking.id, endsAt: holderOfCar.until };
    const paymentInstructions = booking.status === 'unpaid' ? instructions.get(booking.sellerId) : undefined;
    return [{ ...booking, car, progress, hold, sellerStatus, paymentInstructions }];
  });
}
