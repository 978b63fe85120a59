import type { Context } from '../context.ts';
import { watchRuns } from './watch-runs.ts';

export type RecurringTask = {
  readonly intervalMs: number;
  readonly log: Pick<Context['log'], 'warn' | 'error'>;
  /** The log message of a failed run. A failure does not stop later runs. */
  readonly failureMessage: string;
  /** The repeated work. Runs never overlap: a run that is due while another is active is skipped. */
  readonly run: () => Promise<unknown>;
  /** Whether the first run starts immediately. When false, the first run starts after one interval. */
  readonly shouldRunImmediately?: boolean;
};

/**
 * Runs the work of a background job at an interval.
 * @returns a function that stops the interval and waits for a run in progress.
 */
export function runEvery({
  intervalMs,
  log,
  failureMessage,
  run,
  shouldRunImmediately = true,
}: RecurringTask): () => Promise<void> {
  const runAndLogFailure = watchRuns(log, failureMessage);
  let currentRun: Promise<unknown> | undefined;
  const startRun = (): void => {
    currentRun ??= runAndLogFailure(run).finally(() => {
      currentRun = undefined;
    });
  };
  if (shouldRunImmediately) startRun();
  const timer = setInterval(startRun, intervalMs);
  return async () => {
    clearInterval(timer);
    await currentRun;
  };
}
