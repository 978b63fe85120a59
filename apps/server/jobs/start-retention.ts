import { expirePersonalData } from '../accounts/expire-personal-data.ts';
import type { Context } from '../context.ts';
import { watchRuns } from './watch-runs.ts';

const everyMs = 6 * 3_600_000;

/** Removes personal data beyond its time at once and then every six hours. @returns how to stop it; waits for a run under way. */
export function startRetention(context: Context): () => Promise<void> {
  const watch = watchRuns(context.log, 'personal data beyond its time is still there');
  let running: Promise<unknown> | undefined;
  const run = (): void => {
    running ??= watch(() => expirePersonalData(context)).finally(() => {
      running = undefined;
    });
  };
  run();
  const timer = setInterval(run, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
