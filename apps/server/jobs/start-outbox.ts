import type { Context } from '../context.ts';
import { deliverOutbox } from '../payments/deliver-outbox.ts';

const everyMs = 5_000;

/** Sends what the outbox holds every few seconds, never twice at the same time. @returns how to stop it; waits for a run under way. */
export function startOutbox(context: Context): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= deliverOutbox(context, context.mailer)
      .then(() => undefined)
      .catch((error: unknown) => context.log.error({ err: error }, 'the outbox could not be delivered'))
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
