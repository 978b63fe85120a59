import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMigrationFaults } from '../testing/judge-migration.ts';
import { runOnServer, withDatabase } from '../testing/maintenance.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readMigrations } from './migrate.ts';
import { listSingleStatements } from './single-statements.ts';

let db: TestDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  db = await makeTestDatabase();
  client = await db.pool.connect();
});
afterAll(async () => {
  client.release();
  await db.close();
});

/** The last migration that was written without this check (docs/upgrading.md). */
const lastUncheckedMigrationNumber = '0070';

describe('a migration that is refused', () => {
  it.each([
    [
      'makes an index while nobody may write',
      'CREATE INDEX slow_index ON listing (title)',
      /reads the whole table listing .* ShareLock/,
    ],
    ['rewrites a table', 'ALTER TABLE listing ALTER COLUMN title TYPE varchar(500)', /whole table listing/],
    [
      'adds a value of its own to each row',
      'ALTER TABLE wish ADD COLUMN token uuid DEFAULT gen_random_uuid()',
      /whole table wish/,
    ],
    [
      'demands a value of old rows',
      'ALTER TABLE wish ADD COLUMN n int DEFAULT 1; ALTER TABLE wish ALTER COLUMN n SET NOT NULL',
      /whole table wish/,
    ],
    ['checks every row', "ALTER TABLE booking ADD CHECK (meeting_date <> 'never')", /whole table booking/],
    [
      'checks in the transaction of the constraint',
      "ALTER TABLE booking ADD CONSTRAINT late CHECK (meeting_date <> 'never') NOT VALID; ALTER TABLE booking VALIDATE CONSTRAINT late",
      /whole table booking/,
    ],
    [
      'refers to another table',
      'ALTER TABLE wish ADD COLUMN other uuid; ALTER TABLE wish ADD FOREIGN KEY (other) REFERENCES listing',
      /whole table wish/,
    ],
    ['changes all rows at once', "UPDATE listing SET description = ''", /changes rows of the whole table listing/],
    ['removes a column', 'ALTER TABLE booking DROP COLUMN meeting_date', /removes booking.meeting_date/],
    ['renames a column', 'ALTER TABLE booking RENAME COLUMN meeting_date TO visit_day', /removes booking.meeting_date/],
    ['demands a new value', 'ALTER TABLE wish ADD COLUMN reason text NOT NULL', /demands wish.reason/],
    ['runs what cannot run one by one', '-- one by one\nUPDATE listing SET title = title;\n', /cannot run one by one/],
  ])('%s', async (_what, sql, fault) => {
    expect((await findMigrationFaults(client, sql)).join('\n')).toMatch(fault);
  });
});

describe('a migration that is taken', () => {
  it.each([
    ['adds a column', 'ALTER TABLE listing ADD COLUMN note text'],
    ['adds a column with a default', "ALTER TABLE listing ADD COLUMN note text NOT NULL DEFAULT ''"],
    ['adds a check for new rows', "ALTER TABLE booking ADD CONSTRAINT late CHECK (meeting_date <> 'never') NOT VALID"],
    [
      'makes a table with an index',
      'CREATE TABLE note (id uuid PRIMARY KEY, text text NOT NULL); CREATE INDEX ON note (text)',
    ],
    ['changes one row', "UPDATE listing SET description = '' WHERE id = '01a219ec-b77b-7059-b30a-c9d376270ff2'"],
    ['fills a small table', 'UPDATE brand SET name = name'],
    [
      'removes what nobody uses any more',
      '-- contract: unused since the release before\nALTER TABLE booking DROP COLUMN meeting_date',
    ],
    [
      'runs one by one',
      '-- one by one\nDROP INDEX CONCURRENTLY IF EXISTS late_index;\nCREATE INDEX CONCURRENTLY IF NOT EXISTS late_index ON listing (title);\nALTER TABLE booking VALIDATE CONSTRAINT late;\n',
    ],
  ])('%s', async (_what, sql) => {
    expect(await findMigrationFaults(client, sql)).toEqual([]);
  });
});

it('new migrations let the nodes of the version before go on', async () => {
  const name = `before_${randomBytes(6).toString('hex')}`;
  await runOnServer(db.url, `CREATE DATABASE ${name} TEMPLATE template0`);
  const emptyDatabase = new pg.Client({ connectionString: withDatabase(db.url, name) });
  await emptyDatabase.connect();
  try {
    const faults: string[] = [];
    for (const migration of await readMigrations()) {
      if (migration.name.slice(0, 4) > lastUncheckedMigrationNumber) {
        const found = await findMigrationFaults(emptyDatabase, migration.sql);
        faults.push(...found.map((fault) => `${migration.name}: ${fault}`));
      }
      const statements = listSingleStatements(migration.sql) ?? [migration.sql];
      for (const statement of statements) await emptyDatabase.query(statement);
    }
    expect(faults).toEqual([]);
  } finally {
    await emptyDatabase.end();
    await runOnServer(db.url, `DROP DATABASE ${name}`);
  }
});
