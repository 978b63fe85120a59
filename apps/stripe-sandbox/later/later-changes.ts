import { finishIdentityCheck } from '../accounts/onboard-account.ts';
import type { TableWrite } from '../ledger/ledger.ts';
import type { TableName } from '../ledger/records.ts';
import { finishPaynow } from '../paynow/finish-paynow.ts';
import { advancePayout, findNextStatus, isStuckInTransit } from '../payouts/advance-payout.ts';
import { settleRefund } from '../refunds/create-refund.ts';
import type { Step } from '../step.ts';

/** A delayed change of a record, which happens without another call, such as a pending refund that succeeds. */
export type DelayedChange = {
  table: DelayedTable;
  id: string;
  /** Whether the change waits for a test instead of a time. */
  isTriggeredByTest: boolean;
};
type DelayedTable = Extract<TableName, 'accounts' | 'intents' | 'payouts' | 'refunds'>;

/** Returns the delayed changes of the written records. Each record is in the result only once. */
export function findDelayedChanges(writes: readonly TableWrite[]): DelayedChange[] {
  const changes = new Map<string, DelayedChange>();
  for (const [table, record] of writes) {
    changes.delete(record.id);
    const { id } = record;
    if (table === 'refunds' && record.becomes !== null) changes.set(id, { table, id, isTriggeredByTest: false });
    if (table === 'intents' && record.paynow != null) changes.set(id, { table, id, isTriggeredByTest: false });
    if (table === 'accounts' && record.idNumber === 'pending') changes.set(id, { table, id, isTriggeredByTest: false });
    if (table === 'payouts' && findNextStatus(record) !== null) {
      changes.set(id, { table, id, isTriggeredByTest: isStuckInTransit(record) });
    }
  }
  return [...changes.values()];
}

/** Makes a delayed change now. Nothing happens when the record has already changed. */
export function applyDelayedChange(step: Step, { table, id }: DelayedChange): void {
  if (table === 'refunds') {
    const refund = step.get('refunds', id);
    if (refund !== undefined) settleRefund(step, refund);
  } else if (table === 'intents') {
    const intent = step.get('intents', id);
    if (intent !== undefined) finishPaynow(step, intent, 'expire');
  } else if (table === 'payouts') {
    const payout = step.get('payouts', id);
    if (payout !== undefined) advancePayout(step, payout);
  } else {
    const account = step.get('accounts', id);
    if (account !== undefined) finishIdentityCheck(step, account);
  }
}
