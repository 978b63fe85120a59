import { inTransaction } from '@carhouse/database/connection/transaction';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Cents } from '@carhouse/domain/money/money';
import { decideRefund, findGiveUpOutcome } from '@carhouse/domain/reservation/reservation';
import type { Context } from '../context.ts';
import { releaseBookings } from '../payments/release-bookings.ts';
import { endReservation } from './end-reservation.ts';
import { lockActiveReservation } from './lock-active-reservation.ts';

/**
 * Gives up an active reservation for its buyer. The whole deposit is refunded before the end of the free days, and half
 * of it afterwards.
 * @param seenRefund the refund that the buyer was shown.
 * @throws DomainError NOT_FOUND, ILLEGAL_TRANSITION (not active), TERMS_CHANGED (the refund now differs from
 *   `seenRefund`).
 */
export async function releaseReservation(context: Context, actor: Actor, id: string, seenRefund: Cents): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    const lockedReservation = await lockActiveReservation(context, trx, actor, id);
    if (lockedReservation.side !== 'buyer') throw new DomainError('NOT_FOUND');
    const at = context.now();
    const outcome = findGiveUpOutcome(context.config.businessMode);
    if (decideRefund(lockedReservation.terms, outcome, at).refund !== seenRefund)
      throw new DomainError('TERMS_CHANGED');
    await endReservation(context, trx, actor, lockedReservation, { outcome, reason: 'Given up by the buyer.', at });
  });
  await releaseBookings(context, [requireId<'booking'>(id)]);
}
