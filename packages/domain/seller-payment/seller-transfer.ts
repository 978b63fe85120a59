import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Id } from '../ids/id.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { type Cents, cents } from '../money/money.ts';
import type { PaymentId } from '../payment/payment.ts';

export const sellerTransferStates = ['sending', 'refused', 'made', 'reversing', 'reversed'] as const;
export type SellerTransferState = (typeof sellerTransferStates)[number];

export type SellerTransferId = Id<'transfer'>;

/**
 * A transfer of money from Car House's balance at the provider to the seller's account there: the seller's share of one
 * confirmed sale, or the part of the share that comes from one charge. A transfer is saved before the server asks the
 * provider for it, so that a crash loses nothing. All requests for one transfer have the same idempotency key. A charge
 * has at most one transfer that was not refused.
 */
export type SellerTransfer = {
  readonly id: SellerTransferId;
  readonly bookingId: BookingId;
  readonly sellerId: AccountId;
  readonly state: SellerTransferState;
  /** The provider's id of the seller's account. */
  readonly providerAccountId: string;
  /**
   * The provider's id of the charge whose money is transferred. Null for a debt refund (decision 0085), whose money
   * comes from Car House's balance and is never taken back.
   */
  readonly chargeId: string | null;
  /** The payment that was made by this charge. */
  readonly paymentId: PaymentId;
  readonly amount: Cents;
  readonly currency: string;
  readonly idempotencyKey: string;
  /** The provider's id of the transfer; null until the provider has made the transfer. */
  readonly providerTransferId: string | null;
  /**
   * The reason why the provider has refused the transfer, or has last refused to reverse the transfer; null when it has
   * refused nothing.
   */
  readonly refusal: string | null;
  /**
   * Number of times that the provider has refused to reverse the transfer, plus one. The number of the round is part of
   * the idempotency key of the reversal.
   */
  readonly reversalRound: number;
  /**
   * The part of a refunded sale's money that the bank has returned and that pays a debt of the seller; 0 otherwise.
   * Only the remaining part is paid out to the seller again.
   */
  readonly takenBack: Cents;
  /** The time at which the provider has moved the amount `takenBack` back to Car House; null before. */
  readonly takenBackAt: Date | null;
  /** Number of tries of the current step that have failed. */
  readonly failedTries: number;
  /** The time at which the reconciler takes the next step; null when there is no next step. */
  readonly nextStepAt: Date | null;
  readonly createdAt: Date;
};

/**
 * The states of a transfer. `sending`: the provider may or may not have made the transfer. `refused`: no money has
 * moved. `made`: the money is in the seller's account at the provider. A refund of the sale takes the money back,
 * unless the money is on its way to the seller's bank.
 */
export const sellerTransferLifecycle: Lifecycle<
  SellerTransferState,
  'make' | 'refuse' | 'begin-reversal' | 'reverse',
  'provider' | 'admin'
> = {
  noun: 'transfer',
  initialState: 'sending',
  states: sellerTransferStates,
  transitions: [
    { from: 'sending', event: 'make', to: 'made', by: ['provider'] },
    { from: 'sending', event: 'refuse', to: 'refused', by: ['provider'] },
    { from: 'made', event: 'begin-reversal', to: 'reversing', by: ['admin', 'provider'] },
    { from: 'reversing', event: 'reverse', to: 'reversed', by: ['provider'] },
  ],
};

/**
 * Whether a transfer is a debt refund: it returns the money with which other sales have paid a debt that no longer
 * exists.
 */
export function isDebtRefund({ chargeId }: Pick<SellerTransfer, 'chargeId'>): boolean {
  return chargeId === null;
}

/** Returns the part of a seller's share that pays their debt: the whole debt if the share suffices, otherwise the share. */
export function computeNettedDebt(share: Cents, debt: bigint): Cents {
  if (debt <= 0n) return cents(0);
  return debt < share ? cents(debt) : share;
}

/**
 * Splits a seller's share over the charges that have paid the price, in their order. Each charge gives at most its own
 * amount, until the share is complete. Charges that give nothing are not in the result.
 * @throws RangeError when the charges together took less than the share.
 */
export function splitShare<Payment extends { readonly amount: Cents }>(
  share: Cents,
  payments: readonly Payment[],
): readonly { readonly payment: Payment; readonly amount: Cents }[] {
  let remainingShare: bigint = share;
  const paymentShares = payments.map((payment) => {
    const amount = cents(payment.amount < remainingShare ? payment.amount : remainingShare);
    remainingShare -= amount;
    return { payment, amount };
  });
  if (remainingShare > 0n) throw new RangeError('The charges took less than the share.');
  return paymentShares.filter(({ amount }) => amount > 0n);
}

const firstRetryDelayMs = 10 * 60_000;
const retryDelayMaximumMs = 24 * 3_600_000;

/**
 * Returns the time of the next try after a step has failed: ten minutes after the first failure, then twice as long after
 * each further one, at most a day.
 * @param failedTries the number of failures so far, at least 1.
 */
export function computeNextAttemptTime(failedTries: number, now: Date): Date {
  const pauseMs = Math.min(retryDelayMaximumMs, firstRetryDelayMs * 2 ** Math.min(20, failedTries - 1));
  return new Date(now.getTime() + pauseMs);
}
