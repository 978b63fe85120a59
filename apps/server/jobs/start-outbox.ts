import type { Context } from '../context.ts';
import { deliverOutbox } from '../payments/deliver-outbox.ts';
import { watchRuns } from './watch-runs.ts';

const everyMs = 5_000;

/** Sends what the outbox holds every few seconds, never twice at the same time. @returns how to stop it; waits for a run under way. */
export function startOutbox(context: Context): () => Promise<void> {
  const watch = watchRuns(context.log, 'the outbox could not be delivered');
  let running: Promise<unknown> | undefined;
  const run = (): void => {
    running ??= watch(() => deliverOutbox(context, context.mailer)).finally(() => {
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
