import type { PayoutFailure } from '../accounts/test-bank-accounts.ts';

/** A payout of a connected account to its bank account. Times are seconds since 1970, amounts are minor units (cents). */
export type PayoutRecord = {
  id: string;
  account: string;
  /** The id of the bank account that receives the payout. */
  destination: string;
  /** The test number of the bank account, which determines whether the payout is paid, fails or stays in transit. */
  bankNumber: string;
  amount: number;
  currency: string;
  created: number;
  arrivalDate: number;
  description: string | null;
  statementDescriptor: string | null;
  metadata: Record<string, string>;
  status: 'canceled' | 'failed' | 'in_transit' | 'paid' | 'pending';
  failure: PayoutFailure | null;
  balanceTransactionId: string;
  failureTransactionId: string | null;
};
