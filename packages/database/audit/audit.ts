import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { runStatement, type Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';

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
  await runStatement(trx, auditEntry(entry));
}

/** The same as a statement. */
export function auditEntry(entry: AuditEntry): Statement<void> {
  return {
    name: 'audit-entry',
    text: `INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id, before, after)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      entry.id,
      entry.at,
      entry.actorId,
      entry.action,
      entry.noun,
      entry.nounId,
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
    ],
    read: () => undefined,
  };
}

export type AuditCursor = { readonly at: Date; readonly id: AuditEntry['id'] };

export type ReadAuditEntry = Omit<AuditEntry, 'before' | 'after'> & {
  readonly before: unknown;
  readonly after: unknown;
};

/** Which entries; all when nothing is named. */
export type AuditChoice = {
  readonly noun?: string | undefined;
  readonly nounId?: string | undefined;
  /** Null for what the server did by itself. */
  readonly actorId?: AccountId | null | undefined;
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
};

/** What was done, newest first, paged by key. */
export async function listAudit(
  database: Database,
  of: AuditChoice,
  limit: number,
  after?: AuditCursor,
): Promise<readonly ReadAuditEntry[]> {
  let query = database.selectFrom('audit_entry').selectAll();
  if (of.noun !== undefined) query = query.where('noun', '=', of.noun);
  if (of.nounId !== undefined) query = query.where('noun_id', '=', of.nounId);
  if (of.actorId !== undefined) query = query.where('actor_id', of.actorId === null ? 'is' : '=', of.actorId);
  if (of.from !== undefined) query = query.where('at', '>=', of.from);
  if (of.until !== undefined) query = query.where('at', '<', of.until);
  if (after !== undefined) query = query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actorId: row.actor_id,
    action: row.action,
    noun: row.noun,
    nounId: row.noun_id,
    before: row.before,
    after: row.after,
  }));
}
