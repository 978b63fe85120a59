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
  readonly atOnce?: boolean;
};

/**
 * Runs the work of a background job at an interval.
 * @returns a function that stops the interval and waits for a run in progress.
 */
export function runEvery({ everyMs, log, sentence, run, atOnce = true }: RecurringTask): () => Promise<void> {
  const watch = watchRuns(log, sentence);
  let running: Promise<unknown> | undefined;
  const turn = (): void => {
    running ??= watch(run).finally(() => {
      running = undefined;
    });
  };
  if (atOnce) turn();
  const timer = setInterval(turn, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
