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
   * The recorded refund of this charge, in progress or complete; null when there is none. It is the whole amount, or what a
   * buyer gets back of a deposit. Whether it has arrived is compared elsewhere.
   */
  readonly recordedRefund: Cents | null;
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
  if (ours.recordedRefund !== null)
    return theirs !== null && theirs.amountRefunded > ours.recordedRefund ? 'charge-mismatch' : null;
  if (theirs?.succeeded !== true) return ours.paid ? 'payment-without-charge' : null;
  if (theirs.attemptId !== ours.attemptId) return 'charge-of-another-booking';
  const same = theirs.amount === ours.amount && theirs.currency === ours.currency && theirs.livemode === ours.livemode;
  if (!same || theirs.amountRefunded > 0n) return 'charge-mismatch';
  return ours.paid ? null : 'charge-without-payment';
}
