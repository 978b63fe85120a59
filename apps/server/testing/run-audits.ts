import { auditQueries } from '@carhouse/database/audit/audit-queries';
import type pg from 'pg';

/**
 * Runs every audit query of the server's own tables (docs/reliability.md, invariants).
 * @param brokenAudits names of audits that a test has violated on purpose. These audits must find rows, and all other
 * audits must find none.
 * @throws Error with the rows that were found.
 */
export async function assertAudits(pool: pg.Pool, brokenAudits: readonly string[] = []): Promise<void> {
  const unknownNames = brokenAudits.filter((name) => !auditQueries.some((query) => query.name === name));
  if (unknownNames.length > 0) throw new Error(`No audit is called: ${unknownNames.join('; ')}`);
  const faults: string[] = [];
  for (const { name, invariant, sql } of auditQueries) {
    const { rows } = await pool.query<object>(sql);
    const isExpectedToFail = brokenAudits.includes(name);
    if (rows.length > 0 && !isExpectedToFail) faults.push(`${invariant} ${name}: ${JSON.stringify(rows.slice(0, 10))}`);
    if (rows.length === 0 && isExpectedToFail) faults.push(`${invariant} '${name}' was to be broken, and holds`);
  }
  if (faults.length > 0) throw new Error(`The audits found:\n${faults.join('\n')}`);
}
