import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Id } from '../ids/id.ts';

/** The kinds of mails about an order. */
export const outboxKinds = ['booked', 'receipt', 'sold', 'car-lost', 'cancelled', 'refunded'] as const;
export type OutboxKind = (typeof outboxKinds)[number];
/**
 * `failed`: the message was not delivered after the last try; the reconciliation shows it. `dropped`: the recipient's
 * account was deleted. `merged`: the message is counted in a digest instead of being sent.
 */
export type OutboxState = 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped' | 'merged';
export type OutboxId = Id<'outbox'>;

/**
 * A mail to one user about a committed change, which is waiting to be sent. The message contains ids of users; their
 * addresses are read when it is sent.
 */
export type OutboxMessage = {
  readonly id: OutboxId;
  readonly kind: OutboxKind;
  readonly bookingId: BookingId;
  readonly recipientId: AccountId;
};

/** Number of failed deliveries after which a message is reported to the reconciliation. */
export const deliveryTries = 8;

/** Returns the seconds until the next try: half a minute, doubled each time, at most one hour. */
export function pauseAfter(tries: number): number {
  return Math.min(3600, 30 * 2 ** Math.max(0, tries - 1));
}
