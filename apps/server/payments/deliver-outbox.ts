import { findAccount } from '@carhouse/database/accounts/accounts';
import { findBooking } from '@carhouse/database/bookings/bookings';
import { findBrandName } from '@carhouse/database/brands/brands';
import { closeDigest, takeMailPlace } from '@carhouse/database/outbox/mail-pace';
import { type ClaimedMessage, claimMessages, recordDelivery } from '@carhouse/database/outbox/outbox';
import { findPayment } from '@carhouse/database/payments/payments';
import { deliveryTries, pauseAfter } from '@carhouse/domain/payment/outbox';
import { type Letter, MailError, type Mailer } from '@carhouse/mail/mailer';
import type { Context } from '../context.ts';
import { presentDigest, presentLetter } from './present-letter.ts';

/** Few enough that the lease is longer than a mailer takes over all of them, at half a minute each (packages/mail/smtp-mailer.ts). */
const batch = 8;
/** A message whose sender has died comes again after it. */
const leaseMs = 5 * 60_000;

type Outcome = { readonly state: 'sent' | 'dropped' | 'waiting' | 'failed' | 'merged'; readonly error: string | null };

/**
 * Sends what the outbox holds. Every message belongs to one sender at a time; it is marked sent when the mailer has taken
 * it, tried again with growing pauses when not, and given up after the last try, where reconciliation shows it. Between the
 * mailer's answer and the mark a crash may send a mail twice, but never none.
 * @returns how many messages were looked at.
 */
export async function deliverOutbox(context: Context, mailer: Mailer): Promise<number> {
  let looked = 0;
  for (;;) {
    const now = context.now();
    const leaseEnds = new Date(now.getTime() + leaseMs);
    const messages = await claimMessages(context.database, { now, leaseEnds, limit: batch });
    for (const message of messages) {
      looked += 1;
      const { state, error } = await deliver(context, mailer, message);
      if (state === 'merged') continue;
      const at = context.now();
      const nextTryAt = new Date(at.getTime() + pauseAfter(message.tries) * 1000);
      await recordDelivery(context.database, message, { state, error, nextTryAt, now: at });
    }
    if (messages.length < batch) return looked;
  }
}

async function deliver(context: Context, mailer: Mailer, message: ClaimedMessage): Promise<Outcome> {
  try {
    const letter = await letterOf(context, message);
    if (letter === 'dropped' || letter === 'merged') return { state: letter, error: null };
    await mailer.send(letter);
    return { state: 'sent', error: null };
  } catch (error) {
    const lasting = error instanceof MailError && error.lasting;
    const over = lasting || message.tries >= deliveryTries;
    context.log.warn({ outboxId: message.id, kind: message.kind, tries: message.tries, over }, 'a mail was not sent');
    // The kind of the fault only: what a mail server says may name the person.
    return { state: over ? 'failed' : 'waiting', error: lasting ? 'refused for good' : 'could not be handed over' };
  }
}

/** The mail to be sent now; `merged` when its reader got enough mails within the hour: the digest counts it then. */
async function letterOf(context: Context, message: ClaimedMessage): Promise<Letter | 'dropped' | 'merged'> {
  const { database, config } = context;
  const recipient = await findAccount(database, message.recipientId);
  // Who is suspended is still told where their money and their orders are.
  if (recipient === undefined || recipient.status === 'deleted') return 'dropped';
  if (message.kind === 'digest') {
    return presentDigest(recipient, await closeDigest(database, message, context.now()), config.publicUrl);
  }
  const booking = await findBooking(database, message.bookingId);
  if (booking === undefined) return 'dropped';
  const place = await takeMailPlace(database, message, { now: context.now(), newDigestId: context.newId<'outbox'>() });
  if (place === 'merged') {
    context.securityLog.record({ event: 'mail', result: 'refused', code: 'MERGED', accountId: recipient.id });
    return 'merged';
  }
  const payment = await findPayment(database, message.bookingId);
  const brand = await findBrandName(database, booking.snapshot.brand);
  return presentLetter(message.kind, { recipient, booking, payment, brand, publicUrl: config.publicUrl });
}
