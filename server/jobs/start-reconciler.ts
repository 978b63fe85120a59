import type { Context } from '../context.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';

const everyMs = 60_000;

/** Runs the reconciler at once and then every minute, never twice at the same time. @returns how to stop it; waits for a run under way. */
export function startReconciler(context: Context): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= reconcilePayments(context)
      .then(() => undefined)
      .catch((error: unknown) => context.log.error({ err: error }, 'the reconciler failed'))
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
