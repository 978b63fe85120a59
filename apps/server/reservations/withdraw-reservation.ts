import { inTransaction } from '@carhouse/database/connection/transaction';
import { listAttemptsOfBookings } from '@carhouse/database/payments/payment-attempts';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import { isHolding } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { endReservation } from './end-reservation.ts';
import { lockActiveReservation } from './lock-active-reservation.ts';

/**
 * Ends an active reservation of an own car, for its seller. The whole deposit is refunded. While the buyer is paying the rest
 * of the price, the seller cannot end it.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION (not active), CAR_RESERVED.
 */
export async function withdrawReservation(context: Context, actor: Actor, id: string, reason: string): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    const locked = await lockActiveReservation(context, trx, actor, id);
    if (locked.side !== 'seller') throw new DomainError('NOT_FOUND');
    const at = context.now();
    const openAttempt = (await listAttemptsOfBookings(trx, [locked.booking.id])).find((attempt) =>
      isHolding(attempt, at),
    );
    if (openAttempt !== undefined) {
      const detail = 'The buyer is paying for this car right now.';
      const retryAfter = Math.ceil((openAttempt.expiresAt.getTime() - at.getTime()) / 1000);
      throw new DomainError('CAR_RESERVED', { detail, retryAfter });
    }
    const outcome = { end: 'seller-withdrew' } as const;
    await endReservation(context, trx, actor, locked, {
      outcome,
      reason: `Cancelled by the seller: ${reason.trim()}`,
      at,
    });
  });
  await releaseBookings(context, [requireId<'booking'>(id)]);
}
