import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '@carhouse/server/testing/processes';
import type { RowResult } from '../fault-row.ts';
import { FaultClient, type LoadPeople, makeLoadPeople, startLoad } from './fault-load.ts';
import { type FaultTestbed, type TestbedOptions, withTestbed } from './fault-testbed.ts';
import { type Attempt, countStatuses, findSlowest, History, slowestMs } from './history.ts';
import { judgeTestbed } from './judge-history.ts';

/** A fault that happens under load. Times in milliseconds. */
export type Experiment = {
  readonly testbed?: TestbedOptions;
  /** Happens before the load, for example the start of the product. */
  readonly prepare?: (testbed: FaultTestbed) => Promise<unknown>;
  /** Lets the fault happen. */
  readonly inject: (testbed: FaultTestbed, people: LoadPeople) => Promise<unknown>;
  /** How long the fault lasts. */
  readonly holdMs: number;
  /** Ends the fault; absent when it ends by itself. */
  readonly heal?: (testbed: FaultTestbed, people: LoadPeople) => Promise<unknown>;
  /** Time within which a write must be acknowledged again; 15 s by default. */
  readonly recoveryLimitMs?: number;
  /** Longest time that a request may take during the fault; 10 s by default. */
  readonly answerLimitMs?: number;
  /** Stops what `prepare` has started, before the testbed is closed. */
  readonly cleanUp?: () => Promise<unknown>;
  /** Checks further expectations of this row. @returns a sentence for each expectation that was not met. */
  readonly expect?: (seen: ClientObservations, testbed: FaultTestbed) => Promise<readonly string[]> | readonly string[];
  readonly figures?: (seen: ClientObservations, testbed: FaultTestbed) => RowResult['figures'];
};

/** What the clients saw during an experiment. */
export type ClientObservations = {
  readonly history: History;
  /** The requests that began during the fault. */
  readonly during: readonly Attempt[];
  /** Milliseconds from the end of the fault to an acknowledged write. */
  readonly recoveredMs: number;
};

const loadBeforeFaultMs = 1_500;
const loadAfterRecoveryMs = 1_000;

/**
 * Runs an experiment: load, the fault, its end, and the judgement. Writes whose outcome is unknown are sent again under
 * their keys once the fault has ended, so that each of them gets an answer.
 */
export function tryFault(experiment: Experiment): Promise<RowResult> {
  return withTestbed(experiment.testbed ?? {}, async (testbed) => {
    try {
      return await tryOnTestbed(experiment, testbed);
    } finally {
      await experiment.cleanUp?.();
    }
  });
}

async function tryOnTestbed(experiment: Experiment, testbed: FaultTestbed): Promise<RowResult> {
  const history = new History();
  await experiment.prepare?.(testbed);
  const people = await makeLoadPeople(testbed);
  const misses: string[] = [];
  const load = startLoad(testbed, people, history);
  const seen = await (async () => {
    try {
      await wait(loadBeforeFaultMs);
      const startMs = performance.now();
      await experiment.inject(testbed, people);
      await wait(experiment.holdMs);
      await experiment.heal?.(testbed, people);
      const healMs = performance.now();
      await waitUntil('an acknowledged write', experiment.recoveryLimitMs ?? 15_000, () => {
        return history.firstWriteAfter(healMs) !== undefined;
      }).catch((error: Error) => misses.push(`after the fault: ${error.message}`));
      await wait(loadAfterRecoveryMs);
      return {
        history,
        during: history.attemptsBetween(startMs, healMs),
        recoveredMs: history.firstWriteAfter(healMs) ?? -1,
      };
    } finally {
      await load.stop();
    }
  })();
  const unknownCount = history.countWrites('unknown');
  await repeatUnknown(testbed, history);
  misses.push(...findMissesDuring(experiment, seen, testbed));
  misses.push(...((await experiment.expect?.(seen, testbed)) ?? []));
  misses.push(...(await stopAndJudge(testbed, history)));
  return {
    figures: {
      acknowledged: history.countWrites('ok'),
      unknown: unknownCount,
      duringFault: countStatuses(seen.during),
      slowestMs: slowestMs(seen.during),
      slowestRequest: findSlowest(seen.during)?.name ?? 'none',
      recoveredMs: seen.recoveredMs,
      ...experiment.figures?.(seen, testbed),
    },
    misses,
  };
}

function findMissesDuring(
  experiment: Experiment,
  { during }: ClientObservations,
  testbed: FaultTestbed,
): readonly string[] {
  const misses: string[] = [];
  const answerLimitMs = experiment.answerLimitMs ?? 10_000;
  const slow = during.filter(({ startMs, endMs }) => endMs - startMs > answerLimitMs);
  if (slow.length > 0) misses.push(`${slow.length} requests took more than ${answerLimitMs} ms (${slow[0]?.name})`);
  const silent = during.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter);
  if (silent.length > 0) misses.push(`${silent.length} answers 503 had no Retry-After (${silent[0]?.name})`);
  if (!testbed.isProductAlive()) misses.push(`the product has ended: ${testbed.readErrorLines().slice(-2).join(' ')}`);
  return misses;
}

/** Sends the writes with an unknown outcome again, under their keys. */
export async function repeatUnknown(testbed: FaultTestbed, history: History): Promise<void> {
  const client = new FaultClient(testbed.origin, history, 950);
  for (const write of history.writes.filter(({ outcome }) => outcome === 'unknown')) {
    for (let attempt = 0; attempt < 5 && write.outcome === 'unknown'; attempt += 1) {
      if (attempt > 0) await wait(300);
      await client.repeat(write);
    }
  }
}

/** Stops the product, which must end well, and judges what is left. */
export async function stopAndJudge(testbed: FaultTestbed, history: History): Promise<readonly string[]> {
  const misses: string[] = [];
  if (testbed.isProductAlive()) {
    const { code, milliseconds } = await testbed.stopProduct();
    if (code !== 0 || milliseconds > 15_000) misses.push(`the product ended with ${code} after ${milliseconds} ms`);
  }
  return [...misses, ...(await judgeTestbed(testbed, history))];
}
