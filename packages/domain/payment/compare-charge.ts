import type { Cents } from '../money/money.ts';
import type { DiscrepancyKind } from './discrepancy.ts';
import type { AttemptId } from './payment.ts';

/** The provider's record of a charge. */
export type TheirCharge = {
  readonly succeeded: boolean;
  readonly attemptId: string | null;
  readonly amount: Cents;
  readonly amountRefunded: Cents;
  readonly currency: string;
  readonly livemode: boolean;
};

/** The server's record of it: its attempt, and the result. */
export type OurCharge = {
  readonly attemptId: AttemptId;
  readonly amount: Cents;
  readonly currency: string;
  readonly livemode: boolean;
  readonly paid: boolean;
  /** Whether a refund is in progress or complete. The refund then has separate discrepancies. */
  readonly refundNoted: boolean;
};

/** Where the two sides of one charge disagree (docs/reliability.md I2, I3), or null. Each pair has at most one discrepancy. */
export function compareCharge(ours: OurCharge | null, theirs: TheirCharge | null): DiscrepancyKind | null {
  if (ours === null) {
    const kept = theirs?.succeeded === true && theirs.amountRefunded < theirs.amount;
    return kept && theirs.attemptId !== null ? 'charge-without-payment' : null;
  }
  if (ours.refundNoted) return null;
  if (theirs?.succeeded !== true) return ours.paid ? 'payment-without-charge' : null;
  if (theirs.attemptId !== ours.attemptId) return 'charge-of-another-booking';
  const same = theirs.amount === ours.amount && theirs.currency === ours.currency && theirs.livemode === ours.livemode;
  if (!same || theirs.amountRefunded > 0n) return 'charge-mismatch';
  return ours.paid ? null : 'charge-without-payment';
}
