import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { findRunningEmbeddedUrl } from '@carhouse/embedded-postgres/find-running';
import { startEmbeddedPostgres } from '@carhouse/embedded-postgres/start-embedded';
import { startMailServer } from '@carhouse/mail/testing/start-mail-server';
import pg from 'pg';
import { readConfig } from '../config.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { openSandboxCardProvider } from '../startup/open-cards.ts';
import { loadSandboxKeys, startOwnSandbox } from '../startup/own-sandbox.ts';
import { auditCharges } from './audit-charges.ts';
import { type HistoryEntry, type WriteKind, writeUntilKilled } from './kill-load.ts';
import { makeManyCars, makeManyUsers } from './many-users.ts';
import { findPostmasterPid } from './processes.ts';
import { assertAudits } from './run-audits.ts';
import { createSeededRandom } from './seeded.ts';
import { makeProductionEnvironment, type ServerProcess, startServerProcess } from './server-process.ts';
import { makeTestContext } from './test-node.ts';

export type KillFigures = {
  readonly roundCount: number;
  readonly killCounts: Readonly<Record<KillTarget, number>>;
  readonly acknowledgedCounts: Readonly<Record<WriteKind, number>>;
  readonly unknownOutcomeCount: number;
  /** Descriptions of acknowledged writes that are missing in the database. */
  readonly lostWrites: readonly string[];
};

type KillTarget = 'node' | 'database' | 'both';
const killTargets: readonly KillTarget[] = ['both', 'node', 'database'];
const parallelWriterCount = 8;
const carsPerRound = 400;
/** Milliseconds after which every hold and every retry delay has ended. */
const clockAdvanceMs = 48 * 3_600_000;

/**
 * Runs the product under load on its embedded database, and kills it with `kill -9` in several rounds: the node
 * process, all processes of PostgreSQL, or both. After the last round, all payments are reconciled. The results that
 * the callers got are compared with the database, and the charges of the card provider with the payments.
 * @throws Error when a query that checks an invariant (`assertAudits`) finds rows, or a charge is neither paid nor
 * refunded.
 */
export async function runKillRounds(
  roundCount: number,
  seed: number,
  writeLine: (line: string) => void,
): Promise<KillFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carhouse-kill-'));
  // When the test runs as root, PostgreSQL runs as another user, who needs access to the folder; otherwise the test's
  // database would not be in this folder.
  await chmod(dataDir, 0o711);
  const random = createSeededRandom(seed);
  const sessionSecret = randomBytes(32).toString('hex');
  const writeOutcomes: HistoryEntry[] = [];
  const killCounts = { node: 0, database: 0, both: 0 };
  const mailServer = await startMailServer();
  let runningNode: ServerProcess | undefined;
  try {
    for (let round = 0; round < roundCount; round += 1) {
      const env = {
        ...makeProductionEnvironment(mailServer.port),
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        SESSION_SECRET: sessionSecret,
      };
      const node = await startServerProcess(env);
      runningNode = node;
      const sql = new pg.Pool({ connectionString: await findRunningEmbeddedUrl(dataDir), max: 2 });
      sql.on('error', () => {});
      const [seller] = await makeManyUsers(sql, sessionSecret, 'Seller', 1);
      const buyers = await makeManyUsers(sql, sessionSecret, 'Buyer', parallelWriterCount);
      const cars = await makeManyCars(
        sql,
        seller?.id ?? '',
        Array.from({ length: carsPerRound }, () => 50_000),
      );
      const postmasterPid = await findPostmasterPid(sql);
      await sql.end();
      const keys = await loadSandboxKeys(dataDir);
      const writeCountBefore = writeOutcomes.length;
      const writersPromise = writeUntilKilled({
        url: node.url,
        keys,
        buyers,
        cars,
        random,
        historyEntries: writeOutcomes,
      });
      await waitUntilBusy(() => writeOutcomes.slice(writeCountBefore), writersPromise);
      await wait(300 * random());
      const killTarget = killTargets[round % killTargets.length] ?? 'both';
      killCounts[killTarget] += 1;
      if (killTarget !== 'database') node.node.kill('SIGKILL');
      // The server is the leader of its own process group, which is killed as a whole.
      if (killTarget !== 'node') process.kill(-postmasterPid, 'SIGKILL');
      // After its database was killed, the node answers 503 until node and database are restarted.
      if (killTarget === 'database') await wait(200);
      await node.kill();
      await writersPromise;
      runningNode = undefined;
      writeLine(`round ${round + 1}: ${killTarget} killed after ${writeOutcomes.length - writeCountBefore} writes`);
    }
    return { roundCount, killCounts, ...(await judgeRound(dataDir, sessionSecret, writeOutcomes)) };
  } finally {
    await runningNode?.stop();
    await mailServer.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits until writes are in progress, because a kill without load proves nothing. */
async function waitUntilBusy(readWrites: () => readonly HistoryEntry[], writersPromise: Promise<void>): Promise<void> {
  let hasEnded = false;
  void writersPromise.then(() => {
    hasEnded = true;
  });
  const writeKinds: readonly WriteKind[] = ['booking', 'cancellation', 'wish', 'payment'];
  const hasEnoughWrites = (): boolean => {
    const successfulWrites = readWrites().filter(({ outcome }) => outcome === 'ok');
    return (
      successfulWrites.length >= 40 &&
      writeKinds.every((kind) => successfulWrites.filter((entry) => entry.kind === kind).length >= 4)
    );
  };
  while (!hasEnded && !hasEnoughWrites()) await wait(10);
}

async function judgeRound(dataDir: string, sessionSecret: string, writeOutcomes: readonly HistoryEntry[]) {
  // The start of the database takes the lock of the data directory, so the card provider's journal is opened after it.
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const pool = openPool({ url: server.url, applicationName: 'carhouse-kill' });
  const keys = await loadSandboxKeys(dataDir);
  const sandbox = await startOwnSandbox({ keys, dataDir, log: () => {} });
  try {
    const context = await makeTestContext({
      config: readConfig(false, { DATA_DIR: dataDir, DATABASE_URL: server.url, NODE_ENV: 'test', LOG_LEVEL: 'silent' }),
      pool,
      databaseUrl: server.url,
      database: openDatabase(pool),
      cards: openSandboxCardProvider(keys, sandbox.url),
      sessionSecret,
      now: () => new Date(Date.now() + clockAdvanceMs),
    });
    await reconcilePayments(context);
    await assertAudits(pool);
    await auditCharges(pool, sandbox.account, { isReconciled: true });
    const acknowledgedCounts = { booking: 0, cancellation: 0, wish: 0, payment: 0 };
    for (const entry of writeOutcomes) if (entry.outcome === 'ok') acknowledgedCounts[entry.kind] += 1;
    const unknownOutcomeCount = writeOutcomes.filter((entry) => entry.outcome === 'unknown').length;
    return { acknowledgedCounts, unknownOutcomeCount, lostWrites: await findLostWrites(pool, writeOutcomes) };
  } finally {
    await sandbox.close();
    await pool.end();
    await server.stop();
  }
}

/** Finds acknowledged writes that are missing in the database. */
async function findLostWrites(pool: pg.Pool, writeOutcomes: readonly HistoryEntry[]): Promise<string[]> {
  const bookings = await pool.query<{ id: string; status: string }>('SELECT id, status FROM booking');
  const wishes = await pool.query<{ id: string }>('SELECT id FROM wish');
  const statusById = new Map(bookings.rows.map((row) => [row.id, row.status]));
  const wishIds = new Set(wishes.rows.map((row) => row.id));
  const existsByKind: Readonly<Record<WriteKind, (id: string) => boolean>> = {
    booking: (id) => statusById.has(id),
    cancellation: (id) => statusById.get(id) === 'cancelled',
    payment: (id) => statusById.get(id) === 'paid',
    wish: (id) => wishIds.has(id),
  };
  return writeOutcomes
    .filter(({ kind, outcome, id }) => outcome === 'ok' && !existsByKind[kind](id))
    .map(({ kind, id }) => `${kind} ${id}`);
}
