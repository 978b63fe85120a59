import { readMigrations } from '@carhouse/database/connection/migrate';
import type pg from 'pg';
import { checkDurability, tryDatabaseServer } from '../start-fault.ts';
import { type Finding, makePassedFinding, makeRefusal, makeWarning } from './finding.ts';

/** Maximum difference between the clocks of the database and this machine, in seconds. */
const clockDifferenceMaximumSeconds = 5;

/**
 * Checks the database server: it must respond, have a supported version, lose no acknowledged write, and have every
 * migration.
 * @returns the findings, and whether the tables can be queried.
 */
export async function checkServer(
  pool: pg.Pool,
  now: () => Date,
): Promise<{ readonly findings: readonly Finding[]; readonly isMigrated: boolean }> {
  const findings: Finding[] = [];
  try {
    await tryDatabaseServer(pool);
    await checkDurability(pool);
    findings.push(makePassedFinding('database', 'answers, is new enough, and keeps what it has acknowledged'));
  } catch (error) {
    const [name = 'database', ...messageParts] = (error as Error).message.split(': ');
    return { findings: [makeRefusal(name, messageParts.join(': '))], isMigrated: false };
  }
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const seconds = Math.abs((rows[0]?.at.getTime() ?? 0) - now().getTime()) / 1000;
  findings.push(
    seconds > clockDifferenceMaximumSeconds
      ? makeWarning('clock', `differs by ${Math.round(seconds)} s from that of the database; synchronise both (NTP)`)
      : makePassedFinding('clock', 'agrees with that of the database'),
  );
  const missingMigrationCount = await countMissingMigrations(pool);
  findings.push(
    missingMigrationCount === 0
      ? makePassedFinding('migrations', 'all are in')
      : makeWarning(
          'migrations',
          `${missingMigrationCount} are missing; the next start brings them in, then ask again`,
        ),
  );
  return { findings, isMigrated: missingMigrationCount === 0 };
}

async function countMissingMigrations(pool: pg.Pool): Promise<number> {
  const expectedMigrations = (await readMigrations()).map(({ name }) => name);
  const table = await pool.query("SELECT to_regclass('schema_migration') IS NOT NULL AS there");
  if (table.rows[0]?.there !== true) return expectedMigrations.length;
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration');
  const appliedMigrations = new Set(rows.map(({ name }) => name));
  return expectedMigrations.filter((name) => !appliedMigrations.has(name)).length;
}
