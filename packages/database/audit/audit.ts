import type { AccountId } from '@carhouse/domain/account/account';
import type { AuditEvent } from '@carhouse/domain/audit/audit-event';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { Id } from '@carhouse/domain/ids/id';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { runStatement, type Statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The data of an audit entry. The recorder adds the entry's id and time. */
export type AuditRecord = AuditEvent & {
  /** The account that made the change; null when the server itself made it. */
  readonly actorId: AccountId | null;
  readonly nounId: string;
  readonly before?: object;
  readonly after?: object;
};

type AuditRecorder = { now(): Date; newId(): Id<'audit_entry'> };

/** Adds an audit entry about a change. The caller must call this function in the transaction that makes the change. */
export async function recordAudit(recorder: AuditRecorder, trx: Transaction, record: AuditRecord): Promise<void> {
  await runStatement(trx, makeAuditStatement(recorder, record));
}

/** Records the cancellation of these unpaid bookings. */
export async function recordCancellations(
  recorder: AuditRecorder,
  trx: Transaction,
  actorId: AccountId | null,
  bookings: readonly BookingId[],
): Promise<void> {
  const cancellationChange = { before: { status: 'unpaid' }, after: { status: 'cancelled' } };
  for (const nounId of bookings) {
    await recordAudit(recorder, trx, { actorId, action: 'cancel', noun: 'booking', nounId, ...cancellationChange });
  }
}

/** Returns the statement that records an audit entry, for pipelined transactions. */
export function makeAuditStatement(recorder: AuditRecorder, record: AuditRecord): Statement<void> {
  const { actorId, action, noun, nounId, before, after } = record;
  return {
    name: 'audit-entry',
    text: `INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id, before, after)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      recorder.newId(),
      recorder.now(),
      actorId,
      action,
      noun,
      nounId,
      before === undefined ? null : JSON.stringify(before),
      after === undefined ? null : JSON.stringify(after),
    ],
    read: () => undefined,
  };
}

export type AuditCursor = { readonly at: Date; readonly id: AuditEntry['id'] };

/** An audit entry as this version of the server or an older version recorded it. */
export type AuditEntry = {
  readonly id: Id<'audit_entry'>;
  readonly at: Date;
  readonly actorId: AccountId | null;
  readonly noun: string;
  readonly action: string;
  readonly nounId: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** The filters of a list of audit entries; without filters, all are listed. */
export type AuditFilter = {
  readonly noun?: string | undefined;
  readonly nounId?: string | undefined;
  /** The account that made the change; null lists actions of the server itself. */
  readonly actorId?: AccountId | null | undefined;
  readonly from?: Date | undefined;
  /** Lists only entries written before this time. */
  readonly until?: Date | undefined;
};

/** Lists the audit log, newest first, with keyset pagination. */
export async function listAudit(
  database: Database,
  filter: AuditFilter,
  limit: number,
  after?: AuditCursor,
): Promise<readonly AuditEntry[]> {
  let query = database.selectFrom('audit_entry').selectAll();
  if (filter.noun !== undefined) query = query.where('noun', '=', filter.noun);
  if (filter.nounId !== undefined) query = query.where('noun_id', '=', filter.nounId);
  if (filter.actorId !== undefined)
    query = query.where('actor_id', filter.actorId === null ? 'is' : '=', filter.actorId);
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.until !== undefined) query = query.where('at', '<', filter.until);
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
