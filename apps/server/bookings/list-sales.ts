import type { OrderProgress } from '@carhouse/contract/order-progress';
import { type BookingRecord, listBookingsOfSeller } from '@carhouse/database/bookings/bookings';
import { runAsMember } from '@carhouse/database/connection/member-role';
import type { Actor } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';
import { readOrderProgress } from './read-order-progress.ts';

/** Number of bookings on one page of My Buyers. */
const salesPageSize = 50;

/** A booking of one of the seller's cars, with the progress of its order. */
export type SaleWithProgress = { readonly booking: BookingRecord; readonly progress: OrderProgress };

/**
 * Returns a page of the bookings of the caller's cars, newest first.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export async function listSales(
  context: Context,
  actor: Actor,
  before: string | undefined,
): Promise<{ readonly rows: readonly SaleWithProgress[]; readonly next: Page<BookingRecord>['next'] }> {
  const { rows, next } = await runAsMember(context.database, actor.accountId, (trx) =>
    selectPage({
      before,
      size: salesPageSize,
      readTime: (booking: BookingRecord) => booking.createdAt,
      select: (limit, after) => listBookingsOfSeller(trx, actor.accountId, limit, after),
    }),
  );
  const progresses = await readOrderProgress(context, rows);
  return {
    rows: rows.flatMap((booking) => {
      const progress = progresses.get(booking.id);
      return progress === undefined ? [] : [{ booking, progress }];
    }),
    next,
  };
}
