import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { signInPath } from '../rig/fault-load.ts';
import type { FaultTestbed } from '../rig/fault-testbed.ts';
import { findExcessFailures } from '../rig/history.ts';
import { tryFault } from '../rig/try-fault.ts';

const metricsToken = 'faults-metrics-token-0123456789';
const faketimeLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/**
 * Environment variables with which the product uses the machine's clock until `setClock` changes the product's clock.
 */
function makeFakeClockVariables({ folder }: FaultTestbed): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: faketimeLibrary,
    FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    METRICS_TOKEN: metricsToken,
  };
}

/** Sets the clock of the product to a time that differs from the machine's clock. */
async function setClock({ folder }: FaultTestbed, seconds: number): Promise<void> {
  const file = join(folder, 'clock');
  await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  await rename(`${file}.new`, file);
}

/** Lets the clock of the server jump under load and back again, while those of the database and the card provider go on. */
function jumpClock(seconds: number): () => Promise<RowResult> {
  return () =>
    tryFault({
      testbed: {
        isStartedByExperiment: true,
        env: makeFakeClockVariables,
      },
      prepare: async (testbed) => {
        await setClock(testbed, 0);
        await testbed.startProduct();
      },
      injectFault: (testbed) => setClock(testbed, seconds),
      faultDurationMs: 6_000,
      endFault: (testbed) => setClock(testbed, 0),
      checkExpectations: async ({ attemptsDuringFault }, testbed) => {
        const failures: string[] = [];
        const signedOutAttempts = attemptsDuringFault.filter(
          ({ name, status }) => status === 401 && !name.includes(signInPath),
        );
        if (signedOutAttempts.length > 0)
          failures.push(`${signedOutAttempts.length} requests were answered as signed out`);
        failures.push(...findExcessFailures(attemptsDuringFault));
        const payments = attemptsDuringFault.filter(
          ({ name, status }) => name === 'POST /api/payment' && status === 200,
        );
        if (payments.length === 0) failures.push('nobody could pay');
        if (!(await hasNoNegativeDuration(testbed))) failures.push('a duration in the metrics is negative');
        return failures;
      },
      readFigures: (_observations, testbed) => ({ refusedEvents: countRefusedEvents(testbed) }),
    });
}

function countRefusedEvents(testbed: FaultTestbed): number {
  return testbed.readErrorLines().filter((line) => /event.*refused|refused.*event/i.test(line)).length;
}

/** Whether no sum of durations that the server has measured is negative. */
async function hasNoNegativeDuration({ origin }: FaultTestbed): Promise<boolean> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  const durationSums = [...text.matchAll(/^\S+_sum\S*(?: |\{.*\} )(\S+)$/gm)].map(([, value]) => Number(value));
  return durationSums.length > 0 && durationSums.every((value) => value >= 0);
}

/** Clocks that jump. */
export const clockRows: readonly FaultRow[] = [
  {
    number: '27',
    name: 'clock-ahead',
    fault: 'the clock of the server jumps ten minutes ahead for 6 s, and back',
    expected:
      'nobody is signed out, people book and pay; events of the provider are refused and logged, and come again',
    needs: ['faketime'],
    run: jumpClock(600),
  },
  {
    number: '27b',
    name: 'clock-behind',
    fault: 'the clock of the server jumps ten minutes back for 6 s, and forth',
    expected: 'as 27',
    needs: ['faketime'],
    run: jumpClock(-600),
  },
  {
    number: '27c',
    name: 'clock-back-an-hour',
    fault: 'the clock of the server jumps one hour back for 6 s, and forth',
    expected: 'as 27; no negative duration',
    needs: ['faketime'],
    run: jumpClock(-3_600),
  },
];
