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
  /** The id of the payment in the connected account. */
  destinationPaymentId: string;
  /** The id of the movement of the connected account's balance that the payment caused. */
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
