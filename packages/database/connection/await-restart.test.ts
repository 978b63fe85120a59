import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase, testPoolLimits } from '../testing/test-database.ts';
import { awaitRestarts, restartTimeoutMs } from './await-restart.ts';
import { openPool } from './connect.ts';

/** A port that leads to the database, and refuses connections while it is closed. */
type DatabasePort = { readonly number: number; open(): Promise<void>; close(): Promise<void> };

let db: TestDatabase;
let port: DatabasePort;
let pool: pg.Pool;

beforeEach(async () => {
  db = await makeTestDatabase();
  port = await openPort(new URL(db.url));
  const url = new URL(db.url);
  url.hostname = '127.0.0.1';
  url.port = String(port.number);
  const options = { applicationName: 'carhouse-test-restart', max: 3, limits: testPoolLimits };
  pool = openPool({ url: url.href, ...options });
});
afterEach(async () => {
  await pool.end();
  await port.close();
  await db.close();
});

test('work waits while the database restarts, more of it than there are connections', async () => {
  awaitRestarts(pool);
  await pool.query('SELECT 1');
  await cutDatabase();
  const work = Array.from({ length: 20 }, (_, index) => pool.query<{ n: number }>('SELECT $1::int AS n', [index]));
  const client = pool.connect();
  await new Promise((resolve) => void setTimeout(resolve, 200));
  await port.open();
  const results = await Promise.all(work);
  expect(results.map(({ rows }) => rows[0]?.n)).toEqual(work.map((_, index) => index));
  (await client).release();
});

test('work fails at once when the database has been away for long, and goes on when it is back', async () => {
  let clockMs = 0;
  awaitRestarts(pool, () => clockMs);
  await pool.query('SELECT 1');
  await cutDatabase();
  const waiting = pool.query('SELECT 1').catch(String);
  await new Promise((resolve) => void setTimeout(resolve, 120));
  clockMs = restartTimeoutMs;
  expect(await waiting).toContain('ECONNREFUSED');
  await expect(pool.query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
  await port.open();
  expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a database that has never answered is not waited for, nor an error of another kind', async () => {
  awaitRestarts(pool);
  await port.close();
  await expect(pool.query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
  await port.open();
  await expect(pool.query('SELECT missing')).rejects.toThrow('missing');
});

/** Work on a connection that is cut fails, so the tests wait until the pool has no connection left. */
async function cutDatabase(): Promise<void> {
  await port.close();
  await expect.poll(() => pool.totalCount).toBe(0);
}

async function openPort(target: URL): Promise<DatabasePort> {
  const sockets = new Set<Socket>();
  const forwardConnection = (socket: Socket): void => {
    const databaseSocket = connect(Number(target.port), target.hostname);
    for (const each of [socket, databaseSocket]) {
      sockets.add(each);
      each.on('error', () => {});
      each.on('close', () => {
        sockets.delete(each);
        socket.destroy();
        databaseSocket.destroy();
      });
    }
    socket.pipe(databaseSocket).pipe(socket);
  };
  let server: Server | undefined;
  let number = 0;
  const openedPort: DatabasePort = {
    get number() {
      return number;
    },
    async open() {
      server = createServer(forwardConnection).listen(number, '127.0.0.1');
      await once(server, 'listening');
      ({ port: number } = server.address() as AddressInfo);
    },
    async close() {
      const closedServer = server;
      server = undefined;
      for (const socket of sockets) socket.destroy();
      if (closedServer === undefined) return;
      closedServer.close();
      await once(closedServer, 'close');
    },
  };
  await openedPort.open();
  return openedPort;
}
