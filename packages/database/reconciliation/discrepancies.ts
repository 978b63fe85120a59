import type { AccountId } from '@carhouse/domain/account/account';
import type {
  Discrepancy,
  DiscrepancyId,
  DiscrepancyKind,
  DiscrepancyState,
} from '@carhouse/domain/payment/discrepancy';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { DiscrepancyTable } from '../schema/money-tables.ts';

/** A discrepancy that the current run has found. */
export type FoundDiscrepancy = { readonly kind: DiscrepancyKind; readonly subject: string; readonly evidence: object };

/**
 * Stores a new discrepancy, or updates the evidence of an open one with the same kind and subject.
 * @returns whether the discrepancy is new.
 */
export async function saveFoundDiscrepancy(
  database: Database,
  id: DiscrepancyId,
  observation: FoundDiscrepancy,
  now: Date,
): Promise<boolean> {
  const evidence = JSON.stringify(observation.evidence);
  const row = await database
    .insertInto('discrepancy')
    .values({
      id,
      kind: observation.kind,
      subject: observation.subject,
      state: 'open',
      evidence,
      first_seen_at: now,
      last_seen_at: now,
      closed_at: null,
      repaired_by: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).where('state', '=', 'open').doUpdateSet({ evidence, last_seen_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id === id;
}

export async function findDiscrepancy(database: Database, id: DiscrepancyId): Promise<Discrepancy | undefined> {
  const row = await database.selectFrom('discrepancy').selectAll().where('id', '=', id).executeTakeFirst();
  return row && discrepancyFromRow(row);
}

/** Lists open discrepancies of these kinds that a check last found before the time `before`. */
export async function listStaleDiscrepancies(
  database: Database,
  kinds: readonly DiscrepancyKind[],
  before: Date,
  limit: number,
): Promise<readonly Discrepancy[]> {
  if (kinds.length === 0) return [];
  const rows = await database
    .selectFrom('discrepancy')
    .selectAll()
    .where('state', '=', 'open')
    .where('kind', 'in', [...kinds])
    .where('last_seen_at', '<', before)
    .orderBy('last_seen_at')
    .limit(limit)
    .execute();
  return rows.map(discrepancyFromRow);
}

/**
 * Closes an open discrepancy. Returns false when the discrepancy is already closed, or when a check has found it again
 * since `lastSeenBefore`.
 */
export async function closeDiscrepancy(
  database: Database | Transaction,
  id: DiscrepancyId,
  values: {
    readonly state: 'repaired' | 'resolved';
    readonly by: AccountId | null;
    readonly lastSeenBefore?: Date;
    readonly now: Date;
  },
): Promise<boolean> {
  let updateQuery = database
    .updateTable('discrepancy')
    .set({ state: values.state, closed_at: values.now, repaired_by: values.by })
    .where('id', '=', id)
    .where('state', '=', 'open');
  if (values.lastSeenBefore !== undefined) updateQuery = updateQuery.where('last_seen_at', '<', values.lastSeenBefore);
  const result = await updateQuery.executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Lists discrepancies, newest first, with keyset pagination, optionally in one state. */
export async function listDiscrepancies(
  database: Database,
  state: DiscrepancyState | undefined,
  limit: number,
  after?: { readonly at: Date; readonly id: DiscrepancyId },
): Promise<readonly Discrepancy[]> {
  // The time is truncated to milliseconds, because the cursor has only milliseconds.
  const firstSeenSql = sql<Date>`date_trunc('milliseconds', first_seen_at)`;
  let query = database.selectFrom('discrepancy').selectAll();
  if (state !== undefined) query = query.where('state', '=', state);
  if (after !== undefined) query = query.where(sql<boolean>`(${firstSeenSql}, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy(firstSeenSql, 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(discrepancyFromRow);
}

/** Counts the open discrepancies of each kind. */
export async function countOpenDiscrepanciesByKind(
  database: Database,
): Promise<readonly { readonly kind: DiscrepancyKind; readonly open: number }[]> {
  return database
    .selectFrom('discrepancy')
    .select(['kind', sql<number>`count(*)::int`.as('open')])
    .where('state', '=', 'open')
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

function discrepancyFromRow(row: Selectable<DiscrepancyTable>): Discrepancy {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    evidence: row.evidence,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    closedAt: row.closed_at,
  };
}
