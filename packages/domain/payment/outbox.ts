import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Id } from '../ids/id.ts';

/** The kind of a mail about an order. */
export const outboxKinds = ['booked', 'receipt', 'sold', 'car-lost', 'cancelled', 'refunded'] as const;
export type OutboxKind = (typeof outboxKinds)[number];
/**
 * `failed`: not delivered after the last try; reconciliation shows it. `dropped`: its recipient's account was deleted.
 * `merged`: it is counted in a digest instead of being sent.
 */
export type OutboxState = 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped' | 'merged';
export type OutboxId = Id<'outbox'>;

/** A mail to one user about a committed change. It contains ids of users: addresses are read when it is sent. */
export type OutboxMessage = {
  readonly id: OutboxId;
  readonly kind: OutboxKind;
  readonly bookingId: BookingId;
  readonly recipientId: AccountId;
};

/** A message that could not be delivered this often goes to reconciliation. */
export const deliveryTries = 8;

/** Seconds until the next try: half a minute, doubled each time, at most one hour. */
export function pauseAfter(tries: number): number {
  return Math.min(3600, 30 * 2 ** Math.max(0, tries - 1));
}
