import { finishIdentityCheck } from '../accounts/onboard-account.ts';
import type { TableWrite } from '../ledger/ledger.ts';
import type { TableName } from '../ledger/records.ts';
import { settleRefund } from '../refunds/create-refund.ts';
import type { Step } from '../step.ts';

/** A record that changes by itself after a while, such as a pending refund. */
export type LaterChange = { table: LaterTable; id: string };
type LaterTable = Extract<TableName, 'accounts' | 'refunds'>;

/** The records among these that change later. Each record is in the result once. */
export function findLaterChanges(writes: readonly TableWrite[]): LaterChange[] {
  const changes = new Map<string, LaterChange>();
  for (const [table, record] of writes) {
    changes.delete(record.id);
    const isWaiting =
      (table === 'refunds' && record.becomes !== null) || (table === 'accounts' && record.idNumber === 'pending');
    if (isWaiting) changes.set(record.id, { table, id: record.id });
  }
  return [...changes.values()];
}

/** Makes a later change now. Nothing happens when the record has already changed. */
export function makeLaterChange(step: Step, { table, id }: LaterChange): void {
  if (table === 'refunds') {
    const refund = step.get('refunds', id);
    if (refund !== undefined) settleRefund(step, refund);
  } else {
    const account = step.get('accounts', id);
    if (account !== undefined) finishIdentityCheck(step, account);
  }
}
