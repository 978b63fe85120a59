import type { Context } from '../context.ts';
import { watchRuns } from './watch-runs.ts';

export type RecurringTask = {
  readonly everyMs: number;
  readonly log: Pick<Context['log'], 'warn' | 'error'>;
  /** The log message of a failed run. A failure does not stop later runs. */
  readonly sentence: string;
  /** The repeated work. Runs never overlap: a run that is due while another is active is skipped. */
  readonly run: () => Promise<unknown>;
  /** Whether the first run starts immediately. When false, the first run starts after one interval. */
  readonly runsAtOnce?: boolean;
};

/**
 * Runs the work of a background job at an interval.
 * @returns a function that stops the interval and waits for a run in progress.
 */
export function runEvery({ everyMs, log, sentence, run, runsAtOnce = true }: RecurringTask): () => Promise<void> {
  const runWatched = watchRuns(log, sentence);
  let currentRun: Promise<unknown> | undefined;
  const startRun = (): void => {
    currentRun ??= runWatched(run).finally(() => {
      currentRun = undefined;
    });
  };
  if (runsAtOnce) startRun();
  const timer = setInterval(startRun, everyMs);
  return async () => {
    clearInterval(timer);
    await currentRun;
  };
}
