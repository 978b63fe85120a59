import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { startTestServer, type TestServer } from '@carhouse/embedded-postgres/test-server';
import { startReplica, type TestReplica } from '@carhouse/embedded-postgres/testing/start-replica';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testPoolLimits } from '../testing/test-database.ts';
import { openDatabase, openPool } from './connect.ts';
import { openReadDatabase, type ReadDatabase, type ReadDatabaseOptions } from './read-database.ts';
import { parseWalPosition, primaryPositionSql, runAfterPosition } from './wal-position.ts';
import type { ReplicaState } from './watched-replica.ts';

let server: TestServer;
let replica: TestReplica;
let primary: pg.Pool;
let replicaClient: pg.Client;
let readDatabase: ReadDatabase;

const maxLagBytes = 200_000;
/** A timeout of reads that is not reached on a busy machine. */
const longTimeoutMs = 60_000;

beforeAll(async () => {
  server = await startTestServer();
  primary = openPool({ url: server.url, applicationName: 'carhouse-test', limits: testPoolLimits });
  await primary.query('CREATE TABLE note (id int PRIMARY KEY, text text NOT NULL)');
  await primary.query("INSERT INTO note VALUES (1, 'first')");
  replica = await startReplica(server.url);
});
afterAll(async () => {
  await primary.end();
  await replica.stop();
  await server.stop();
});

beforeEach(async () => {
  replicaClient = await connectReplica();
  // When a test is about a replica's lag in bytes, a paused replica must not be excluded because of the age of its
  // data.
  readDatabase = await openReadDatabaseOnReplica({
    readTimeoutMs: longTimeoutMs,
    maxReplayDelayMs: 60 * longTimeoutMs,
  });
});
afterEach(async () => {
  await readDatabase.close();
  await replicaClient.query('SELECT pg_wal_replay_resume()');
  await replicaClient.end();
});

async function connectReplica(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: replica.databaseUrl('carhouse') });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Opens the read database and waits until it uses the replica. */
async function openReadDatabaseOnReplica(
  options: Partial<Pick<ReadDatabaseOptions, 'readTimeoutMs' | 'maxReplayDelayMs'>> = {},
  pool: pg.Pool = primary,
  replicaUrl: string = replica.databaseUrl('carhouse'),
): Promise<ReadDatabase> {
  const openedReadDatabase = openReadDatabase({
    primary: { url: server.url, pool, database: openDatabase(pool) },
    replicaUrls: [replicaUrl],
    maxLagBytes,
    isPooled: false,
    applicationName: 'carhouse-test-reads',
    ...options,
    tools: {
      nowMs: () => performance.now(),
      random: () => 0,
      wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
    },
  });
  await expect.poll(() => openedReadDatabase.getReplicaFigures()[0]?.state).toBe('in use');
  return openedReadDatabase;
}

const waitForState = (state: ReplicaState) => expect.poll(() => readDatabase.getReplicaFigures()[0]?.state).toBe(state);
const countReads = () => {
  const { primary: onPrimary = 0, ...others } = Object.fromEntries(readDatabase.countsByDatabase);
  return { onPrimary, onReplica: Object.values(others).reduce((sum, reads) => sum + reads, 0) };
};
/** Reads whether a replica answers, and the text of the first note. */
const readNote = () =>
  readDatabase.read(async ({ pool }) => {
    const { rows } = await pool.query<{ isReplica: boolean; text: string }>(
      `SELECT pg_is_in_recovery() AS "isReplica", text FROM note WHERE id = 1`,
    );
    return rows[0];
  });
const writeNote = (text: string) => primary.query('UPDATE note SET text = $1 WHERE id = 1', [text]);
async function readPrimaryPosition(): Promise<bigint> {
  const { rows } = await primary.query<{ position: string }>(`SELECT ${primaryPositionSql}::text AS position`);
  return parseWalPosition(rows[0]?.position ?? '');
}

it('reads a replica; what must show a write waits for nothing and reads the primary until the replica has it', async () => {
  expect(await readNote()).toMatchObject({ isReplica: true });
  await replicaClient.query('SELECT pg_wal_replay_pause()');
  const { text: oldText } = (await readNote()) ?? {};
  await writeNote('written while paused');
  const position = await readPrimaryPosition();
  expect(await readNote()).toEqual({ isReplica: true, text: oldText });
  expect(await runAfterPosition(position, readNote)).toEqual({ isReplica: false, text: 'written while paused' });
  await replicaClient.query('SELECT pg_wal_replay_resume()');
  await expect
    .poll(() => runAfterPosition(position, readNote))
    .toEqual({ isReplica: true, text: 'written while paused' });
});

it('a position that a node requires holds for all its reads', async () => {
  await replicaClient.query('SELECT pg_wal_replay_pause()');
  await writeNote('removed by an admin');
  readDatabase.requirePosition(await readPrimaryPosition());
  expect(await readNote()).toEqual({ isReplica: false, text: 'removed by an admin' });
  await replicaClient.query('SELECT pg_wal_replay_resume()');
  await expect.poll(readNote).toEqual({ isReplica: true, text: 'removed by an admin' });
});

it('a replica that is further behind than the bound is left out, and comes back by itself', async () => {
  await replicaClient.query('SELECT pg_wal_replay_pause()');
  // Random text is not compressed in the write-ahead log.
  await primary.query(`INSERT INTO note SELECT n, (SELECT string_agg(gen_random_uuid()::text, '') FROM generate_series(1, 30) WHERE n > 0)
    FROM generate_series(100, 600) n`);
  await writeNote('far ahead');
  await waitForState('behind');
  expect(readDatabase.getReplicaFigures()[0]?.lagBytes).toBeGreaterThan(maxLagBytes);
  expect(await readNote()).toEqual({ isReplica: false, text: 'far ahead' });
  await replicaClient.query('SELECT pg_wal_replay_resume()');
  await waitForState('in use');
  expect(await readNote()).toEqual({ isReplica: true, text: 'far ahead' });
});

it('a replica that stands still is left out, however few bytes it is behind', async () => {
  await readDatabase.close();
  readDatabase = await openReadDatabaseOnReplica({ readTimeoutMs: longTimeoutMs, maxReplayDelayMs: 1_000 });
  await replicaClient.query('SELECT pg_wal_replay_pause()');
  await writeNote('a few bytes');
  await waitForState('behind');
  expect(readDatabase.getReplicaFigures()[0]?.lagBytes).toBeLessThan(maxLagBytes);
  expect(await readNote()).toEqual({ isReplica: false, text: 'a few bytes' });
  await replicaClient.query('SELECT pg_wal_replay_resume()');
  await waitForState('in use');
});

it('what a replica does not have is asked of the primary once; other refusals are not', async () => {
  await replicaClient.query('SELECT pg_wal_replay_pause()');
  await primary.query("INSERT INTO note VALUES (2, 'new') ON CONFLICT DO NOTHING");
  let readCount = 0;
  const findNote = (id: number) =>
    readDatabase.read(async ({ pool }) => {
      readCount += 1;
      const { rows } = await pool.query<{ text: string }>('SELECT text FROM note WHERE id = $1', [id]);
      if (rows[0] === undefined) throw new DomainError('NOT_FOUND');
      return rows[0].text;
    });
  expect(await findNote(2)).toBe('new');
  expect(readCount).toBe(2);
  await expect(findNote(3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(readCount).toBe(4);
  const refusedReadPromise = readDatabase.read(async () => {
    readCount += 1;
    throw new DomainError('BAD_REQUEST');
  });
  await expect(refusedReadPromise).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(readCount).toBe(5);
  expect(readDatabase.getReplicaFigures()[0]?.state).toBe('in use');
});

it('no read fails while a replica is killed, and the replica is used again after it was started', async () => {
  const answers: unknown[] = [];
  let mustStop = false;
  const readerPromises = Array.from({ length: 8 }, async () => {
    while (!mustStop) {
      answers.push(await readNote());
      await wait(5);
    }
  });
  await expect.poll(() => countReads().onReplica).toBeGreaterThan(20);
  await replica.kill();
  await waitForState('down');
  const { onPrimary } = countReads();
  await expect.poll(() => countReads().onPrimary).toBeGreaterThan(onPrimary + 20);
  await replica.restart();
  await waitForState('in use');
  const { onReplica } = countReads();
  await expect.poll(() => countReads().onReplica).toBeGreaterThan(onReplica + 20);
  mustStop = true;
  // If a read failed, the promise of its reader would reject.
  await Promise.all(readerPromises);
  expect(answers).not.toContain(undefined);
  replicaClient = await connectReplica();
});

it('a replica that hangs costs each read a bounded time once, and is left out', async () => {
  await readDatabase.close();
  readDatabase = await openReadDatabaseOnReplica();
  const { rows } = await replicaClient.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND pid IS NOT NULL',
  );
  const processIds = [replica.pid(), ...rows.map(({ pid }) => pid)];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processIds) process.kill(pid, name);
  };
  signal('SIGSTOP');
  try {
    expect(await readNote()).toMatchObject({ isReplica: false });
    expect(readDatabase.getReplicaFigures()[0]?.state).toBe('down');
    const { onPrimary } = countReads();
    await Promise.all(Array.from({ length: 20 }, readNote));
    expect(countReads().onPrimary).toBe(onPrimary + 20);
  } finally {
    signal('SIGCONT');
  }
  await expect.poll(readNote).toMatchObject({ isReplica: true });
});

it('without a primary, a read that has failed is made on a replica again, and what a replica lacks is not there', async () => {
  await readDatabase.close();
  // Nothing listens on port 9 (discard), so this database cannot be reached.
  const unreachablePool = openPool({
    url: 'postgres://nobody:none@127.0.0.1:9/none',
    applicationName: 'carhouse-test',
  });
  readDatabase = await openReadDatabaseOnReplica({ readTimeoutMs: longTimeoutMs }, unreachablePool);
  try {
    let readCount = 0;
    const note = await readDatabase.read(async ({ pool }) => {
      readCount += 1;
      if (readCount === 1) throw new Error('Connection terminated unexpectedly');
      return (await pool.query<{ text: string }>('SELECT text FROM note WHERE id = 1')).rows[0];
    });
    expect(note?.text).toBeTypeOf('string');
    // The read runs on the replica, then on the primary, which cannot be reached, and then on the replica again.
    expect(readCount).toBe(3);
    const missingNotePromise = readDatabase.read(async ({ pool }) => {
      await pool.query('SELECT 1');
      throw new DomainError('NOT_FOUND');
    });
    await expect(missingNotePromise).rejects.toMatchObject({ code: 'NOT_FOUND' });
  } finally {
    await unreachablePool.end();
  }
});

it('a server that replays no log is never read', async () => {
  const openedReadDatabase = openReadDatabase({
    primary: { url: server.url, pool: primary, database: openDatabase(primary) },
    replicaUrls: [server.url],
    maxLagBytes,
    isPooled: false,
    applicationName: 'carhouse-test-promoted',
    tools: {
      nowMs: () => performance.now(),
      random: () => 0,
      wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => {}),
    },
  });
  try {
    await expect.poll(() => openedReadDatabase.getReplicaFigures()[0]?.state).toBe('not a replica');
    await openedReadDatabase.read(({ pool }) => pool.query('SELECT 1'));
    expect([...openedReadDatabase.countsByDatabase]).toEqual([['primary', 1]]);
  } finally {
    await openedReadDatabase.close();
  }
});

it('an address that leads to several servers is left out, and no read is made on a server that is not watched', async () => {
  const [replicaUrl, primaryUrl] = [replica.databaseUrl('carhouse'), server.url].map((url) => new URL(url));
  const sockets = new Set<Socket>();
  // The balancer forwards the connection that watches the replica to the replica, and the connections of reads to the
  // primary. The balancer recognises a connection of a read by the timeout in its first bytes.
  const balancer = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', (firstBytes) => {
      const target = firstBytes.includes(String(longTimeoutMs)) ? primaryUrl : replicaUrl;
      const databaseSocket = connect(Number(target?.port), target?.hostname);
      sockets.add(databaseSocket.on('error', () => {}));
      databaseSocket.write(firstBytes);
      socket.pipe(databaseSocket).pipe(socket);
    });
  });
  await once(balancer.listen(0, '127.0.0.1'), 'listening');
  const balancerUrl = new URL(replica.databaseUrl('carhouse'));
  balancerUrl.hostname = '127.0.0.1';
  balancerUrl.port = String((balancer.address() as AddressInfo).port);
  const openedReadDatabase = await openReadDatabaseOnReplica(
    { readTimeoutMs: longTimeoutMs },
    primary,
    balancerUrl.href,
  );
  try {
    const { rows } = await openedReadDatabase.read(({ pool }) => pool.query<{ one: number }>('SELECT 1 AS one'));
    expect(rows).toEqual([{ one: 1 }]);
    expect([...openedReadDatabase.countsByDatabase]).toEqual([['primary', 1]]);
    await expect.poll(() => openedReadDatabase.getReplicaFigures()[0]?.state).toBe('several servers');
  } finally {
    await openedReadDatabase.close();
    for (const socket of sockets) socket.destroy();
    balancer.close();
  }
});
