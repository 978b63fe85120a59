import type { Actor } from '@carhouse/core/account/account';
import { assertOwnAddress } from '@carhouse/core/account/owner-selector';
import { type BookingOnRecord, listBookingsOfBuyer } from '@carhouse/database/bookings';
import type { Context } from '../context.ts';

const ordersMaximum = 200;

/** Own orders, newest first. `email` is a selector that must be one's own. @throws DomainError NOT_FOUND for another's. */
export async function listOrders(
  context: Context,
  actor: Actor,
  email: string | undefined,
): Promise<readonly BookingOnRecord[]> {
  assertOwnAddress(actor, email);
  return listBookingsOfBuyer(context.database, actor.accountId, ordersMaximum);
}
