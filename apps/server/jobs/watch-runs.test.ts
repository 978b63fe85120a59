import { expect, it } from 'vitest';
import { watchRuns } from './watch-runs.ts';

const connectionTimeoutError = new Error('timeout exceeded when trying to connect');
const deadlockError = Object.assign(new Error('deadlock detected'), { code: '40P01' });

/** Returns a watched job, and the log levels of its failures. */
function makeWatchedRun() {
  const logLines: [level: string, facts: object, sentence: string | undefined][] = [];
  const log = {
    warn: (facts: object, sentence?: string) => void logLines.push(['warn', facts, sentence]),
    error: (facts: object, sentence?: string) => void logLines.push(['error', facts, sentence]),
  };
  const runAndLogFailure = watchRuns(log, 'the job failed', { step: 'send' });
  return {
    lines: logLines,
    run: (error?: Error) => runAndLogFailure(() => (error === undefined ? Promise.resolve() : Promise.reject(error))),
  };
}

const logLevels = (lines: readonly (readonly [string, ...unknown[]])[]): readonly string[] =>
  lines.map(([level]) => level);

it('a database that is busy is a warning twice, and an error from the third run in a row', async () => {
  const { lines, run: runWatchedJob } = makeWatchedRun();
  const outcomes = [
    await runWatchedJob(connectionTimeoutError),
    await runWatchedJob(deadlockError),
    await runWatchedJob(connectionTimeoutError),
    await runWatchedJob(connectionTimeoutError),
    await runWatchedJob(),
    await runWatchedJob(connectionTimeoutError),
  ];
  expect(outcomes).toEqual([false, false, false, false, true, false]);
  expect(logLevels(lines)).toEqual(['warn', 'warn', 'error', 'error', 'warn']);
  expect(lines[0]).toEqual([
    'warn',
    { err: connectionTimeoutError, step: 'send', failuresInARow: 1 },
    'the job failed',
  ]);
});

it('every other fault is an error at once', async () => {
  const { lines, run: runJob } = makeWatchedRun();
  await runJob(new Error('a mail without a receiver'));
  await runJob(Object.assign(new Error('no such column'), { code: '42703' }));
  expect(logLevels(lines)).toEqual(['error', 'error']);
});
