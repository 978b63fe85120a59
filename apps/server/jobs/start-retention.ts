import { expirePersonalData } from '../accounts/expire-personal-data.ts';
import type { Context } from '../context.ts';
import { measureTask } from './measure-task.ts';
import { runEvery } from './run-every.ts';

/**
 * Deletes personal data that has passed its retention period, immediately and then every six hours.
 * @returns a function that stops the interval and waits for a run in progress.
 */
export function startRetention(context: Context): () => Promise<void> {
  return runEvery({
    intervalMs: 6 * 3_600_000,
    log: context.log,
    failureMessage: 'personal data beyond its time is still there',
    run: () => measureTask(context.metrics, 'expirePersonalData', () => expirePersonalData(context)),
  });
}
