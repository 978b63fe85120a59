export type BalanceTransactionType =
  | 'adjustment'
  | 'charge'
  | 'payment'
  | 'payment_refund'
  | 'payout'
  | 'payout_cancel'
  | 'payout_failure'
  | 'refund'
  | 'refund_failure'
  | 'transfer'
  | 'transfer_refund';

/** One movement of a balance. Times are seconds since 1970, amounts are minor units (cents). */
export type BalanceTransactionRecord = {
  id: string;
  /** The connected account whose balance the movement changes. The account is null for the platform's own balance. */
  account: string | null;
  type: BalanceTransactionType;
  reportingCategory: string;
  /** Negative for money that leaves the balance. */
  amount: number;
  fee: number;
  currency: string;
  created: number;
  availableOn: number;
  description: string | null;
  /** The id of the object that moved the money. */
  source: string;
};
