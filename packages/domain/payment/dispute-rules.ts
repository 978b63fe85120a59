import { locateDisputedMoney } from '../ledger/payment-entries.ts';
import type { Cents } from '../money/money.ts';
import type { DisputeKind } from './payment.ts';

/** The facts of a dispute that decide where the money of its charge is. */
export type DisputeFacts = {
  readonly kind: DisputeKind;
  /** The provider's status (Stripe, `status` of a Dispute). */
  readonly status: string;
  readonly open: boolean;
  /** The amount that the dispute withdraws; null for a fraud warning. */
  readonly amount: Cents | null;
};

/**
 * Where the money of a charge is: with Car House (`kept`), withdrawn by the bank of the buyer as a whole or in part
 * (`disputed`), or with the buyer, because the disputes about all of it are lost (`taken-back`).
 */
export type ChargeMoneyPlace = 'kept' | 'disputed' | 'taken-back';

/**
 * Whether a bank has withdrawn the money of a dispute and has not decided the dispute yet. An inquiry or a fraud
 * warning withdraws nothing.
 */
export function isWithdrawn({ kind, open, status }: DisputeFacts): boolean {
  return kind === 'dispute' && open && !status.startsWith('warning_');
}

/** Whether a bank has decided a dispute for its customer, so that the customer has the money. */
export function isLost({ kind, status }: DisputeFacts): boolean {
  return kind === 'dispute' && locateDisputedMoney(status) === 'lost';
}

/** Returns where the money of a charge of the amount `amount` is. A charge may have several disputes. */
export function locateChargeMoney(disputes: readonly DisputeFacts[], amount: Cents): ChargeMoneyPlace {
  const lostDisputes = disputes.filter(isLost);
  if (lostDisputes.reduce((sum, dispute) => sum + (dispute.amount ?? 0n), 0n) >= amount) return 'taken-back';
  return lostDisputes.length > 0 || disputes.some(isWithdrawn) ? 'disputed' : 'kept';
}
