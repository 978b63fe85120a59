import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Id } from '../ids/id.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Cents } from '../money/money.ts';
import type { SellerTransferId } from './seller-transfer.ts';

export const sellerPayoutStates = ['sending', 'refused', 'under-way', 'paid', 'failed', 'returned'] as const;
export type SellerPayoutState = (typeof sellerPayoutStates)[number];

export type SellerPayoutId = Id<'payout'>;

/**
 * The money of one transfer on its way from the seller's account at the provider to their bank. A transfer has at most
 * one payout that is sending, under way or paid. After a payout that has failed or was returned, the server makes a new
 * payout.
 */
export type SellerPayout = {
  readonly id: SellerPayoutId;
  readonly transferId: SellerTransferId;
  readonly bookingId: BookingId;
  readonly sellerId: AccountId;
  readonly state: SellerPayoutState;
  readonly providerAccountId: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly idempotencyKey: string;
  /** The provider's id of the payout; null until the provider has made the payout. */
  readonly providerPayoutId: string | null;
  /** The provider's code for why the payout was refused, has failed or was returned. */
  readonly failureCode: string | null;
  /** The day on which the provider expects the money at the bank; null until the payout is under way. */
  readonly arrivesAt: Date | null;
  /** The time at which the server first learned that the provider calls the payout paid; null before. */
  readonly paidAt: Date | null;
  readonly failedTries: number;
  /** The time at which the reconciler asks the provider about the payout next; null when it does not ask any more. */
  readonly nextStepAt: Date | null;
  readonly createdAt: Date;
};

/**
 * The states of a payout. `sending`: the provider may or may not have made the payout. `failed`: the money has come
 * back before it arrived at the bank. `returned`: the bank has sent the money back after the provider had called the
 * payout paid (Stripe, `payout.failed` after `payout.paid`).
 */
export const sellerPayoutLifecycle: Lifecycle<
  SellerPayoutState,
  'send' | 'refuse' | 'pay' | 'fail' | 'return',
  'provider'
> = {
  noun: 'payout',
  initialState: 'sending',
  states: sellerPayoutStates,
  transitions: [
    { from: 'sending', event: 'send', to: 'under-way', by: ['provider'] },
    { from: 'sending', event: 'refuse', to: 'refused', by: ['provider'] },
    { from: 'under-way', event: 'pay', to: 'paid', by: ['provider'] },
    { from: 'under-way', event: 'fail', to: 'failed', by: ['provider'] },
    { from: 'paid', event: 'return', to: 'returned', by: ['provider'] },
  ],
};

/** Whether the money of a payout is on its way to the bank or has arrived, as far as the server knows. */
export function isUnfailedPayout(state: SellerPayoutState): boolean {
  return state === 'sending' || state === 'under-way' || state === 'paid';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * Number of days after a payout is paid in which the server asks the provider whether the bank has returned the money.
 */
export const returnCheckDays = 14;

/**
 * Returns the time at which the server asks the provider again about a payout, because events may be lost. The server
 * asks every hour while the payout is under way, and every day for `returnCheckDays` once it is paid. Null afterwards.
 */
export function computeNextPayoutCheckTime(
  { state, paidAt }: Pick<SellerPayout, 'state' | 'paidAt'>,
  now: Date,
): Date | null {
  if (state === 'under-way') return new Date(now.getTime() + hourMs);
  const isReturnPossible = state === 'paid' && now.getTime() - (paidAt ?? now).getTime() < returnCheckDays * dayMs;
  return isReturnPossible ? new Date(now.getTime() + dayMs) : null;
}
