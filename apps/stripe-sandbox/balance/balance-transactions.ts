import type { Step } from '../step.ts';
import type { BalanceTransactionRecord } from './balance-records.ts';

export type BalanceFunds = { available: number; pending: number };

/** Moves money into or out of a balance. */
export function recordBalanceMovement(
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

/**
 * The time at which the money of an earlier movement is available, but not before now. The result is now when there is
 * no earlier movement.
 */
export function computeAvailabilityTime(
  step: Pick<Step, 'get' | 'now'>,
  transactionId: string | null | undefined,
): number {
  const transaction = transactionId == null ? undefined : step.get('balanceTransactions', transactionId);
  return Math.max(step.now, transaction?.availableOn ?? 0);
}

/** The money of a balance in one currency: the sum of its movements. `now` is in seconds since 1970. */
export function sumFunds(
  transactions: readonly BalanceTransactionRecord[],
  account: string | null,
  currency: string,
  now: number,
): BalanceFunds {
  const funds: BalanceFunds = { available: 0, pending: 0 };
  for (const each of transactions) {
    if (each.account !== account || each.currency !== currency) continue;
    funds[each.availableOn <= now ? 'available' : 'pending'] += each.amount - each.fee;
  }
  return funds;
}

/** The money of a balance as the step sees it. */
export function sumFundsInStep(step: Step, account: string | null, currency: string): BalanceFunds {
  return sumFunds(step.all('balanceTransactions'), account, currency, step.now);
}
