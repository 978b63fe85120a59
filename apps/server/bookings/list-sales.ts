import { type BookingOnRecord, listBookingsOfSeller } from '@carhouse/database/bookings/bookings';
import { listStepsOfOrders } from '@carhouse/database/bookings/order-steps';
import { runAsMember } from '@carhouse/database/connection/member-role';
import type { Actor } from '@carhouse/domain/account/account';
import type { OrderStep } from '@carhouse/domain/booking/order-lifecycle';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

/** Number of bookings on one page of My Buyers. */
const salesPage = 50;

/** A booking of one of the seller's cars, with the steps that were marked. */
export type SaleWithSteps = { readonly booking: BookingOnRecord; readonly steps: readonly OrderStep[] };

/**
 * Returns a page of the bookings of the caller's cars, newest first.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export function listSales(
  context: Context,
  actor: Actor,
  before: string | undefined,
): Promise<{ readonly rows: readonly SaleWithSteps[]; readonly next: Page<BookingOnRecord>['next'] }> {
  return runAsMember(context.database, actor.accountId, async (trx) => {
    const { rows, next } = await selectPage({
      before,
      size: salesPage,
      readTime: (booking: BookingOnRecord) => booking.createdAt,
      select: (limit, after) => listBookingsOfSeller(trx, actor.accountId, limit, after),
    });
    const ids = rows.map(({ id }) => id);
    const steps = await listStepsOfOrders(trx, ids);
    return { rows: rows.map((booking) => ({ booking, steps: steps.get(booking.id) ?? [] })), next };
  });
}
