import type { Cents } from '../money/money.ts';
import type { DiscrepancyKind } from './discrepancy.ts';
import type { AttemptId } from './payment.ts';

/** The card provider's record of a charge. */
export type ProviderCharge = {
  readonly succeeded: boolean;
  readonly attemptId: string | null;
  readonly amount: Cents;
  readonly amountRefunded: Cents;
  readonly currency: string;
  readonly livemode: boolean;
};

/** The server's record of the same charge: the payment attempt, and its result. */
export type ServerCharge = {
  readonly attemptId: AttemptId;
  readonly amount: Cents;
  readonly currency: string;
  readonly livemode: boolean;
  readonly paid: boolean;
  /**
   * Whether the server has a record of a refund of this charge, in progress or complete. Refunds are compared
   * elsewhere.
   */
  readonly isRefundRecorded: boolean;
};

/**
 * Returns how the two records of one charge differ (docs/reliability.md I2, I3), or null when they agree. Each pair of
 * records has at most one discrepancy.
 */
export function compareCharge(ours: ServerCharge | null, theirs: ProviderCharge | null): DiscrepancyKind | null {
  if (ours === null) {
    const isKept = theirs?.succeeded === true && theirs.amountRefunded < theirs.amount;
    return isKept && theirs.attemptId !== null ? 'charge-without-payment' : null;
  }
  if (ours.isRefundRecorded) return null;
  if (theirs?.succeeded !== true) return ours.paid ? 'payment-without-charge' : null;
  if (theirs.attemptId !== ours.attemptId) return 'charge-of-another-booking';
  const same = theirs.amount === ours.amount && theirs.currency === ours.currency && theirs.livemode === ours.livemode;
  if (!same || theirs.amountRefunded > 0n) return 'charge-mismatch';
  return ours.paid ? null : 'charge-without-payment';
}
