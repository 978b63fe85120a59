import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '@carhouse/database/connection/connect';
import { testPoolLimits } from '@carhouse/database/testing/test-database';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import { checkDurability } from '@carhouse/server/startup/start-fault';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

type EmbeddedServer = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

let dataDir: string;
let server: EmbeddedServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-durability-'));
  await chmod(dataDir, 0o711);
  server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
});
afterAll(async () => {
  await server.stop();
  await rm(server.homeFolder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

it('the embedded database starts with durable settings', async () => {
  const pool = openPool({ url: server.url, applicationName: 'test', limits: testPoolLimits });
  await checkDurability(pool);
  await pool.end();
});

it('a role or a database with non-durable settings is reported', async () => {
  const pool = new pg.Pool({ connectionString: server.url, options: '-c synchronous_commit=off' });
  await expect(checkDurability(pool)).rejects.toThrow('DATABASE_URL: the server has synchronous_commit off');
  await pool.end();
});

it('every commit waits for one write of the log to the disk', async () => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('CREATE TABLE commits (number integer)');
  const syncCountBefore = await countSyncs(client);
  for (let number = 0; number < 10; number += 1) await client.query('INSERT INTO commits VALUES ($1)', [number]);
  expect((await countSyncs(client)) - syncCountBefore).toBeGreaterThanOrEqual(10);
  await client.query('SET synchronous_commit = off');
  const syncCountAfter = await countSyncs(client);
  // All statements are in one call, so that the writes come faster than the automatic writes of the log, which
  // PostgreSQL makes five times per second.
  await client.query(
    'DO $$ BEGIN FOR number IN 1..500 LOOP INSERT INTO commits VALUES (number); COMMIT; END LOOP; END $$',
  );
  expect((await countSyncs(client)) - syncCountAfter).toBeLessThan(250);
  await client.end();
});

/**
 * The number of times that the log was written to the disk. PostgreSQL 18 counts writes of the write-ahead log
 * separately from writes of other files.
 */
async function countSyncs(client: pg.Client): Promise<number> {
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::integer AS version",
  );
  const syncCountSql =
    (rows[0]?.version ?? 0) >= 180_000
      ? "SELECT coalesce(sum(fsyncs), 0)::integer AS count FROM pg_stat_io WHERE object = 'wal'"
      : 'SELECT wal_sync::integer AS count FROM pg_stat_wal';
  const result = await client.query<{ count: number }>(syncCountSql);
  return result.rows[0]?.count ?? 0;
}
