import type pg from 'pg';
import { findBrokenAudits, findBrokenCharges } from '../../cluster/judge.ts';
import type { FaultTestbed } from './fault-testbed.ts';
import type { ClientHistory, RecordedWrite, WriteKind } from './history.ts';

/** For each kind of write, a query that selects those of the given ids whose write is in the database. */
const acknowledgedRowsSqlByKind: Readonly<Record<WriteKind, string>> = {
  booking: 'SELECT id FROM booking WHERE id = ANY ($1)',
  cancellation: "SELECT id FROM booking WHERE id = ANY ($1) AND status = 'cancelled'",
  payment: "SELECT id FROM booking WHERE id = ANY ($1) AND status = 'paid'",
  wish: 'SELECT id FROM wish WHERE id = ANY ($1)',
  draft: 'SELECT id FROM listing WHERE id = ANY ($1)',
};

/**
 * Queries that count the rows of each marker. Payments and cancellations change an existing row, so only
 * `acknowledgedRowsSqlByKind` checks them.
 */
const markerCountSqlByKind: Partial<Readonly<Record<WriteKind, string>>> = {
  booking:
    'SELECT meeting_date AS marker, count(*)::int AS count FROM booking WHERE meeting_date = ANY ($1) GROUP BY 1',
  draft: 'SELECT title AS marker, count(*)::int AS count FROM listing WHERE title = ANY ($1) GROUP BY 1',
  wish: `SELECT wisher_id || ' ' || listing_id AS marker, count(*)::int AS count FROM wish
         WHERE wisher_id || ' ' || listing_id = ANY ($1) GROUP BY 1`,
};

/**
 * Compares what the clients know with the database: acknowledged writes must exist, refused writes must not exist, and
 * no write may exist twice. A write with an unknown outcome may be in the database or not.
 * @returns what was found wrong.
 */
export async function findWrongWrites(pool: pg.Pool, { writes }: ClientHistory): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const kind of Object.keys(acknowledgedRowsSqlByKind) as WriteKind[]) {
    const writesOfThisKind = writes.filter((write) => write.kind === kind);
    const acknowledgedWrites = writesOfThisKind.filter(({ outcome }) => outcome === 'ok');
    const { rows } = await pool.query<{ id: string }>(acknowledgedRowsSqlByKind[kind], [
      acknowledgedWrites.map(({ id }) => id),
    ]);
    const storedIds = new Set(rows.map(({ id }) => id));
    for (const { id } of acknowledgedWrites) if (!storedIds.has(id)) faults.push(`lost: ${kind} ${id}`);
    faults.push(...(await findWrongCounts(pool, kind, writesOfThisKind)));
  }
  return faults;
}

async function findWrongCounts(
  pool: pg.Pool,
  kind: WriteKind,
  writes: readonly RecordedWrite[],
): Promise<readonly string[]> {
  const sql = markerCountSqlByKind[kind];
  if (sql === undefined) return [];
  const { rows } = await pool.query<{ marker: string; count: number }>(sql, [writes.map(({ marker }) => marker)]);
  const countByMarker = new Map(rows.map(({ marker, count }) => [marker, count]));
  return writes.flatMap(({ marker, outcome }) => {
    const count = countByMarker.get(marker) ?? 0;
    if (count > 1) return [`twice: ${kind} ${marker}`];
    return outcome === 'refused' && count > 0 ? [`refused, and there: ${kind} ${marker}`] : [];
  });
}

/**
 * Judges everything that an experiment leaves behind. The product must be stopped. The function first reconciles the
 * payments that the fault has interrupted, with a clock that is two days ahead.
 * @returns a list of faults: acknowledged writes that are missing, refused writes that exist, broken invariants, faults
 * in the audit log's chain and in the ledger, charges that are neither paid nor refunded, and answers with status 500.
 */
export async function judgeTestbed(testbed: FaultTestbed, history: ClientHistory): Promise<readonly string[]> {
  const internalErrors = history.attempts.filter(({ status }) => status === 500);
  return [
    ...(await findWrongWrites(testbed.pool, history)),
    ...(await findBrokenCharges(testbed, testbed.database.url)),
    ...(await findBrokenAudits(testbed.pool)),
    ...internalErrors.slice(0, 3).map(({ name, code }) => `500 ${code}: ${name}`),
    ...(internalErrors.length > 3 ? [`${internalErrors.length} answers were 500`] : []),
  ];
}
