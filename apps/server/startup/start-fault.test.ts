import { once } from 'node:events';
import { createServer } from 'node:net';
import { openPool } from '@carhouse/database/connection/connect';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { testPoolLimits } from '@carhouse/database/testing/test-database';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { findMigrationFault, tryAddress, tryDatabaseServer } from './start-fault.ts';

const host = '127.0.0.1';

it('names the port that another program uses, and does not occupy a free one', async () => {
  const port = await findFreePort();
  const otherServer = createServer().listen(port, host);
  await once(otherServer, 'listening');
  await expect(tryAddress({ host, port })).rejects.toThrow(`PORT: ${port} is in use`);
  otherServer.close();
  await once(otherServer, 'close');
  await tryAddress({ host, port });
  await tryAddress({ host, port });
});

it('names an address that this machine does not have', async () => {
  await expect(tryAddress({ host: '203.0.113.1', port: 0 })).rejects.toThrow('HOST: 203.0.113.1 is no address');
});

it('names DATABASE_URL when no server answers there', async () => {
  const port = await findFreePort();
  const pool = openPool({
    url: `postgres://nobody@${host}:${port}/none`,
    applicationName: 'test',
    limits: testPoolLimits,
  });
  await expect(tryDatabaseServer(pool)).rejects.toThrow(/^DATABASE_URL: no connection \(.*ECONNREFUSED/);
  await pool.end();
});

it('waits for a database server that is slow to connect, a few times', async () => {
  let callCount = 0;
  const makeSlowPool = (timeoutCount: number) => ({
    query: async () => {
      callCount += 1;
      if (callCount <= timeoutCount) throw new Error('Connection terminated due to connection timeout');
      return { rows: [{ server_version_num: '170004' }] };
    },
  });
  await tryDatabaseServer(makeSlowPool(3) as unknown as Pool);
  expect(callCount).toBe(4);
  callCount = 0;
  await expect(tryDatabaseServer(makeSlowPool(99) as unknown as Pool)).rejects.toThrow(/no connection \(.*timeout/);
  expect(callCount).toBe(12);
});

it('says what right is missing when a migration is refused, and passes other failures on', () => {
  const permissionError = Object.assign(new Error('permission denied for schema public'), { code: '42501' });
  expect(findMigrationFault(new Error('Migration 0001 failed.', { cause: permissionError }))).toMatchObject({
    message:
      'DATABASE_URL: its user must be allowed to create tables and extensions (permission denied for schema public)',
  });
  const otherError = new Error('Migration 0001 failed.');
  expect(findMigrationFault(otherError)).toBe(otherError);
});
