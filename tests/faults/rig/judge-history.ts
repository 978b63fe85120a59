import type pg from 'pg';
import { findBrokenAudits, findBrokenCharges } from '../../cluster/judge.ts';
import type { FaultTestbed } from './fault-testbed.ts';
import type { History, Write, WriteKind } from './history.ts';

/** Queries that find those of the given ids for which the database holds what was acknowledged. */
const keptSql: Readonly<Record<WriteKind, string>> = {
  booking: 'SELECT id FROM booking WHERE id = ANY ($1)',
  cancellation: "SELECT id FROM booking WHERE id = ANY ($1) AND status = 'cancelled'",
  payment: "SELECT id FROM booking WHERE id = ANY ($1) AND status = 'paid'",
  wish: 'SELECT id FROM wish WHERE id = ANY ($1)',
  draft: 'SELECT id FROM listing WHERE id = ANY ($1)',
};

/** Queries that count the rows of each mark. Payments and cancellations change a row and are judged by `keptSql` alone. */
const markSql: Partial<Readonly<Record<WriteKind, string>>> = {
  booking: 'SELECT meeting_date AS mark, count(*)::int AS count FROM booking WHERE meeting_date = ANY ($1) GROUP BY 1',
  draft: 'SELECT title AS mark, count(*)::int AS count FROM listing WHERE title = ANY ($1) GROUP BY 1',
  wish: `SELECT wisher_id || ' ' || listing_id AS mark, count(*)::int AS count FROM wish
         WHERE wisher_id || ' ' || listing_id = ANY ($1) GROUP BY 1`,
};

/**
 * Compares what the clients know with the database: what was acknowledged is there, what was refused is not, and nothing was
 * written twice. What has an unknown outcome may be there or not.
 * @returns what was found wrong.
 */
export async function findWrongWrites(pool: pg.Pool, { writes }: History): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const kind of Object.keys(keptSql) as WriteKind[]) {
    const ofKind = writes.filter((write) => write.kind === kind);
    const acknowledged = ofKind.filter(({ outcome }) => outcome === 'ok');
    const { rows } = await pool.query<{ id: string }>(keptSql[kind], [acknowledged.map(({ id }) => id)]);
    const kept = new Set(rows.map(({ id }) => id));
    for (const { id } of acknowledged) if (!kept.has(id)) faults.push(`lost: ${kind} ${id}`);
    faults.push(...(await findWrongCounts(pool, kind, ofKind)));
  }
  return faults;
}

async function findWrongCounts(pool: pg.Pool, kind: WriteKind, writes: readonly Write[]): Promise<readonly string[]> {
  const sql = markSql[kind];
  if (sql === undefined) return [];
  const { rows } = await pool.query<{ mark: string; count: number }>(sql, [writes.map(({ mark }) => mark)]);
  const countByMark = new Map(rows.map(({ mark, count }) => [mark, count]));
  return writes.flatMap(({ mark, outcome }) => {
    const count = countByMark.get(mark) ?? 0;
    if (count > 1) return [`twice: ${kind} ${mark}`];
    return outcome === 'refused' && count > 0 ? [`refused, and there: ${kind} ${mark}`] : [];
  });
}

/**
 * Judges everything that an experiment leaves behind. The product must be stopped. What the fault has interrupted is
 * reconciled first, by a clock that is two days ahead.
 * @returns what was found wrong: acknowledged writes that are missing, refused ones that are there, invariants, the chain of
 *   the audit log, the ledger, charges that are neither paid nor refunded, and answers 500.
 */
export async function judgeTestbed(testbed: FaultTestbed, history: History): Promise<readonly string[]> {
  const internalErrors = history.attempts.filter(({ status }) => status === 500);
  return [
    ...(await findWrongWrites(testbed.pool, history)),
    ...(await findBrokenCharges(testbed, testbed.database.url)),
    ...(await findBrokenAudits(testbed.pool)),
    ...internalErrors.slice(0, 3).map(({ name, code }) => `500 ${code}: ${name}`),
    ...(internalErrors.length > 3 ? [`${internalErrors.length} answers were 500`] : []),
  ];
}
