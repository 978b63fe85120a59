import { listParties } from '@carhouse/database/bookings/bookings';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { findChargeMoneyPlace } from '@carhouse/database/payments/disputes';
import { saveReservationEnd } from '@carhouse/database/payments/payment-parts';
import { listPaymentsOfBookings } from '@carhouse/database/payments/payments';
import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import type { OutboxKind } from '@carhouse/domain/payment/outbox';
import type { Outcome } from '@carhouse/domain/reservation/reservation';
import { endBankParts } from '../bank-parts/end-bank-parts.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { advanceQueue, type QueueContext } from '../reservations/advance-queue.ts';
import { type DecidedDeposit, decideDeposit, forfeitDeposit } from '../reservations/decide-deposit.ts';
import { freezeDisputedSale } from '../sales/open-complaint.ts';
import { announcePayment } from './announce-payment.ts';
import { type RefundOfParts, refundPart } from './refund-part.ts';

export type Cancellation = Partial<RefundOfParts> & {
  /** How a reservation of one of the bookings ends. This decides which part of its deposit is refunded. */
  readonly outcome: Outcome;
  /**
   * The account whose deletion or suspension cancels the bookings, and which gets no mail; null when buyer and seller both
   * get one.
   */
  readonly endedAccountId: AccountId | null;
};

/**
 * Completes the cancellation of bookings, in the transaction that cancels them. The reservations of the bookings end,
 * and the paid parts of their prices are refunded, less what a buyer has forfeited of a deposit. When a bank has paid
 * the seller, the seller then owes the bank this money. The buyer and the seller of each booking get a mail. When a car
 * is free again, the first buyer in its queue gets a turn. The bookings must be locked.
 */
export async function completeCancellation(
  context: QueueContext,
  trx: Transaction,
  bookings: readonly BookingId[],
  { outcome, endedAccountId, ...cancellation }: Cancellation,
): Promise<void> {
  const refund: RefundOfParts = { reason: 'The booking was cancelled.', actorId: null, ...cancellation };
  const parties = await listParties(trx, bookings);
  const payments = await listPaymentsOfBookings(trx, bookings);
  const dividedDeposits = new Map<BookingId, DecidedDeposit>();
  const entries: LedgerEntry[] = [...(await endBankParts(context, trx, parties, refund.actorId))];
  for (const { bookingId, sellerId } of parties) {
    const paymentsOfBooking = payments.filter((payment) => payment.bookingId === bookingId);
    if (paymentsOfBooking.length === 0) continue;
    const { actorId, voidPaymentId } = refund;
    const deposit = await decideDeposit(context, trx, bookingId, {
      outcome,
      actorId,
      payments: paymentsOfBooking,
      voidPaymentId,
    });
    if (deposit === undefined) await saveReservationEnd(trx, bookingId, outcome.end);
    else dividedDeposits.set(bookingId, deposit);
    for (const payment of paymentsOfBooking) {
      const isDivided = payment.id === deposit?.depositPaymentId && deposit.forfeit > 0n;
      const part = isDivided ? deposit.refund : undefined;
      entries.push(...(await refundPart(context, trx, payment, refund, part)));
      if (!isDivided) continue;
      entries.push(await forfeitDeposit(context, trx, payment, { forfeit: deposit.forfeit, sellerId }));
      // When a bank holds the forfeited part because of a dispute, the seller gets the part only after the bank's
      // decision and an admin's approval.
      if ((await findChargeMoneyPlace(trx, payment)) === 'disputed') await freezeDisputedSale(context, trx, bookingId);
    }
  }
  await announceCancellations(context, trx, {
    parties,
    refundedBookings: new Set(payments.map(({ bookingId }) => bookingId)),
    dividedDeposits,
    by: endedAccountId,
  });
  // All entries of a transaction are saved together (`recordEntries`).
  await recordEntries(context, trx, entries);
  for (const listingId of [...new Set(payments.map((payment) => payment.listingId))].sort())
    await advanceQueue(context, trx, listingId);
}

/**
 * Adds the mails about cancelled bookings. For a reservation the mail says how the reservation has ended; for other
 * bookings with paid parts there is also a mail about the refund.
 */
async function announceCancellations(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  cancellations: {
    readonly parties: Awaited<ReturnType<typeof listParties>>;
    readonly refundedBookings: ReadonlySet<BookingId>;
    readonly dividedDeposits: ReadonlyMap<BookingId, DecidedDeposit>;
    readonly by: AccountId | null;
  },
): Promise<void> {
  const { parties, refundedBookings, dividedDeposits, by } = cancellations;
  const addMails = (kind: OutboxKind, to: readonly { bookingId: BookingId; recipientId: AccountId }[]): Promise<void> =>
    announcePayment(context, trx, kind, to);
  await addMails(
    'refunded',
    parties
      .filter(({ bookingId }) => refundedBookings.has(bookingId) && !dividedDeposits.has(bookingId))
      .map(({ bookingId, buyerId }) => ({ bookingId, recipientId: buyerId })),
  );
  const recipients = parties
    .flatMap(({ bookingId, buyerId, sellerId }) =>
      [buyerId, sellerId].map((recipientId) => ({ bookingId, recipientId })),
    )
    .filter((each) => each.recipientId !== by);
  await addMails(
    'cancelled',
    recipients.filter(({ bookingId }) => !dividedDeposits.has(bookingId)),
  );
  await addMails(
    'reservation-ended',
    recipients.filter(({ bookingId }) => dividedDeposits.has(bookingId)),
  );
}
