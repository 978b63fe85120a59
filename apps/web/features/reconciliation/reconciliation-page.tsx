import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Approvals } from '../approvals/approvals.tsx';
import { WaitingBankParts } from '../bank-parts/waiting-bank-parts.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { NotApplicableNote } from '../payment-instructions/not-applied.tsx';
import { Discrepancies } from './discrepancies.tsx';
import { Payments } from './payments.tsx';
import styles from './reconciliation-page.module.css';
import { type ReconciliationFilters, reconciliationSummaryQuery } from './reconciliation-queries.ts';
import { ReplayForm } from './replay-form.tsx';
import { useRunReconciliation } from './use-reconciliation.ts';

/**
 * The reconciliation page: discrepancies between payments, the card provider, holds and listings, and the list of
 * payments.
 */
export function ReconciliationPage({ choice }: { choice: ReconciliationFilters }): ReactElement {
  const { data: summary } = useQuery(reconciliationSummaryQuery(useClient()));
  const runChecksMutation = useRunReconciliation();
  const lastRunPhrase = describeLastRun(summary?.lastRunAt);
  return (
    <DashboardPage
      title={reconciliationMessages.title}
      lead={
        summary === undefined ? undefined : (
          <>
            {summary.open === 0 ? reconciliationMessages.agree : reconciliationMessages.open(summary.open)}.{' '}
            {lastRunPhrase}. {reconciliationMessages.mails(summary.mailsWaiting)}.
          </>
        )
      }
      actions={
        <Button kind="primary" isBusy={runChecksMutation.isPending} onClick={() => runChecksMutation.mutate()}>
          {runChecksMutation.isPending ? null : <Icon of={RefreshCw} />}
          {reconciliationMessages.run}
        </Button>
      }
    >
      <div className={styles.reconciliationDialog}>
        <NotApplicableNote page="payments" />
        <Approvals kind="refund" />
        <WaitingBankParts />
        <Discrepancies choice={choice} lastRunText={lastRunPhrase} />
        <Payments choice={choice} />
        <ReplayForm />
      </div>
    </DashboardPage>
  );
}

function describeLastRun(lastRunAt: string | null | undefined): string {
  if (lastRunAt === undefined) return sharedMessages.unknown;
  return lastRunAt === null
    ? reconciliationMessages.neverRun
    : reconciliationMessages.lastRun(`${formatDate(lastRunAt)} ${formatTime(lastRunAt)}`);
}
