import { findBooking, findBookingOfBuyer } from '@carhouse/database/bookings/bookings';
import { runAsMember } from '@carhouse/database/connection/member-role';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { attachCurrentState, type OrderWithCurrentState } from './list-orders.ts';

/**
 * Returns one booking of the caller, or any booking to an admin. For another buyer's booking the caller gets the same
 * error as for an unknown booking.
 * @throws DomainError NOT_FOUND.
 */
export async function showOrder(context: Context, actor: Actor, id: string): Promise<OrderWithCurrentState> {
  const bookingId = requireId<'booking'>(id);
  const booking =
    actor.role === 'admin'
      ? await findBooking(context.database, bookingId)
      : await runAsMember(context.database, actor.accountId, (trx) =>
          findBookingOfBuyer(trx, actor.accountId, bookingId),
        );
  const [order] = booking === undefined ? [] : await attachCurrentState(context, actor, [booking]);
  if (order === undefined) throw new DomainError('NOT_FOUND');
  return order;
}
