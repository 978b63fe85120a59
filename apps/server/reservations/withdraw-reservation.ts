import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Context } from '../context.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { endReservation } from './end-reservation.ts';
import { lockActiveReservation } from './lock-active-reservation.ts';

/**
 * Ends an active reservation of the seller's own car. The whole deposit is refunded. The withdrawal does not wait for a
 * charge that the buyer has opened, because the buyer could block it by opening a charge every few minutes. The booking
 * is cancelled at once, the open charge is cancelled at the provider, and money that it has already taken is refunded
 * in full.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION (not active).
 */
export async function withdrawReservation(context: Context, actor: Actor, id: string, reason: string): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    const lockedReservation = await lockActiveReservation(context, trx, actor, id);
    if (lockedReservation.side !== 'seller') throw new DomainError('NOT_FOUND');
    await endReservation(context, trx, actor, lockedReservation, {
      outcome: { end: 'seller-withdrew' },
      reason: `Cancelled by the seller: ${reason.trim()}`,
      at: context.now(),
    });
  });
  await releaseBookings(context, [requireId<'booking'>(id)]);
}
