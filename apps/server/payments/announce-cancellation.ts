import { listParties } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Context } from '../context.ts';
import { announcePayment } from './announce-payment.ts';

/**
 * Adds a mail about the cancellation for the buyer and the seller of each booking, in the transaction that cancels.
 * @param by the account whose deletion or suspension cancels the bookings, and which gets no mail; null when buyer and
 *   seller both get one.
 */
export async function announceCancellation(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  bookings: readonly BookingId[],
  by: AccountId | null,
): Promise<void> {
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
