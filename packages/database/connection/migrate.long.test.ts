import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runOnServer, withDatabase } from '../testing/maintenance.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isMigrated, migrate, readMigrations, runMigration } from './migrate.ts';

let server: TestDatabase;
const openDatabases: { name: string; pools: pg.Pool[] }[] = [];

beforeAll(async () => {
  server = await makeTestDatabase();
});
afterEach(async () => {
  for (const { name, pools } of openDatabases.splice(0)) {
    await Promise.all(pools.map((pool) => pool.end()));
    // FORCE is not used, because PostgreSQL would report an error on connections that are still closing.
    await runOnServer(server.url, `DROP DATABASE ${name}`);
  }
});
afterAll(() => server.close());

/** Creates an empty database, and one pool on it for each server node. */
async function createEmptyDatabase(poolCount: number, settings: pg.PoolConfig = {}): Promise<pg.Pool[]> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await server.pool.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const connectionString = withDatabase(server.url, name);
  const pools = Array.from({ length: poolCount }, () => new pg.Pool({ connectionString, ...settings }));
  openDatabases.push({ name, pools });
  return pools;
}

const listMigrationNames = async (): Promise<string[]> => (await readMigrations()).map((migration) => migration.name);

/** Reads every column, constraint and index as text. */
async function readSchemaShape(pool: pg.Pool): Promise<readonly unknown[]> {
  const catalogueResults = await Promise.all([
    pool.query(
      "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2",
    ),
    pool.query(
      "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
    ),
    pool.query("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"),
    pool.query('SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1'),
  ]);
  return catalogueResults.flatMap((queryResult) => queryResult.rows);
}

describe('migrating', () => {
  it('runs every migration once, in order, and a second time none', async () => {
    const [pool] = (await createEmptyDatabase(1)) as [pg.Pool];
    expect(await migrate(pool)).toEqual(await listMigrationNames());
    expect(await isMigrated(pool)).toBe(true);
    const shapeBefore = await readSchemaShape(pool);
    expect(await migrate(pool)).toEqual([]);
    expect(await readSchemaShape(pool)).toEqual(shapeBefore);
    expect(shapeBefore).toEqual(await readSchemaShape(server.pool));
  });

  it('is done once when four nodes start together', async () => {
    const pools = await createEmptyDatabase(4);
    const namesByRun = await Promise.all(pools.map((pool) => migrate(pool)));
    expect(namesByRun.flat()).toEqual(await listMigrationNames());
  });

  it('waits for another node longer than any other query may take', async () => {
    const [holder, pool] = (await createEmptyDatabase(2, { query_timeout: 2_000, lock_timeout: 1_000 })) as [
      pg.Pool,
      pg.Pool,
    ];
    const otherConnection = await holder.connect();
    await otherConnection.query('SELECT pg_advisory_lock(4201975001)');
    const migrationPromise = migrate(pool);
    await expect
      .poll(async () => {
        const waitingSessionsResult = await server.pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND now() - query_start > interval '3 seconds'",
        );
        return waitingSessionsResult.rowCount;
      })
      .toBeGreaterThan(0);
    otherConnection.release(true);
    expect(await migrationPromise).toEqual(await listMigrationNames());
  });

  it('leaves nothing behind when a migration fails, and succeeds once the cause is gone', async () => {
    const [pool] = (await createEmptyDatabase(1)) as [pg.Pool];
    await pool.query('CREATE TABLE house_mark (other text)');
    await expect(migrate(pool)).rejects.toThrow('Migration 0001-foundation.sql failed and was undone.');
    const tables = await pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
    expect(tables.rows.map((row) => row.tablename)).toEqual(['house_mark', 'schema_migration']);
    expect(await isMigrated(pool)).toBe(false);
    await pool.query('DROP TABLE house_mark');
    expect(await migrate(pool)).toEqual(await listMigrationNames());
  });
});

describe('a migration beside nodes that serve people', () => {
  const makeMigration = (sql: string) => ({ name: '9000-trial.sql', sql, checksum: 'x' });
  async function createPoolsWithTables(poolCount: number): Promise<pg.Pool[]> {
    const pools = await createEmptyDatabase(poolCount);
    await pools[0]?.query('CREATE TABLE schema_migration (name text PRIMARY KEY, checksum text NOT NULL)');
    await pools[0]?.query('CREATE TABLE car (id int PRIMARY KEY, title text)');
    return pools;
  }
  const countMigrations = async (pool: pg.Pool) => (await pool.query('SELECT 1 FROM schema_migration')).rowCount;

  it('gives way when its lock is not free, so that others never wait behind it for long, and is tried again', async () => {
    const [holder, migrator, reader] = (await createPoolsWithTables(3)) as [pg.Pool, pg.Pool, pg.Pool];
    const holderClient = await holder.connect();
    await holderClient.query('BEGIN');
    await holderClient.query('SELECT * FROM car');
    const client = await migrator.connect();
    const migrationPromise = runMigration(client, makeMigration('ALTER TABLE car ADD COLUMN note text'));
    const findLockWaitersSql = "SELECT 1 FROM pg_locks WHERE relation = 'car'::regclass AND NOT granted";
    await expect.poll(async () => (await reader.query(findLockWaitersSql)).rowCount).toBe(1);
    // The read waits for the migration, and the migration waits for the transaction of `holderClient`.
    expect((await reader.query('SELECT id FROM car')).rows).toEqual([]);
    await holderClient.query('COMMIT');
    holderClient.release();
    await migrationPromise;
    client.release();
    expect((await reader.query('SELECT note FROM car')).rows).toEqual([]);
    expect(await countMigrations(reader)).toBe(1);
  });

  it('runs statements one by one that a transaction cannot contain, and repeats them after a failure', async () => {
    const [pool] = (await createPoolsWithTables(1)) as [pg.Pool];
    await pool.query("INSERT INTO car VALUES (1, 'twice'), (2, 'twice')");
    const sql = `-- one by one
-- The comment is no statement; neither is the end of the file.
DROP INDEX CONCURRENTLY IF EXISTS car_title;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS car_title ON car (title);
`;
    const client = await pool.connect();
    await expect(runMigration(client, makeMigration(sql))).rejects.toThrow('the next start repeats it');
    expect(await countMigrations(pool)).toBe(0);
    await pool.query('DELETE FROM car WHERE id = 2');
    await runMigration(client, makeMigration(sql));
    client.release();
    const { rows } = await pool.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'car_title'::regclass");
    expect(rows).toEqual([{ indisvalid: true }]);
    expect(await countMigrations(pool)).toBe(1);
  });
});

describe('a database that does not fit this version', () => {
  it('is refused when a migration was changed after it was run', async () => {
    const [pool] = (await createEmptyDatabase(1)) as [pg.Pool];
    await migrate(pool);
    await pool.query("UPDATE schema_migration SET checksum = 'x' WHERE name = '0001-foundation.sql'");
    await expect(migrate(pool)).rejects.toThrow('Migration 0001-foundation.sql was changed after it was run');
  });

  it('is refused when it is newer', async () => {
    const [pool] = (await createEmptyDatabase(1)) as [pg.Pool];
    await migrate(pool);
    await pool.query("INSERT INTO schema_migration (name, checksum) VALUES ('9999-future.sql', 'x')");
    await expect(migrate(pool)).rejects.toThrow('newer than this version of Car House: it has 9999-future.sql');
    expect(await isMigrated(pool)).toBe(true);
  });
});
