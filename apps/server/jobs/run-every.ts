import type { Context } from '../context.ts';
import { watchRuns } from './watch-runs.ts';

export type Recurring = {
  readonly everyMs: number;
  readonly log: Pick<Context['log'], 'warn' | 'error'>;
  /** What the log says of a run that failed; the next turn comes all the same. */
  readonly sentence: string;
  /** Runs never overlap: a turn that comes while one is under way is left out. */
  readonly run: () => Promise<unknown>;
  /** False waits for the first turn; otherwise the first run begins at once. */
  readonly atOnce?: boolean;
};

/** Runs a job again and again. @returns how to stop it; waits for the run under way. */
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
