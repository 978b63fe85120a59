import { openPool } from '@carhouse/database/connection/connect';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../testing/test-house.ts';
import { assertLimits, limitTable } from './assert-limits.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const url = (): string => (house.context.config.database.kind === 'server' ? house.context.config.database.url : '');

describe('the limits of RELIABILITY §7.3', () => {
  it('are as they must be on the running house', async () => {
    // The pool of a test house is more patient than that of a house.
    const pool = openPool({ url: url(), applicationName: 'carhouse-limits' });
    await assertLimits({ ...house.context, pool }, house.app);
    await pool.end();
    expect(new Set(limitTable.map((row) => row.name)).size).toBe(limitTable.length);
  });

  it('stop the start when the server or the pool has others, naming each', async () => {
    const { headersTimeout } = house.app.server;
    house.app.server.headersTimeout = 60_000;
    const pool = openPool({ url: url(), applicationName: 'carhouse-limits', max: 3 });
    try {
      const fault = await assertLimits({ ...house.context, pool }, house.app).catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: 'StartFault' });
      expect(String(fault)).toContain('Headers of a request is 60000, not 10000');
      expect(String(fault)).toContain('Connections to the database is 3, not 10');
    } finally {
      house.app.server.headersTimeout = headersTimeout;
      await pool.end();
    }
  });

  it('include that acknowledged writes are on the disk, in production', async () => {
    // The connections of this pool say themselves that a commit need not wait for the disk.
    const lax = new URL(url());
    lax.searchParams.set('options', '-c synchronous_commit=off');
    const pool = openPool({ url: lax.toString(), applicationName: 'carhouse-limits' });
    const config = { ...house.context.config, production: true };
    const fault = await assertLimits({ ...house.context, pool, config }, house.app).catch((error: unknown) => error);
    expect(String(fault)).toContain('synchronous_commit is off, not on');
    await pool.end();
  });
});
