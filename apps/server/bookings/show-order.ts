import { findBooking, findBookingOfBuyer } from '@carhouse/database/bookings/bookings';
import { runAsMember } from '@carhouse/database/connection/member-role';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { attachHolds, type OpenOrder } from './list-orders.ts';

/**
 * One booking of the caller; an admin may read any. Another buyer's booking is refused in the same way as an unknown
 * booking; a paid booking is shown with `paid: true`.
 * @throws DomainError NOT_FOUND.
 */
export async function showOrder(context: Context, actor: Actor, id: string): Promise<OpenOrder> {
  const bookingId = requireId<'booking'>(id);
  const booking =
    actor.role === 'admin'
      ? await findBooking(context.database, bookingId)
      : await runAsMember(context.database, actor.accountId, (trx) =>
          findBookingOfBuyer(trx, actor.accountId, bookingId),
        );
  const [order] = booking === undefined ? [] : await attachHolds(context, [booking]);
  if (order === undefined) throw new DomainError('NOT_FOUND');
  return order;
}
