import type { AccountId } from '@carhouse/domain/account/account';
import type { Finding, FindingId, FindingKind, FindingState } from '@carhouse/domain/payment/finding';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { FindingTable } from '../schema/money-tables.ts';

/** Something that does not agree, seen now. */
export type Sighting = { readonly kind: FindingKind; readonly subject: string; readonly evidence: object };

/** Opens a finding, or renews the evidence of the open one. @returns whether it is new. */
export async function saveSighting(database: Database, id: FindingId, sighting: Sighting, now: Date): Promise<boolean> {
  const evidence = JSON.stringify(sighting.evidence);
  const row = await database
    .insertInto('finding')
    .values({
      id,
      kind: sighting.kind,
      subject: sighting.subject,
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

export async function findFinding(database: Database, id: FindingId): Promise<Finding | undefined> {
  const row = await database.selectFrom('finding').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toFinding(row);
}

/** Open findings of these kinds that were not seen since `before`. */
export async function listStaleFindings(
  database: Database,
  kinds: readonly FindingKind[],
  before: Date,
  limit: number,
): Promise<readonly Finding[]> {
  if (kinds.length === 0) return [];
  const rows = await database
    .selectFrom('finding')
    .selectAll()
    .where('state', '=', 'open')
    .where('kind', 'in', [...kinds])
    .where('last_seen_at', '<', before)
    .orderBy('last_seen_at')
    .limit(limit)
    .execute();
  return rows.map(toFinding);
}

/** Closes an open finding; false when it was closed before, or was seen again since `seenBefore`. */
export async function closeFinding(
  database: Database | Transaction,
  id: FindingId,
  given: {
    readonly state: 'repaired' | 'resolved';
    readonly by: AccountId | null;
    readonly seenBefore?: Date;
    readonly now: Date;
  },
): Promise<boolean> {
  let update = database
    .updateTable('finding')
    .set({ state: given.state, closed_at: given.now, repaired_by: given.by })
    .where('id', '=', id)
    .where('state', '=', 'open');
  if (given.seenBefore !== undefined) update = update.where('last_seen_at', '<', given.seenBefore);
  const result = await update.executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Findings, newest first, paged by key; those of one state where it is given. */
export async function listFindings(
  database: Database,
  state: FindingState | undefined,
  limit: number,
  after?: { readonly at: Date; readonly id: FindingId },
): Promise<readonly Finding[]> {
  // Whole milliseconds, as the cursor carries them.
  const seen = sql<Date>`date_trunc('milliseconds', first_seen_at)`;
  let query = database.selectFrom('finding').selectAll();
  if (state !== undefined) query = query.where('state', '=', state);
  if (after !== undefined) query = query.where(sql<boolean>`(${seen}, id) < (${after.at}, ${after.id})`);
  const rows = await query.orderBy(seen, 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toFinding);
}

/** How many findings of each kind are open. */
export async function countOpenFindings(
  database: Database,
): Promise<readonly { readonly kind: FindingKind; readonly open: number }[]> {
  return database
    .selectFrom('finding')
    .select(['kind', sql<number>`count(*)::int`.as('open')])
    .where('state', '=', 'open')
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

function toFinding(row: Selectable<FindingTable>): Finding {
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
