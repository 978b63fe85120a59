import type { Context } from '../context.ts';
import { deliverOutbox } from '../payments/deliver-outbox.ts';
import { measureTask } from './measure-task.ts';
import { runEvery } from './run-every.ts';

/**
 * Sends the messages of the outbox every few seconds. Runs never overlap.
 * @returns a function that stops the interval and waits for a run in progress.
 */
export function startOutbox(context: Context): () => Promise<void> {
  return runEvery({
    intervalMs: 6_000,
    log: context.log,
    failureMessage: 'the outbox could not be delivered',
    run: () => measureTask(context.metrics, 'deliverOutbox', () => deliverOutbox(context, context.mailer)),
  });
}
