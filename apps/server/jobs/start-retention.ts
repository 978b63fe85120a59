import { expirePersonalData } from '../accounts/expire-personal-data.ts';
import type { Context } from '../context.ts';

const everyMs = 6 * 3_600_000;

/** Removes personal data beyond its time at once and then every six hours. @returns how to stop it; waits for a run under way. */
export function startRetention(context: Context): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= expirePersonalData(context)
      .catch((error: unknown) => context.log.error({ err: error }, 'personal data beyond its time is still there'))
      .finally(() => {
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
