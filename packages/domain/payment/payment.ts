import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Id } from '../ids/id.ts';
import type { ListingId } from '../listing/listing.ts';
import type { Cents } from '../money/money.ts';
import type { PaymentPartId } from './payment-plan.ts';

export const attemptStates = ['open', 'succeeded', 'cancelled', 'refund_due', 'refunded'] as const;
export type AttemptState = (typeof attemptStates)[number];
export type AttemptId = Id<'payment_attempt'>;
export type PaymentId = Id<'payment'>;
export type RefundId = Id<'refund'>;
/** The states of a refund. `void` means that the provider has no charge to refund. */
export const refundStates = ['due', 'pending', 'succeeded', 'failed', 'void'] as const;
export type RefundState = (typeof refundStates)[number];
export type DisputeKind = 'dispute' | 'warning';

/** Number of minutes for which a buyer who opens the payment page holds the car. */
export const holdMinutes = 15;

/**
 * One attempt to pay for one booking. While the attempt is open it holds the car, because the database allows only one
 * open attempt for each listing.
 */
export type PaymentAttempt = {
  readonly id: AttemptId;
  readonly bookingId: BookingId;
  readonly listingId: ListingId;
  readonly buyerId: AccountId;
  readonly amount: Cents;
  readonly currency: string;
  readonly state: AttemptState;
  /** The provider's id of the charge; null until the provider has answered. */
  readonly intentId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /**
   * The time at which the hold started. The start of the hold is earlier than the attempt's `createdAt` when the buyer
   * left the payment page and returned.
   */
  readonly heldFrom: Date;
  /**
   * The time at which the buyer left the payment page or an admin ended the hold; null before. After the time
   * `expiresAt` any server process may cancel the charge.
   */
  readonly releasedAt: Date | null;
  /** Whether the charge may be paid with PayNow. Whether PayNow is possible depends on the amount of the attempt. */
  readonly takesPaynow: boolean;
  /** The part of the price that the charge pays; null when it pays the whole price. */
  readonly partId: PaymentPartId | null;
};

/**
 * Whether the attempt holds its car: its state is `open`, it has not expired and it was not released. The status of the
 * booking is not checked: the booking may already be closed.
 */
export function isHolding(attempt: Pick<PaymentAttempt, 'state' | 'expiresAt' | 'releasedAt'>, now: Date): boolean {
  return attempt.state === 'open' && attempt.releasedAt === null && attempt.expiresAt > now;
}
