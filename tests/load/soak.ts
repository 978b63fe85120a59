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
  /** The function that receives each line of the report as soon as the line is measured. */
  readonly printLine: (line: object) => void;
};

export type SoakRecord = { readonly samples: readonly SoakSample[]; readonly outcomes: readonly Outcome[] };

const sampleIntervalMs = 10_000;
const killIntervalMs = 60_000;
/** Milliseconds for which a sample waits for a database that is starting. */
const databaseStartTimeoutMs = 30_000;
/** Limits of the audits' statements, in milliseconds. */
const auditTimeouts = { connectionTimeoutMillis: 5_000, query_timeout: 60_000, statement_timeout: 60_000 } as const;

/**
 * Lets visitors use the product for some minutes, kills the younger node and the database in turn, once a minute, and takes
 * samples. The older node and the primary process run all the time, so that their memory can be judged.
 */
export async function runSoak(testbed: LoadTestbed, generator: Generator, options: SoakOptions): Promise<SoakRecord> {
  const { minutes, rate, seed, printLine } = options;
  const outcomes: Outcome[] = [];
  const samples: SoakSample[] = [];
  const startMs = performance.now();
  const endMs = startMs + minutes * 60_000;
  const countSecondsSince = (timeMs: number): number => Math.round((performance.now() - timeMs) / 100) / 10;
  const firstSeenByPid = new Map<number, number>();
  const endController = new AbortController();
  const sleepUntil = (timeMs: number): Promise<void> =>
    wait(Math.max(0, timeMs - performance.now()), undefined, { signal: endController.signal }).catch(() => undefined);

  const killInTurn = async (): Promise<void> => {
    for (let killNumber = 1; startMs + killNumber * killIntervalMs < endMs; killNumber += 1) {
      await sleepUntil(startMs + killNumber * killIntervalMs);
      if (endController.signal.aborted) return;
      const atSecond = countSecondsSince(startMs);
      const killStartMs = performance.now();
      const killedPart = killNumber % 2 === 1 ? 'node' : 'database';
      await (killedPart === 'node' ? killYoungestNode(testbed) : killDatabase(testbed));
      printLine({
        what: 'kill',
        second: atSecond,
        killed: killedPart,
        backAfterSeconds: countSecondsSince(killStartMs),
      });
    }
  };

  const takeSamples = async (): Promise<void> => {
    let sampledOutcomeCount = 0;
    for (let sampleNumber = 1; startMs + sampleNumber * sampleIntervalMs <= endMs; sampleNumber += 1) {
      await sleepUntil(startMs + sampleNumber * sampleIntervalMs);
      if (endController.signal.aborted) return;
      const processes = await readProcesses(testbed, firstSeenByPid, countSecondsSince(0));
      const newOutcomes = outcomes.slice(sampledOutcomeCount);
      sampledOutcomeCount = outcomes.length;
      const { reads, writes, sharesOf, kinds: _kinds } = summariseLoad(newOutcomes, sampleIntervalMs / 1_000);
      const auditFaults = await runAudits(testbed.databaseUrl);
      const sample: SoakSample = { second: countSecondsSince(startMs), processes, reads, writes, auditFaults };
      samples.push(sample);
      printLine({ what: 'sample', ...sample, sharesOf });
    }
  };

  const load = generator.run({ rate, seconds: minutes * 60, seed, hasRetries: true }, (newOutcomes) => {
    outcomes.push(...newOutcomes);
  });
  try {
    await Promise.all([load, killInTurn(), takeSamples()]);
  } finally {
    endController.abort();
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
  const nodePidsBefore = listNodes(primaryPid);
  const youngestPid = nodePidsBefore.at(-1);
  if (youngestPid === undefined || nodePidsBefore.length < 2) throw new Error('There are no two nodes.');
  process.kill(youngestPid, 'SIGKILL');
  while (listNodes(primaryPid).filter((pid) => pid !== youngestPid).length < nodePidsBefore.length) await wait(50);
}

async function readProcesses(
  { product }: LoadTestbed,
  firstSeenByPid: Map<number, number>,
  nowSeconds: number,
): Promise<readonly SampledProcess[]> {
  const primaryPid = product.node.pid ?? 0;
  const clientPort = Number(new URL(product.url).port);
  const processes: SampledProcess[] = [];
  for (const pid of [primaryPid, ...listNodes(primaryPid)]) {
    const figures = await readProcessFigures(pid, clientPort);
    if (figures === undefined) continue;
    const firstSeenSeconds = firstSeenByPid.get(pid) ?? nowSeconds;
    firstSeenByPid.set(pid, firstSeenSeconds);
    processes.push({
      role: pid === primaryPid ? 'primary' : 'node',
      ageSeconds: Math.round(nowSeconds - firstSeenSeconds),
      ...figures,
    });
  }
  return processes;
}

/** Runs all audits. When the database has just been killed, the function waits until the database answers. */
async function runAudits(databaseUrl: string): Promise<readonly string[]> {
  const giveUpMs = performance.now() + databaseStartTimeoutMs;
  for (;;) {
    const pool = openPool({ url: databaseUrl, applicationName: 'carhouse-soak', max: 1, limits: auditTimeouts });
    try {
      return await findBrokenAudits(pool);
    } catch (error) {
      if (!isTemporaryFault(error) || performance.now() > giveUpMs) return [`not read: ${(error as Error).message}`];
    } finally {
      await pool.end();
    }
    await wait(250);
  }
}
