import type { Context } from '../context.ts';
import { watchRuns } from './watch-runs.ts';

export type Recurring = {
  readonly everyMs: number;
  readonly log: Pick<Context['log'], 'warn' | 'error'>;
  /** The log message of a failed run; the next run starts as usual. */
  readonly sentence: string;
  /** Runs never overlap: a run that is due while another one is active is skipped. */
  readonly run: () => Promise<unknown>;
  /** Whether the first run starts immediately. When false, it starts after one interval. */
  readonly atOnce?: boolean;
};

/** Runs a job at an interval. @returns a function that stops it and waits for a run in progress. */
export function runEvery({ everyMs, log, sentence, run, atOnce = true }: Recurring): () => Promise<void> {
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
