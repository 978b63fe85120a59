import { withReservedConnections } from '@carhouse/database/connection/reserved-connections';
import { countWaitingEvents } from '@carhouse/database/payments/payments';
import { countOpenDiscrepanciesByKind } from '@carhouse/database/reconciliation/discrepancies';
import type { Context } from '../context.ts';
import { createFeeDocuments } from '../fees/create-fee-documents.ts';
import { recordLedgerDays } from '../ledger/record-ledger-days.ts';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { readMissedEvents } from '../payments/read-missed-events.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { reconcilePayoutAccounts } from '../payout-accounts/reconcile-payout-accounts.ts';
import { checkMoney } from '../reconciliation/check-money.ts';
import { advanceQueues } from '../reservations/advance-queue.ts';
import { confirmLapsedSales } from '../sales/confirm-sale.ts';
import { paySellers } from '../seller-payments/pay-sellers.ts';
import { measureTask } from './measure-task.ts';
import { runEvery } from './run-every.ts';
import { watchRuns } from './watch-runs.ts';

/**
 * Runs the reconciler immediately and then at the interval of `RECONCILE_SECONDS`. Runs never overlap. Each run does
 * the following in this order: it finishes incomplete payments, ends reservations whose term is over, moves on the
 * queues for cars, reads events that no webhook delivered, updates payout accounts, confirms sales whose period for
 * complaints has ended, pays sellers, creates the invoices of fees, records the ledger days that have ended, and looks
 * for discrepancies.
 * @returns a function that stops the interval and waits for the current step.
 */
export function startReconciler(context: Context): () => Promise<void> {
  let isStopping = false;
  let reconciledAtMs = context.now().getTime();
  context.metrics.registerGauge('reconciler_age_seconds', 'Seconds since the reconciler last went through', () => {
    return (context.now().getTime() - reconciledAtMs) / 1000;
  });
  context.metrics.registerGauge('inbox_depth', 'Events of the card provider that are not worked off', () =>
    countWaitingEvents(context.database),
  );
  context.metrics.registerGauge(
    'open_findings',
    'Open discrepancies of reconciliation that nobody has repaired',
    async () => {
      const openCounts = await countOpenDiscrepanciesByKind(context.database);
      return openCounts.reduce((totalCount, each) => totalCount + each.open, 0);
    },
  );

  /**
   * Returns a function that runs one step of the reconciler and logs its failure, so that later steps run even when
   * this one fails.
   * @returns whether this step succeeded.
   */
  function makeStep(runStep: (context: Context) => Promise<unknown>): () => Promise<boolean> {
    const runAndLogFailure = watchRuns(context.log, 'a step of the reconciler failed', { step: runStep.name });
    const facts = { name: `reconciler ${runStep.name}`, kind: 'internal' } as const;
    const runWithMetrics = () =>
      measureTask(context.metrics, runStep.name, () => context.tracing.runInSpan(facts, () => runStep(context)));
    return async () => isStopping || runAndLogFailure(() => withReservedConnections(runWithMetrics));
  }
  const [
    reconcileStep,
    endLapsedStep,
    advanceLinesStep,
    readMissedStep,
    readAccountsStep,
    confirmLapsedStep,
    paySellersStep,
    createDocumentsStep,
    recordDaysStep,
    checkMoneyStep,
  ] = [
    makeStep(reconcilePayments),
    makeStep(endLapsedReservations),
    makeStep(advanceQueues),
    makeStep(readMissedEvents),
    makeStep(reconcilePayoutAccounts),
    makeStep(confirmLapsedSales),
    makeStep(paySellers),
    makeStep(createFeeDocuments),
    makeStep(recordLedgerDays),
    makeStep(checkMoney),
  ];

  async function runAllSteps(): Promise<void> {
    if (await reconcileStep()) reconciledAtMs = context.now().getTime();
    await endLapsedStep();
    await advanceLinesStep();
    await readMissedStep();
    await readAccountsStep();
    await confirmLapsedStep();
    await paySellersStep();
    await createDocumentsStep();
    await recordDaysStep();
    await checkMoneyStep();
  }

  const stopInterval = runEvery({
    intervalMs: context.config.reconcileIntervalMs,
    log: context.log,
    failureMessage: 'the reconciler failed',
    run: runAllSteps,
  });
  return async () => {
    isStopping = true;
    await stopInterval();
  };
}
