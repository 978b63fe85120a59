import { findAccount } from '@carhouse/database/accounts/accounts';
import { findBooking, findNumericCarFacts, listBookingsClosedByPayment } from '@carhouse/database/bookings/bookings';
import { findBrandName } from '@carhouse/database/brands/brands';
import { closeDigest, listMergedMessages, reserveHourlyMail } from '@carhouse/database/outbox/mail-pace';
import { type ClaimedMessage, claimMessages, recordDelivery } from '@carhouse/database/outbox/outbox';
import { listPaymentsOfBooking } from '@carhouse/database/payments/payments';
import type { AccountId } from '@carhouse/domain/account/account';
import {
  computeRetryPauseSeconds,
  deliveryAttemptMaximum,
  type OutboxId,
  type OutboxKind,
  type OutboxMessage,
} from '@carhouse/domain/payment/outbox';
import { type CalendarFile, type Letter, MailError, type Mailer } from '@carhouse/mail/mailer';
import type { Context } from '../context.ts';
import { readMailedReservation } from '../reservations/read-mailed-reservation.ts';
import { parseTraceParent } from '../tracing/trace.ts';
import { presentDigest, presentLetter } from './present-letter.ts';
import { calendarFileCountMaximum, type MailedOrder, makeViewingFiles } from './present-viewing-files.ts';

/**
 * Maximum number of messages that a sender process claims together. Sending one batch of messages takes less time than
 * the lease, even when every mail reaches the mailer's timeout of half a minute (packages/mail/smtp-mailer.ts).
 */
const messagesPerBatch = 8;
/**
 * Milliseconds for which a sender process has a claimed message to itself. When a sender process has died, another
 * process sends its messages after this time.
 */
const leaseMs = 5 * 60_000;

/** Maximum number of other buyers' orders, ended by a sale, that are read for the mail about the sale. */
const lostBookingCountMaximum = 100;

type DeliveryOutcome = {
  readonly state: 'sent' | 'dropped' | 'waiting' | 'failed' | 'merged';
  readonly error: string | null;
};

/**
 * Sends the messages of the outbox. One sender process owns a message at a time. A message is marked as sent when the
 * mailer has accepted it. A failed message is retried after growing pauses. A message whose last try has failed is
 * marked as failed, and the reconciliation reports the message. After a crash between the mailer's response and the
 * update of the row the mail is sent again, but no mail is lost.
 * @returns number of messages that were processed.
 */
export async function deliverOutbox(context: Context, mailer: Mailer): Promise<number> {
  let examinedCount = 0;
  for (;;) {
    const now = context.now();
    const leaseEnd = new Date(now.getTime() + leaseMs);
    const messages = await claimMessages(context.database, { now, leaseEnd, limit: messagesPerBatch });
    for (const message of messages) {
      examinedCount += 1;
      await context.tracing.runInSpan(
        { name: `outbox ${message.kind}`, kind: 'consumer' },
        () => deliverAndRecord(context, mailer, message),
        parseTraceParent(message.traceParent ?? undefined),
      );
    }
    if (messages.length < messagesPerBatch) return examinedCount;
  }
}

async function deliverAndRecord(context: Context, mailer: Mailer, message: ClaimedMessage): Promise<void> {
  const { state, error } = await deliverMessage(context, mailer, message);
  if (state === 'merged') return;
  const now = context.now();
  const nextTryAt = new Date(now.getTime() + computeRetryPauseSeconds(message.tries) * 1000);
  await recordDelivery(context.database, message, { state, error, nextTryAt, now });
}

async function deliverMessage(context: Context, mailer: Mailer, message: ClaimedMessage): Promise<DeliveryOutcome> {
  try {
    const letter = await makeLetter(context, message);
    if (letter === 'dropped' || letter === 'merged') return { state: letter, error: null };
    await mailer.send(letter);
    return { state: 'sent', error: null };
  } catch (error) {
    const isPermanentFailure = error instanceof MailError && error.isPermanent;
    const isGivenUp = isPermanentFailure || message.tries >= deliveryAttemptMaximum;
    context.log.warn(
      { outboxId: message.id, kind: message.kind, tries: message.tries, over: isGivenUp },
      'a mail was not sent',
    );
    // The error text that is stored names only the kind of error, because the mail server's reply may contain the
    // recipient's address.
    return {
      state: isGivenUp ? 'failed' : 'waiting',
      error: isPermanentFailure ? 'refused for good' : 'could not be handed over',
    };
  }
}

/**
 * Returns the mail to send now; `merged` when the recipient has reached the hourly limit, so that the digest counts the
 * message.
 */
async function makeLetter(context: Context, message: ClaimedMessage): Promise<Letter | 'dropped' | 'merged'> {
  const { database, config } = context;
  const recipient = await findAccount(database, message.recipientId);
  // Suspended users still get mails about their payments and orders.
  if (recipient === undefined || recipient.status === 'deleted') return 'dropped';
  if (message.kind === 'digest') {
    const counts = await closeDigest(database, message, context.now());
    return presentDigest(
      recipient,
      counts,
      await collectDigestFiles(context, message.id, recipient.id),
      config.publicUrl,
    );
  }
  const facts = await readMailedFacts(context, message);
  if (facts === undefined) return 'dropped';
  const reservation = await reserveHourlyMail(context.pool, message, {
    now: context.now(),
    newDigestId: context.newId<'outbox'>(),
  });
  if (reservation === 'merged') {
    context.securityLog.record({ event: 'mail', result: 'refused', code: 'MERGED', accountId: recipient.id });
    return 'merged';
  }
  const order = await readMailedOrder(context, message.kind, facts);
  const payments = await listPaymentsOfBooking(database, message.bookingId);
  return presentLetter(message.kind, { ...order, recipient, payment: payments.at(-1), payments });
}

type MailedFacts = Pick<MailedOrder, 'booking' | 'reservation'>;

/**
 * Reads the booking and the reservation that a mail is about; undefined when the booking no longer exists, or the turn
 * is over.
 */
async function readMailedFacts(
  { database }: Context,
  { kind, bookingId, recipientId }: Pick<OutboxMessage, 'kind' | 'bookingId' | 'recipientId'>,
): Promise<MailedFacts | undefined> {
  const booking = await findBooking(database, bookingId);
  if (booking === undefined) return undefined;
  const reservation = await readMailedReservation(database, kind, booking, recipientId);
  return reservation === undefined ? undefined : { booking, reservation };
}

/** Reads the further data about the order that a mail needs. */
async function readMailedOrder(
  { database, config, now }: Context,
  kind: OutboxKind,
  { booking, reservation }: MailedFacts,
): Promise<MailedOrder> {
  const lostBookings =
    kind === 'sold' ? await listBookingsClosedByPayment(database, booking, lostBookingCountMaximum) : [];
  const brand = await findBrandName(database, booking.snapshot.brand);
  const numericCarFacts = await findNumericCarFacts(database, booking.listingId);
  return {
    booking,
    lostBookings,
    brand,
    numericFacts: numericCarFacts,
    reservation,
    publicUrl: config.publicUrl,
    now: now(),
  };
}

/**
 * Returns the calendar files of the mails that a digest replaces. A digest needs calendar files because the viewing
 * of an ended order must be removed from the calendar.
 */
async function collectDigestFiles(
  context: Context,
  digestId: OutboxId,
  recipientId: AccountId,
): Promise<readonly CalendarFile[]> {
  const files: CalendarFile[] = [];
  for (const message of await listMergedMessages(context.database, digestId, calendarFileCountMaximum)) {
    const facts = await readMailedFacts(context, { ...message, recipientId });
    if (facts !== undefined)
      files.push(...makeViewingFiles(message.kind, await readMailedOrder(context, message.kind, facts)));
  }
  return files.slice(0, calendarFileCountMaximum);
}
