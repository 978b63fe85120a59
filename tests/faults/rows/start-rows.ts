import { migrate, readMigrations } from '@carhouse/database/connection/migrate';
import { runOnServer, withDatabase } from '@carhouse/database/testing/maintenance';
import { sendSignal } from '@carhouse/embedded-postgres/process-facts';
import { startTestServer } from '@carhouse/embedded-postgres/test-server';
import { findChildPids, readCommandLine, waitUntil } from '@carhouse/server/testing/processes';
import { runRaceOnTestbed } from '@carhouse/server/testing/race-on-testbed';
import { startServerProcess } from '@carhouse/server/testing/server-process';
import pg from 'pg';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { withTestbed } from '../rig/fault-testbed.ts';
import { ClientHistory } from '../rig/history.ts';
import { judgeTestbed } from '../rig/judge-history.ts';

/** Interrupts the first migration of a database several times: the server is killed, or its connection ended. */
function interruptMigrations(): Promise<RowResult> {
  return withTestbed({ isStartedByExperiment: true }, async (testbed) => {
    const migrationTotal = (await readMigrations()).length;
    const countMigrations = async (): Promise<number> => {
      const { rows } = await testbed.pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM schema_migration',
      );
      return rows[0]?.count ?? 0;
    };
    const migrationCounts = [2, 15, 30, 45, 60].filter((count) => count < migrationTotal);
    const migrationCountsAtInterruption: number[] = [];
    const failures: string[] = [];
    for (const [index, migrationCount] of migrationCounts.entries()) {
      const startPromise = testbed.startProduct().then(
        () => 'started',
        () => 'ended',
      );
      await waitUntil(`migration ${migrationCount}`, 30_000, async () => (await countMigrations()) >= migrationCount);
      if (index % 2 === 0) for (const pid of findProductPids()) sendSignal(pid, 'SIGKILL');
      else {
        const sql =
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'carhouse-migrations'";
        await testbed.pool.query(sql);
      }
      const outcome = await startPromise;
      migrationCountsAtInterruption.push(await countMigrations());
      if (outcome === 'started') {
        failures.push(`the server started although its migration was interrupted at ${migrationCount}`);
        await testbed.stopProduct();
      }
    }
    const startMs = await testbed.startProduct();
    const readyResponse = await fetch(`${testbed.origin}/readyz`);
    if (readyResponse.status !== 200) failures.push(`after it the server is not ready (${readyResponse.status})`);
    const finalCount = await countMigrations();
    if (finalCount !== migrationTotal) failures.push(`${finalCount} of ${migrationTotal} migrations have run`);
    await testbed.stopProduct();
    failures.push(...(await judgeTestbed(testbed, new ClientHistory())));
    return {
      figures: {
        migrations: migrationTotal,
        interruptedAt: migrationCountsAtInterruption.join(', '),
        lastStartMs: startMs,
      },
      failures,
    };
  });
}

function findProductPids(): readonly number[] {
  return findChildPids(process.pid).filter((pid) => readCommandLine(pid).includes('apps/server/main.ts'));
}

/** Starts the server with a wrong password of the database, as a service manager does again and again. */
function startWithWrongPassword(): Promise<RowResult> {
  return withTestbed({ isStartedByExperiment: true }, async (testbed) => {
    await testbed.startProduct();
    await testbed.stopProduct();
    const url = new URL(testbed.environment.DATABASE_URL ?? '');
    url.password = 'wrong-password-of-faults';
    const failures: string[] = [];
    const startTimesMs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const startMs = performance.now();
      const message = await startServerProcess({ ...testbed.environment, DATABASE_URL: url.href }).then(
        async (server) => {
          await server.stop();
          return '';
        },
        (error: Error) => error.message,
      );
      startTimesMs.push(performance.now() - startMs);
      if (!message.includes('DATABASE_URL')) failures.push(`it said: ${message.slice(0, 200)}`);
      if (message.includes('wrong-password')) failures.push('it printed the password');
      if (message.split('\n').length > 3) failures.push(`it wrote ${message.split('\n').length} lines`);
    }
    const slowestStartMs = Math.round(Math.max(...startTimesMs));
    if (slowestStartMs > 20_000) failures.push(`it ended after ${slowestStartMs} ms`);
    await testbed.startProduct();
    await testbed.stopProduct();
    return { figures: { starts: startTimesMs.length, slowestEndMs: slowestStartMs }, failures };
  });
}

/** Kills the only node of a server with `--nodes 1` whenever the node answers. */
function killNodeAgainAndAgain(): Promise<RowResult> {
  return withTestbed({ args: ['--nodes', '1'] }, async (testbed) => {
    const primary = testbed.product.node.pid ?? 0;
    const findNode = (): number => findChildPids(primary).find((pid) => readCommandLine(pid).includes('main.ts')) ?? 0;
    const pauses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const node = findNode();
      sendSignal(node, 'SIGKILL');
      pauses.push(await waitUntil('another process of the node', 30_000, () => ![0, node].includes(findNode())));
      await waitUntil('a node that answers', 30_000, async () => (await fetch(`${testbed.origin}/readyz`)).ok);
    }
    const failures: string[] = [];
    if ((pauses[3] ?? 0) < 2 * (pauses[0] ?? 0)) failures.push(`the pauses do not grow: ${pauses.join(', ')} ms`);
    if (!testbed.isProductAlive()) failures.push('the server has ended');
    await testbed.stopProduct();
    failures.push(...(await judgeTestbed(testbed, new ClientHistory())));
    return { figures: { pausesMs: pauses.join(', ') }, failures };
  });
}

/** Runs a payment race on two nodes. */
async function raceOnTwoNodes(): Promise<RowResult> {
  const server = await startTestServer();
  const name = `faults_${process.pid}`;
  const url = withDatabase(server.url, name);
  try {
    await runOnServer(server.url, `CREATE DATABASE ${name}`);
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    await migrate(pool);
    await pool.end();
    const { webhookFigures, ...figures } = await runRaceOnTestbed(url, {
      seed: 1,
      nodes: 2,
      cars: 20,
      buyersPerCar: 12,
    });
    const numberFigures = Object.entries(figures).filter(([, value]) => typeof value === 'number');
    return { figures: { ...Object.fromEntries(numberFigures), events: webhookFigures.postCount }, failures: [] };
  } catch (error) {
    return { figures: {}, failures: [(error as Error).message.slice(0, 1_000)] };
  } finally {
    await server.stop();
  }
}

/** The rows about starts that fail or are interrupted, and about starts of several nodes. */
export const startRows: readonly FaultRow[] = [
  {
    number: '38',
    name: 'migration-interrupted',
    fault: 'the first migration is interrupted five times: the server is killed, or its connection ended',
    expected: 'the server does not open; the next start goes on and completes',
    run: interruptMigrations,
  },
  {
    number: '39',
    name: 'two-nodes',
    fault: 'two server processes sell 20 cars to 12 buyers each, while events are lost and repeated',
    expected: 'all invariants: each car is sold once, each charge is paid or refunded',
    run: raceOnTwoNodes,
  },
  {
    number: '40',
    name: 'wrong-password',
    fault: 'the server is started again and again with a wrong password of the database',
    expected: 'it ends with one line that names the variable and not the password',
    run: startWithWrongPassword,
  },
  {
    number: '40b',
    name: 'restart-loop',
    fault: 'the node of `--nodes` is killed whenever it answers',
    expected: 'each start waits longer than the one before',
    run: killNodeAgainAndAgain,
  },
];
