import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '@carhouse/server/testing/processes';
import type { RowResult } from '../fault-row.ts';
import { FaultClient, type LoadPeople, makeLoadPeople, startLoad } from './fault-load.ts';
import { type FaultTestbed, type TestbedOptions, withTestbed } from './fault-testbed.ts';
import { type Attempt, ClientHistory, countStatuses, findSlowestAttempt, measureSlowestMs } from './history.ts';
import { judgeTestbed } from './judge-history.ts';

/** A fault that happens under load. Times in milliseconds. */
export type Experiment = {
  readonly testbed?: TestbedOptions;
  /** Happens before the load, for example the start of the product. */
  readonly prepare?: (testbed: FaultTestbed) => Promise<unknown>;
  /** Causes the fault. */
  readonly injectFault: (testbed: FaultTestbed, people: LoadPeople) => Promise<unknown>;
  /** How long the fault lasts. */
  readonly faultDurationMs: number;
  /** Ends the fault; absent when it ends by itself. */
  readonly endFault?: (testbed: FaultTestbed, people: LoadPeople) => Promise<unknown>;
  /** Time within which a write must be acknowledged again; 15 s by default. */
  readonly recoveryLimitMs?: number;
  /** Longest time that a request may take during the fault; 10 s by default. */
  readonly answerLimitMs?: number;
  /** Stops what `prepare` has started, before the testbed is closed. */
  readonly cleanUp?: () => Promise<unknown>;
  /** Checks further expectations of this row. @returns a sentence for each expectation that was not met. */
  readonly checkExpectations?: (
    observations: ClientObservations,
    testbed: FaultTestbed,
  ) => Promise<readonly string[]> | readonly string[];
  readonly readFigures?: (observations: ClientObservations, testbed: FaultTestbed) => RowResult['figures'];
};

/** What the clients saw during an experiment. */
export type ClientObservations = {
  readonly history: ClientHistory;
  /** The requests that began during the fault. */
  readonly attemptsDuringFault: readonly Attempt[];
  /** Milliseconds from the end of the fault to an acknowledged write. */
  readonly recoveryMs: number;
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
  const history = new ClientHistory();
  await experiment.prepare?.(testbed);
  const people = await makeLoadPeople(testbed);
  const failures: string[] = [];
  const load = startLoad(testbed, people, history);
  const observations = await (async () => {
    try {
      await wait(loadBeforeFaultMs);
      const startMs = performance.now();
      await experiment.injectFault(testbed, people);
      await wait(experiment.faultDurationMs);
      await experiment.endFault?.(testbed, people);
      const faultEndMs = performance.now();
      await waitUntil('an acknowledged write', experiment.recoveryLimitMs ?? 15_000, () => {
        return history.measureMsToNextWrite(faultEndMs) !== undefined;
      }).catch((error: Error) => failures.push(`after the fault: ${error.message}`));
      await wait(loadAfterRecoveryMs);
      return {
        history,
        attemptsDuringFault: history.listAttemptsBetween(startMs, faultEndMs),
        recoveryMs: history.measureMsToNextWrite(faultEndMs) ?? -1,
      };
    } finally {
      await load.stop();
    }
  })();
  const unknownCount = history.countWrites('unknown');
  await repeatUnknownWrites(testbed, history);
  failures.push(...findFailuresDuring(experiment, observations, testbed));
  failures.push(...((await experiment.checkExpectations?.(observations, testbed)) ?? []));
  failures.push(...(await stopAndJudge(testbed, history)));
  return {
    figures: {
      acknowledged: history.countWrites('ok'),
      unknown: unknownCount,
      duringFault: countStatuses(observations.attemptsDuringFault),
      slowestMs: measureSlowestMs(observations.attemptsDuringFault),
      slowestRequest: findSlowestAttempt(observations.attemptsDuringFault)?.name ?? 'none',
      recoveredMs: observations.recoveryMs,
      ...experiment.readFigures?.(observations, testbed),
    },
    failures,
  };
}

function findFailuresDuring(
  experiment: Experiment,
  { attemptsDuringFault }: ClientObservations,
  testbed: FaultTestbed,
): readonly string[] {
  const failures: string[] = [];
  const answerLimitMs = experiment.answerLimitMs ?? 10_000;
  const slowAttempts = attemptsDuringFault.filter(({ startMs, endMs }) => endMs - startMs > answerLimitMs);
  if (slowAttempts.length > 0)
    failures.push(`${slowAttempts.length} requests took more than ${answerLimitMs} ms (${slowAttempts[0]?.name})`);
  const attemptsWithoutRetryAfter = attemptsDuringFault.filter(
    ({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter,
  );
  if (attemptsWithoutRetryAfter.length > 0)
    failures.push(
      `${attemptsWithoutRetryAfter.length} answers 503 had no Retry-After (${attemptsWithoutRetryAfter[0]?.name})`,
    );
  if (!testbed.isProductAlive())
    failures.push(`the product has ended: ${testbed.readErrorLines().slice(-2).join(' ')}`);
  return failures;
}

/** Sends the writes with an unknown outcome again, with the same idempotency keys. */
export async function repeatUnknownWrites(testbed: FaultTestbed, history: ClientHistory): Promise<void> {
  const client = new FaultClient(testbed.origin, history, 950);
  for (const write of history.writes.filter(({ outcome }) => outcome === 'unknown')) {
    for (let attempt = 0; attempt < 5 && write.outcome === 'unknown'; attempt += 1) {
      if (attempt > 0) await wait(300);
      await client.sendAgain(write);
    }
  }
}

/** Stops the product, which must end with code 0 in time, and judges the data that it leaves. */
export async function stopAndJudge(testbed: FaultTestbed, history: ClientHistory): Promise<readonly string[]> {
  const failures: string[] = [];
  if (testbed.isProductAlive()) {
    const { code, milliseconds } = await testbed.stopProduct();
    if (code !== 0 || milliseconds > 15_000) failures.push(`the product ended with ${code} after ${milliseconds} ms`);
  }
  return [...failures, ...(await judgeTestbed(testbed, history))];
}
