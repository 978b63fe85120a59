/** The records of transfers. Times are seconds since 1970, amounts are minor units (cents). */

export type TransferRecord = {
  id: string;
  /** The connected account that receives the money. */
  destination: string;
  amount: number;
  amountReversed: number;
  currency: string;
  created: number;
  description: string | null;
  metadata: Record<string, string>;
  /** The charge whose money is transferred. The source is null when the money comes from the available balance. */
  sourceTransaction: string | null;
  transferGroup: string | null;
  balanceTransactionId: string;
  /** The payment in the connected account, and the movement of that account's balance that the payment caused. */
  destinationPaymentId: string;
  destinationTransactionId: string;
};

export type TransferReversalRecord = {
  id: string;
  transferId: string;
  amount: number;
  currency: string;
  created: number;
  description: string | null;
  metadata: Record<string, string>;
  balanceTransactionId: string;
  destinationRefundId: string;
};
