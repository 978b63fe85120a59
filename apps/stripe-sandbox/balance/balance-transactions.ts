import type { Step } from '../step.ts';

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
  /** The connected account whose balance it moves. Null for the platform's own balance. */
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

export type Funds = { available: number; pending: number };

/** Moves money into or out of a balance. */
export function moveBalance(
  step: Step,
  movement: Omit<BalanceTransactionRecord, 'id' | 'created' | 'fee'> & { fee?: number },
): BalanceTransactionRecord {
  const transaction: BalanceTransactionRecord = {
    fee: 0,
    ...movement,
    availableOn: Math.max(movement.availableOn, step.now),
    id: step.newId('txn'),
    created: step.now,
  };
  step.put('balanceTransactions', transaction);
  return transaction;
}

/** When money that comes from an earlier movement is available: with that movement, or now when there is none. */
export function availableWith(step: Pick<Step, 'get' | 'now'>, transactionId: string | null | undefined): number {
  const transaction = transactionId == null ? undefined : step.get('balanceTransactions', transactionId);
  return Math.max(step.now, transaction?.availableOn ?? 0);
}

/** The money of a balance in one currency: the sum of its movements. `now` is in seconds since 1970. */
export function fundsOf(
  transactions: readonly BalanceTransactionRecord[],
  account: string | null,
  currency: string,
  now: number,
): Funds {
  const funds: Funds = { available: 0, pending: 0 };
  for (const each of transactions) {
    if (each.account !== account || each.currency !== currency) continue;
    funds[each.availableOn <= now ? 'available' : 'pending'] += each.amount - each.fee;
  }
  return funds;
}

/** The money of a balance as the step sees it. */
export function fundsInStep(step: Step, account: string | null, currency: string): Funds {
  return fundsOf(step.all('balanceTransactions'), account, currency, step.now);
}
