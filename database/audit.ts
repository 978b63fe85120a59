import type { AccountId } from '@carhouse/core/account/account';
import type { Id } from '@carhouse/core/ids/id';
import type { Transaction } from './transaction.ts';

export type AuditEntry = {
  readonly id: Id<'audit_entry'>;
  readonly at: Date;
  /** Null where a machine acted. */
  readonly actorId: AccountId | null;
  readonly action: string;
  readonly noun: string;
  readonly nounId: string;
  readonly before?: object;
  readonly after?: object;
};

/** Writes down a change in the transaction that makes it. */
export async function writeAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({
      id: entry.id,
      at: entry.at,
      actor_id: entry.actorId,
      action: entry.action,
      noun: entry.noun,
      noun_id: entry.nounId,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
    })
    .execute();
}
