import { type BookingOnRecord, countBookingsOfBuyer, listBookingsOfBuyer } from '@carhouse/database/bookings/bookings';
import { runAsMember } from '@carhouse/database/connection/member-role';
import { findHolders } from '@carhouse/database/payments/payment-attempts';
import type { Actor } from '@carhouse/domain/account/account';
import { assertOwnAddress } from '@carhouse/domain/account/owner-selector';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

/** A booking, with the current hold of its listing if there is one: `own` says whether the hold is the buyer's. */
export type OpenOrder = BookingOnRecord & { readonly hold: { readonly own: boolean; readonly until: Date } | null };

/**
 * Returns a page of the caller's orders, newest first, and their total number. `email` must be the caller's own address.
 * @throws DomainError NOT_FOUND for another address, BAD_REQUEST for a malformed cursor.
 */
export async function listOrders(
  context: Context,
  actor: Actor,
  query: { readonly email?: string | undefined; readonly before?: string | undefined },
): Promise<Page<OpenOrder> & { readonly total: number }> {
  assertOwnAddress(actor, query.email);
  const { page, total } = await runAsMember(context.database, actor.accountId, async (trx) => ({
    page: await selectPage({
      before: query.before,
      timeOf: (booking: BookingOnRecord) => booking.createdAt,
      select: (limit, after) => listBookingsOfBuyer(trx, actor.accountId, limit, after),
    }),
    total: await countBookingsOfBuyer(trx, actor.accountId),
  }));
  return { ...page, rows: await attachHolds(context, page.rows), total };
}

/** Adds the current hold of its listing to each open booking. */
export async function attachHolds(
  context: Context,
  bookings: readonly BookingOnRecord[],
): Promise<readonly OpenOrder[]> {
  const open = bookings.filter(({ status }) => status === 'unpaid');
  const ids = open.map(({ listingId }) => listingId);
  const holders = await findHolders(context.database, ids, context.now());
  return bookings.map((booking) => {
    const holder = booking.status === 'unpaid' ? holders.get(booking.listingId) : undefined;
    const hold = holder === undefined ? null : { own: holder.bookingId === booking.id, until: holder.until };
    return { ...booking, hold };
  });
}
