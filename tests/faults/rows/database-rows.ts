import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal } from '@carhouse/embedded-postgres/process-facts';
import pg from 'pg';
import type { FaultRow, RowResult } from '../fault-row.ts';
import type { FaultTestbed } from '../rig/fault-testbed.ts';
import { tryFault } from '../rig/try-fault.ts';

/** Process ids of the product's connections to the database. */
async function findBackendPids({ pool }: FaultTestbed, name = 'carhouse'): Promise<readonly number[]> {
  const sql = 'SELECT pid FROM pg_stat_activity WHERE application_name = $1';
  const { rows } = await pool.query<{ pid: number }>(sql, [name]);
  return rows.map(({ pid }) => pid);
}

/** Opens connections until PostgreSQL allows no more connections. */
async function openAllConnections(url: string, clients: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const hasConnected = await client.connect().then(
      () => true,
      () => false,
    );
    if (!hasConnected) return;
    clients.push(client);
  }
}

/** Ends the server's connections to the database, and opens and keeps all connections that PostgreSQL allows. */
async function takeConnections(): Promise<RowResult> {
  const clients: pg.Client[] = [];
  return tryFault({
    testbed: { settings: { max_connections: '40' } },
    injectFault: async (testbed) => {
      const endMs = performance.now() + 5_000;
      await openAllConnections(testbed.database.url, clients);
      while (performance.now() < endMs) {
        const productConnectionsSql = "application_name LIKE 'carhouse%' AND application_name <> 'carhouse-faults'";
        await clients[0]?.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${productConnectionsSql}`,
        );
        await openAllConnections(testbed.database.url, clients);
        await wait(100);
      }
    },
    faultDurationMs: 0,
    endFault: async () => {
      await Promise.all(clients.map((client) => client.end()));
    },
    checkExpectations: ({ attemptsDuringFault }) =>
      attemptsDuringFault.some(({ status }) => status === 503)
        ? []
        : ['nothing was refused while no connection was left'],
    readFigures: () => ({ connectionsTaken: clients.length }),
  });
}

/** PostgreSQL that is killed, stops answering, or ends connections. */
export const databaseRows: readonly FaultRow[] = [
  {
    number: '4',
    name: 'database-killed',
    fault: 'every process of PostgreSQL is killed (kill -9) and started again after 2 s',
    expected: '503 with Retry-After, the pool recovers without a restart of the server, nothing acknowledged lost',
    run: () =>
      tryFault({
        injectFault: async ({ database }) => database.signalAll('SIGKILL'),
        faultDurationMs: 2_000,
        endFault: ({ database }) => database.restart(),
        answerLimitMs: 8_000,
      }),
  },
  {
    number: '4b',
    name: 'backend-killed',
    fault: 'one connection’s process of PostgreSQL is killed (kill -9): it ends all others and recovers by itself',
    expected: '503 with Retry-After, writes again within 15 s, nothing acknowledged lost',
    run: () =>
      tryFault({
        injectFault: async (testbed) => {
          const [backend = 0] = await findBackendPids(testbed);
          sendSignal(backend, 'SIGKILL');
        },
        faultDurationMs: 500,
      }),
  },
  {
    number: '5',
    name: 'database-paused',
    fault: 'every process of PostgreSQL stands still for 10 s (SIGSTOP)',
    expected: 'answers within 8 s, pages of visitors go on, no queue that grows, writes again within 15 s',
    run: () =>
      tryFault({
        injectFault: async ({ database }) => database.signalAll('SIGSTOP'),
        faultDurationMs: 10_000,
        endFault: async ({ database }) => database.signalAll('SIGCONT'),
        answerLimitMs: 8_000,
      }),
  },
  {
    number: '5b',
    name: 'database-mute',
    fault: 'the connections to the database are half-open for 10 s: no byte passes, none is closed',
    expected: 'answers within 8 s, writes again within 15 s over new connections',
    run: () =>
      tryFault({
        testbed: { hasDatabaseLink: true },
        injectFault: async ({ databaseLink }) => databaseLink?.setMode('mute'),
        faultDurationMs: 10_000,
        endFault: async ({ databaseLink }) => databaseLink?.setMode('open'),
        answerLimitMs: 8_000,
      }),
  },
  {
    number: '6',
    name: 'connections-ended',
    fault: 'the connections of the server are ended (pg_terminate_backend) every 200 ms for 5 s',
    expected: 'reads are answered or 503; a write whose commit is unknown is not repeated blindly; nothing twice',
    run: () =>
      tryFault({
        injectFault: async ({ pool }) => {
          for (let round = 0; round < 25; round += 1) {
            await pool.query(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'carhouse'",
            );
            await wait(200);
          }
        },
        faultDurationMs: 0,
      }),
  },
  {
    number: '7',
    name: 'commit-unknown',
    fault: 'the database commits, and the connection breaks before its answer; twelve times',
    expected: '503, the same key gives the one result, nothing twice',
    run: () =>
      tryFault({
        testbed: { hasDatabaseLink: true },
        injectFault: async ({ databaseLink }) => databaseLink?.loseAnswersTo('commit', 12),
        faultDurationMs: 4_000,
        checkExpectations: (_observations, { databaseLink }) =>
          databaseLink?.countLostAnswers() === 12
            ? []
            : [`${databaseLink?.countLostAnswers()} commits lost their answer`],
        readFigures: (_observations, { databaseLink }) => ({ lostAnswers: databaseLink?.countLostAnswers() ?? 0 }),
      }),
  },
  {
    number: '11',
    name: 'deadlocks',
    fault: 'three of ten new bookings fail with a deadlock (40P01) or a serialization failure (40001) for 4 s',
    expected: 'a limited number of retries, then 503; never 500, nothing half done',
    run: () =>
      tryFault({
        injectFault: ({ pool }) =>
          pool.query(`
            CREATE FUNCTION fail_sometimes() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF random() < 0.15 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
              IF random() < 0.18 THEN RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001'; END IF;
              RETURN NEW;
            END $$;
            CREATE TRIGGER fail_sometimes BEFORE INSERT ON booking FOR EACH ROW EXECUTE FUNCTION fail_sometimes()`),
        faultDurationMs: 4_000,
        endFault: ({ pool }) => pool.query('DROP FUNCTION fail_sometimes CASCADE'),
      }),
  },
  {
    number: '12',
    name: 'lock-held',
    fault: 'a stuck transaction holds the locks of all cars for 5 s',
    expected: '409 or 503 soon after the lock timeout (500 ms), reads go on, writes again at once after it',
    run: () =>
      tryFault({
        injectFault: async ({ pool }) => {
          const client = await pool.connect();
          try {
            await client.query('BEGIN');
            await client.query('SELECT 1 FROM listing FOR UPDATE');
            await wait(5_000);
          } finally {
            await client.query('ROLLBACK');
            client.release();
          }
        },
        faultDurationMs: 0,
        answerLimitMs: 8_000,
        recoveryLimitMs: 5_000,
        checkExpectations: ({ attemptsDuringFault }) => {
          const failedReads = attemptsDuringFault.filter(({ kind, status }) => kind === 'read' && status !== 200);
          return failedReads.length === 0 ? [] : [`${failedReads.length} reads failed`];
        },
      }),
  },
  {
    number: '14',
    name: 'slow-statement',
    fault: 'each new booking takes 10 s in the database, for 5 s',
    expected: 'statement_timeout (3 s) ends it: 503 within 8 s, other writes go on',
    run: () =>
      tryFault({
        injectFault: ({ pool }) =>
          pool.query(`
            CREATE FUNCTION sleep_long() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM pg_sleep(10); RETURN NEW; END $$;
            CREATE TRIGGER sleep_long BEFORE INSERT ON booking FOR EACH ROW EXECUTE FUNCTION sleep_long()`),
        faultDurationMs: 5_000,
        endFault: ({ pool }) => pool.query('DROP FUNCTION sleep_long CASCADE'),
        answerLimitMs: 8_000,
        recoveryLimitMs: 20_000,
        checkExpectations: ({ attemptsDuringFault }) => {
          const drafts = attemptsDuringFault.filter(
            ({ name, status }) => name === 'POST /api/v1/listings' && status === 201,
          );
          return drafts.length > 0 ? [] : ['no draft was saved while bookings were slow'];
        },
      }),
  },
  {
    number: '15',
    name: 'connections-taken',
    fault: 'others take every connection that PostgreSQL has (53300), and the server loses its own, for 5 s',
    expected: '503 with Retry-After, writes again within 15 s',
    run: takeConnections,
  },
];
