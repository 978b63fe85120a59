import type { Actor } from '@carhouse/core/account/account';
import { DomainError } from '@carhouse/core/errors/domain-error';
import { parseId } from '@carhouse/core/ids/id';
import { type BookingWithReason, findBookingOfBuyer } from '@carhouse/database/bookings';
import type { Context } from '../context.ts';

/** One own booking. Another's answers like none. @throws DomainError NOT_FOUND. */
export async function showOrder(context: Context, actor: Actor, id: string): Promise<BookingWithReason> {
  const bookingId = parseId<'booking'>(id);
  const booking = bookingId && (await findBookingOfBuyer(context.database, actor.accountId, bookingId));
  if (booking === undefined) throw new DomainError('NOT_FOUND');
  return booking;
}
