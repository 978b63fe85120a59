import { withReservedConnections } from '@carhouse/database/connection/reserved-connections';
import { countWaitingEvents } from '@carhouse/database/payments/payments';
import { countOpenDiscrepancies } from '@carhouse/database/reconciliation/discrepancies';
import type { Context } from '../context.ts';
import { readMissedEvents } from '../payments/read-missed-events.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { checkMoney } from '../reconciliation/check-money.ts';

const everyMs = 60_000;

/**
 * Runs the reconciler at once and then every minute, never twice at the same time: first what is left undone is done, then
 * what no webhook told is read, then reconciliation looks at what still does not agree.
 * @returns how to stop it; waits for the step under way.
 */
export function startReconciler(context: Context): () => Promise<void> {
  let stopping = false;
  let running: Promise<void> | undefined;
  let finishedAt = context.now().getTime();
  context.metrics.gauge('reconciler_age_seconds', 'Seconds since the reconciler last went through', () => {
    return (context.now().getTime() - finishedAt) / 1000;
  });
  context.metrics.gauge('inbox_depth', 'Events of the card provider that are not worked off', () =>
    countWaitingEvents(context.database),
  );
  context.metrics.gauge('open_findings', 'Open discrepancies of reconciliation that nobody has repaired', async () => {
    const kinds = await countOpenDiscrepancies(context.database);
    return kinds.reduce((sum, each) => sum + each.open, 0);
  });

  /** Later steps do not wait for an earlier one to succeed. @returns whether it did. */
  async function tryStep(step: (context: Context) => Promise<unknown>): Promise<boolean> {
    if (stopping) return true;
    try {
      await withReservedConnections(() => step(context));
      return true;
    } catch (error) {
      context.log.error({ err: error, step: step.name }, 'a step of the reconciler failed');
      return false;
    }
  }

  async function runOnce(): Promise<void> {
    if (await tryStep(reconcilePayments)) finishedAt = context.now().getTime();
    await tryStep(readMissedEvents);
    await tryStep(checkMoney);
  }

  const run = (): void => {
    running ??= runOnce().finally(() => {
      running = undefined;
    });
  };
  run();
  const timer = setInterval(run, everyMs);
  return async () => {
    stopping = true;
    clearInterval(timer);
    await running;
  };
}
