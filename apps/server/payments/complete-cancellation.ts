import { listParties } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Context } from '../context.ts';
import { announcePayment } from './announce-payment.ts';
import { type RefundOfParts, refundParts } from './refund-parts.ts';

/**
 * Does what follows from the cancellation of bookings, in the transaction that cancels them: the paid parts of their prices
 * are refunded, and the buyer and the seller of each booking get a mail.
 * @param by the account whose deletion or suspension cancels the bookings, and which gets no mail; null when buyer and
 *   seller both get one.
 */
export async function completeCancellation(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  bookings: readonly BookingId[],
  by: AccountId | null,
  refund: RefundOfParts = { reason: 'The booking was cancelled.', actorId: null },
): Promise<void> {
  await refundParts(context, trx, bookings, refund);
  const parties = await listParties(trx, bookings);
  const recipients = parties.flatMap(({ bookingId, buyerId, sellerId }) =>
    [buyerId, sellerId].map((recipientId) => ({ bookingId, recipientId })),
  );
  await announcePayment(
    context,
    trx,
    'cancelled',
    recipients.filter((each) => each.recipientId !== by),
  );
}
