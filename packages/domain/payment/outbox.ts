import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Id } from '../ids/id.ts';

/** The kinds of mails about an order. */
export const outboxKinds = [
  'booked',
  'receipt',
  'sold',
  'part-paid',
  'paid-outside',
  'payment-undone',
  'car-lost',
  'cancelled',
  'refunded',
  'charged-back',
  'handed-over',
  'confirmed',
  'complaint',
  'complaint-answered',
  'complaint-decided',
  'transferred',
  'paid-out',
  'payout-returned',
  'reserved',
  'reservation-ended',
  'your-turn',
  'bank-stated',
  'bank-received',
  'bank-refused',
  'bank-confirmed',
  'bank-to-return',
  'bank-sent-back',
  'bank-returned',
] as const;
export type OutboxKind = (typeof outboxKinds)[number];
/**
 * `failed`: the last allowed try failed; the screen of payment issues shows the message. `dropped`: the recipient's
 * account was deleted. `merged`: the message was not sent, but counted in a digest.
 */
export type OutboxState = 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped' | 'merged';
export type OutboxId = Id<'outbox'>;

/**
 * A mail to one user about a committed change, which is waiting to be sent. The message contains only ids of users.
 * The e-mail addresses of the users are read when the mail is sent.
 */
export type OutboxMessage = {
  readonly id: OutboxId;
  readonly kind: OutboxKind;
  readonly bookingId: BookingId;
  readonly recipientId: AccountId;
};

/** Number of failed tries after which a message becomes `failed`. */
export const deliveryAttemptMaximum = 8;

/**
 * Returns the seconds until the next attempt to send a mail: 30 after the first failure, and twice as many after each
 * further failure, at most an hour.
 */
export function computeRetryPauseSeconds(tries: number): number {
  return Math.min(3600, 30 * 2 ** Math.max(0, tries - 1));
}
