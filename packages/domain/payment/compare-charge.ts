import type { Cents } from '../money/money.ts';
import type { DiscrepancyKind } from './discrepancy.ts';
import type { AttemptId } from './payment.ts';

/** The card provider's record of a charge. */
export type ProviderCharge = {
  readonly hasSucceeded: boolean;
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
  readonly isPaid: boolean;
  /**
   * The recorded refund of this charge, in progress or complete; null when there is none. The refund is the whole
   * amount, or the part of a deposit that a buyer gets back. Whether the refund has arrived is checked by
   * the kinds `refund-failed` and `refund-overdue`.
   */
  readonly recordedRefund: Cents | null;
};

/**
 * Returns how the two records of one charge differ (docs/reliability.md I2, I3), or null when they agree. Each pair of
 * records has at most one discrepancy.
 */
export function compareCharge(
  serverCharge: ServerCharge | null,
  providerCharge: ProviderCharge | null,
): DiscrepancyKind | null {
  if (serverCharge === null) {
    const isMoneyKept = providerCharge?.hasSucceeded === true && providerCharge.amountRefunded < providerCharge.amount;
    return isMoneyKept && providerCharge.attemptId !== null ? 'charge-without-payment' : null;
  }
  if (serverCharge.recordedRefund !== null)
    return providerCharge !== null && providerCharge.amountRefunded > serverCharge.recordedRefund
      ? 'charge-mismatch'
      : null;
  if (providerCharge?.hasSucceeded !== true) return serverCharge.isPaid ? 'payment-without-charge' : null;
  if (providerCharge.attemptId !== serverCharge.attemptId) return 'charge-of-another-booking';
  const isSameCharge =
    providerCharge.amount === serverCharge.amount &&
    providerCharge.currency === serverCharge.currency &&
    providerCharge.livemode === serverCharge.livemode;
  if (!isSameCharge || providerCharge.amountRefunded > 0n) return 'charge-mismatch';
  return serverCharge.isPaid ? null : 'charge-without-payment';
}
