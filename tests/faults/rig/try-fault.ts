import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '@carhouse/server/testing/processes';
import type { RowResult } from '../fault-row.ts';
import { FaultClient, type LoadPeople, makeLoadPeople, startLoad } from './fault-load.ts';
import { type FaultStage, type StageOptions, withStage } from './fault-stage.ts';
import { type Attempt, countStatuses, findSlowest, History, slowestMs } from './history.ts';
import { judgeStage } from './judge-history.ts';

/** A fault that happens under load. Times in milliseconds. */
export type Experiment = {
  readonly stage?: StageOptions;
  /** Happens before the load, for example the start of the product. */
  readonly prepare?: (stage: FaultStage) => Promise<unknown>;
  /** Lets the fault happen. */
  readonly inject: (stage: FaultStage, people: LoadPeople) => Promise<unknown>;
  /** How long the fault lasts. */
  readonly holdMs: number;
  /** Ends the fault; absent when it ends by itself. */
  readonly heal?: (stage: FaultStage, people: LoadPeople) => Promise<unknown>;
  /** Time within which a write must be acknowledged again; 15 s by default. */
  readonly recoveryLimitMs?: number;
  /** Longest time that a request may take during the fault; 10 s by default. */
  readonly answerLimitMs?: number;
  /** Stops what `prepare` has started, before the stage is closed. */
  readonly cleanUp?: () => Promise<unknown>;
  /** What this row expects besides. @returns where it was not so. */
  readonly expect?: (seen: Seen, stage: FaultStage) => Promise<readonly string[]> | readonly string[];
  readonly figures?: (seen: Seen, stage: FaultStage) => RowResult['figures'];
};

/** What the clients saw. */
export type Seen = {
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
  return withStage(experiment.stage ?? {}, async (stage) => {
    try {
      return await tryOnStage(experiment, stage);
    } finally {
      await experiment.cleanUp?.();
    }
  });
}

async function tryOnStage(experiment: Experiment, stage: FaultStage): Promise<RowResult> {
  const history = new History();
  await experiment.prepare?.(stage);
  const people = await makeLoadPeople(stage);
  const misses: string[] = [];
  const load = startLoad(stage, people, history);
  const seen = await (async () => {
    try {
      await wait(loadBeforeFaultMs);
      const startMs = performance.now();
      await experiment.inject(stage, people);
      await wait(experiment.holdMs);
      await experiment.heal?.(stage, people);
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
  await repeatUnknown(stage, history);
  misses.push(...findMissesDuring(experiment, seen, stage));
  misses.push(...((await experiment.expect?.(seen, stage)) ?? []));
  misses.push(...(await stopAndJudge(stage, history)));
  return {
    figures: {
      acknowledged: history.countWrites('ok'),
      unknown: unknownCount,
      duringFault: countStatuses(seen.during),
      slowestMs: slowestMs(seen.during),
      slowestRequest: findSlowest(seen.during)?.name ?? 'none',
      recoveredMs: seen.recoveredMs,
      ...experiment.figures?.(seen, stage),
    },
    misses,
  };
}

function findMissesDuring(experiment: Experiment, { during }: Seen, stage: FaultStage): readonly string[] {
  const misses: string[] = [];
  const answerLimitMs = experiment.answerLimitMs ?? 10_000;
  const slow = during.filter(({ startMs, endMs }) => endMs - startMs > answerLimitMs);
  if (slow.length > 0) misses.push(`${slow.length} requests took more than ${answerLimitMs} ms (${slow[0]?.name})`);
  const silent = during.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter);
  if (silent.length > 0) misses.push(`${silent.length} answers 503 had no Retry-After (${silent[0]?.name})`);
  if (!stage.isProductAlive()) misses.push(`the product has ended: ${stage.readErrorLines().slice(-2).join(' ')}`);
  return misses;
}

/** Sends the writes with an unknown outcome again, under their keys. */
export async function repeatUnknown(stage: FaultStage, history: History): Promise<void> {
  const client = new FaultClient(stage.origin, history, 950);
  for (const write of history.writes.filter(({ outcome }) => outcome === 'unknown')) {
    for (let attempt = 0; attempt < 5 && write.outcome === 'unknown'; attempt += 1) {
      if (attempt > 0) await wait(300);
      await client.repeat(write);
    }
  }
}

/** Stops the product, which must end well, and judges what is left. */
export async function stopAndJudge(stage: FaultStage, history: History): Promise<readonly string[]> {
  const misses: string[] = [];
  if (stage.isProductAlive()) {
    const { code, milliseconds } = await stage.stopProduct();
    if (code !== 0 || milliseconds > 15_000) misses.push(`the product ended with ${code} after ${milliseconds} ms`);
  }
  return [...misses, ...(await judgeStage(stage, history))];
}
