import { startTestServer } from '@carhouse/embedded-postgres/test-server';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../connection/migrate.ts';
import { runOnServer, withDatabase } from './maintenance.ts';
import { startPgbouncer } from './start-pgbouncer.ts';

/**
 * Starts one PostgreSQL for the whole test run (or uses TEST_DATABASE_URL) and migrates one template database, which every
 * test file copies. With `TEST_PGBOUNCER=1` the test servers (apps/server/testing) reach it through PgBouncer.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  const template = `carhouse_template_${process.pid}`;
  await runOnServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await runOnServer(server.url, `CREATE DATABASE ${template}`);
  const pool = new pg.Pool({ connectionString: withDatabase(server.url, template), max: 1 });
  await migrate(pool);
  await pool.end();
  project.provide('databaseServerUrl', server.url);
  project.provide('databaseTemplate', template);
  const pooler = process.env.TEST_PGBOUNCER === '1' ? await startPgbouncer(server.url) : undefined;
  project.provide('pooledServerUrl', pooler?.databaseUrl('postgres') ?? '');
  return async () => {
    await pooler?.stop();
    await runOnServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
  };
}
