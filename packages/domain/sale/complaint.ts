import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Id } from '../ids/id.ts';

export type ComplaintId = Id<'complaint'>;

/** The grounds of a complaint. `dispute` is made by the server when the buyer's bank disputes the charge. */
export const complaintGrounds = ['not-handed-over', 'not-as-described', 'not-transferred', 'other', 'dispute'] as const;
export type ComplaintGround = (typeof complaintGrounds)[number];
/** The grounds that a buyer can choose. */
export const buyerGrounds = ['not-handed-over', 'not-as-described', 'not-transferred', 'other'] as const;

/** How a complaint ended: the seller is paid, the buyer is refunded, or the sale goes on. */
export const complaintOutcomes = ['released', 'refunded', 'resumed'] as const;
export type ComplaintOutcome = (typeof complaintOutcomes)[number];

/** The minimum length of what either side says, in characters. */
export const complaintTextMinimum = 10;
/** The minimum length of the reason of a decision, in characters. */
export const decisionTextMinimum = 3;
/** The maximum length of what either side says, in characters. */
export const complaintTextMaximum = 2_000;

/** A reason for which a sale is frozen until an admin decides. A sale has at most one open complaint. */
export type Complaint = {
  readonly id: ComplaintId;
  readonly bookingId: BookingId;
  readonly ground: ComplaintGround;
  /** The buyer's words; null when the server made the complaint or the words are no longer kept. */
  readonly buyerText: string | null;
  /** The seller's words; null until they answer. */
  readonly sellerText: string | null;
  readonly outcome: ComplaintOutcome | null;
  /** The reason of the decision. Buyer and seller read the reason. */
  readonly decision: string | null;
  readonly decidedBy: AccountId | null;
  readonly openedAt: Date;
  readonly decidedAt: Date | null;
};
