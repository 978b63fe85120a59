import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '@carhouse/database/connection/connect';
import { isTemporaryFault } from '@carhouse/database/connection/passing-fault';
import { findBrokenAudits } from '../cluster/judge.ts';
import { summariseLoad } from './load-figures.ts';
import type { LoadTestbed } from './load-testbed.ts';
import type { Outcome } from './outcome.ts';
import { listNodes, readProcessFigures } from './processes.ts';
import type { SampledProcess, SoakSample } from './soak-verdict.ts';
import type { Generator } from './start-generator.ts';

export type SoakOptions = {
  readonly minutes: number;
  readonly rate: number;
  readonly seed: number;
  /** Called with each line of the report, as it is measured. */
  readonly print: (line: object) => void;
};

export type SoakRecord = { readonly samples: readonly SoakSample[]; readonly outcomes: readonly Outcome[] };

const samplePauseMs = 10_000;
const killPauseMs = 60_000;
/** Milliseconds for which a sample waits for a database that is starting. */
const databasePatienceMs = 30_000;
/** Limits of the audits' statements, in milliseconds. */
const auditLimits = { connectionTimeoutMillis: 5_000, query_timeout: 60_000, statement_timeout: 60_000 } as const;

/**
 * Lets visitors use the product for some minutes, kills the younger node and the database in turn, once a minute, and takes
 * samples. The older node and the primary process run all the time, so that their memory can be judged.
 */
export async function soak(testbed: LoadTestbed, generator: Generator, options: SoakOptions): Promise<SoakRecord> {
  const { minutes, rate, seed, print } = options;
  const outcomes: Outcome[] = [];
  const samples: SoakSample[] = [];
  const startMs = performance.now();
  const endMs = startMs + minutes * 60_000;
  const secondsSince = (timeMs: number): number => Math.round((performance.now() - timeMs) / 100) / 10;
  const ages = new Map<number, number>();
  const ending = new AbortController();
  const sleepUntil = (timeMs: number): Promise<void> =>
    wait(Math.max(0, timeMs - performance.now()), undefined, { signal: ending.signal }).catch(() => undefined);

  const killInTurn = async (): Promise<void> => {
    for (let turn = 1; startMs + turn * killPauseMs < endMs; turn += 1) {
      await sleepUntil(startMs + turn * killPauseMs);
      if (ending.signal.aborted) return;
      const atSecond = secondsSince(startMs);
      const killMs = performance.now();
      const killed = turn % 2 === 1 ? 'node' : 'database';
      await (killed === 'node' ? killYoungestNode(testbed) : killDatabase(testbed));
      print({ what: 'kill', second: atSecond, killed, backAfterSeconds: secondsSince(killMs) });
    }
  };

  const takeSamples = async (): Promise<void> => {
    let seenCount = 0;
    for (let turn = 1; startMs + turn * samplePauseMs <= endMs; turn += 1) {
      await sleepUntil(startMs + turn * samplePauseMs);
      if (ending.signal.aborted) return;
      const processes = await readProcesses(testbed, ages, secondsSince(0));
      const latest = outcomes.slice(seenCount);
      seenCount = outcomes.length;
      const { reads, writes, sharesOf, kinds: _kinds } = summariseLoad(latest, samplePauseMs / 1_000);
      const auditFaults = await runAudits(testbed.databaseUrl);
      const sample: SoakSample = { second: secondsSince(startMs), processes, reads, writes, auditFaults };
      samples.push(sample);
      print({ what: 'sample', ...sample, sharesOf });
    }
  };

  const load = generator.run({ rate, seconds: minutes * 60, seed, hasRetries: true }, (batch) => {
    outcomes.push(...batch);
  });
  try {
    await Promise.all([load, killInTurn(), takeSamples()]);
  } finally {
    ending.abort();
  }
  return { samples, outcomes };
}

/** Ends PostgreSQL with all its processes at once, and starts it again, as a service manager does. */
async function killDatabase({ database }: LoadTestbed): Promise<void> {
  database.signalAll('SIGKILL');
  await database.restart();
}

async function killYoungestNode({ product }: LoadTestbed): Promise<void> {
  const primaryPid = product.node.pid ?? 0;
  const before = listNodes(primaryPid);
  const youngest = before.at(-1);
  if (youngest === undefined || before.length < 2) throw new Error('There are no two nodes.');
  process.kill(youngest, 'SIGKILL');
  while (listNodes(primaryPid).filter((pid) => pid !== youngest).length < before.length) await wait(50);
}

async function readProcesses(
  { product }: LoadTestbed,
  ages: Map<number, number>,
  nowSeconds: number,
): Promise<readonly SampledProcess[]> {
  const primaryPid = product.node.pid ?? 0;
  const clientPort = Number(new URL(product.url).port);
  const processes: SampledProcess[] = [];
  for (const pid of [primaryPid, ...listNodes(primaryPid)]) {
    const figures = await readProcessFigures(pid, clientPort);
    if (figures === undefined) continue;
    const firstSeen = ages.get(pid) ?? nowSeconds;
    ages.set(pid, firstSeen);
    processes.push({
      role: pid === primaryPid ? 'primary' : 'node',
      ageSeconds: Math.round(nowSeconds - firstSeen),
      ...figures,
    });
  }
  return processes;
}

/** Runs all audits; when the database has just been killed, as soon as it answers. */
async function runAudits(databaseUrl: string): Promise<readonly string[]> {
  const lastMs = performance.now() + databasePatienceMs;
  for (;;) {
    const pool = openPool({ url: databaseUrl, applicationName: 'carhouse-soak', max: 1, limits: auditLimits });
    try {
      return await findBrokenAudits(pool);
    } catch (error) {
      if (!isTemporaryFault(error) || performance.now() > lastMs) return [`not read: ${(error as Error).message}`];
    } finally {
      await pool.end();
    }
    await wait(250);
  }
}
