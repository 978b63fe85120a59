import { openPool } from '@carhouse/database/connection/connect';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { assertLimits, limitTable } from './assert-limits.ts';

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const readDatabaseUrl = (): string =>
  testServer.context.config.database.kind === 'server' ? testServer.context.config.database.url : '';

describe('the limits of docs/reliability.md, limits', () => {
  it('are as they must be on the running testServer', async () => {
    // The pool of a test server has a longer connection timeout than production has.
    const pool = openPool({ url: readDatabaseUrl(), applicationName: 'carhouse-limits' });
    await assertLimits({ ...testServer.context, pool }, testServer.app);
    await pool.end();
    expect(new Set(limitTable.map((row) => row.name)).size).toBe(limitTable.length);
  });

  it('stop the start when the server or the pool has others, naming each', async () => {
    const { headersTimeout } = testServer.app.server;
    testServer.app.server.headersTimeout = 60_000;
    const pool = openPool({ url: readDatabaseUrl(), applicationName: 'carhouse-limits', max: 3 });
    try {
      const limitFault = await assertLimits({ ...testServer.context, pool }, testServer.app).catch(
        (error: unknown) => error,
      );
      expect(limitFault).toMatchObject({ name: 'StartFault' });
      expect(String(limitFault)).toContain('Headers of a request is 60000, not 10000');
      expect(String(limitFault)).toContain('Connections to the database is 3, not 10');
    } finally {
      testServer.app.server.headersTimeout = headersTimeout;
      await pool.end();
    }
  });

  it('include that acknowledged writes are on the disk, in production', async () => {
    // The connections of this pool have `synchronous_commit` switched off.
    const unsafeDatabaseUrl = new URL(readDatabaseUrl());
    unsafeDatabaseUrl.searchParams.set('options', '-c synchronous_commit=off');
    const pool = openPool({ url: unsafeDatabaseUrl.toString(), applicationName: 'carhouse-limits' });
    const config = { ...testServer.context.config, isProduction: true };
    const limitFault = await assertLimits({ ...testServer.context, pool, config }, testServer.app).catch(
      (error: unknown) => error,
    );
    expect(String(limitFault)).toContain('synchronous_commit is off, not on');
    await pool.end();
  });
});
