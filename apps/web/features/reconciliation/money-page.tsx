import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { desk } from '#messages/money-desk';
import { words } from '#messages/shared-words';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { date, time } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Approvals } from '../approvals/approvals.tsx';
import { DashPage } from '../dashboard/dash-page.tsx';
import { Findings } from './findings.tsx';
import './money-page.css';
import { deskSummaryQuery, type MoneyChoice } from './money-queries.ts';
import { Payments } from './payments.tsx';
import { ReplayForm } from './replay-form.tsx';
import { useRunDesk } from './use-money-desk.ts';

/** Where payments, the card company, holds and listings may disagree; and the payments themselves. */
export function MoneyPage({ choice }: { choice: MoneyChoice }): ReactElement {
  const { data: summary } = useQuery(deskSummaryQuery(useClient()));
  const run = useRunDesk();
  const lastRun = runWords(summary?.lastRunAt);
  return (
    <DashPage
      title={desk.title}
      lead={
        summary === undefined ? undefined : (
          <>
            {summary.open === 0 ? desk.agree : desk.open(summary.open)}. {lastRun}. {desk.mails(summary.mailsWaiting)}.
          </>
        )
      }
      actions={
        <Button kind="primary" busy={run.isPending} onClick={() => run.mutate()}>
          {run.isPending ? null : <Icon of={RefreshCw} />}
          {desk.run}
        </Button>
      }
    >
      <div className="desk">
        <Approvals kind="refund" />
        <Findings choice={choice} lastRun={lastRun} />
        <Payments choice={choice} />
        <ReplayForm />
      </div>
    </DashPage>
  );
}

function runWords(lastRunAt: string | null | undefined): string {
  if (lastRunAt === undefined) return words.unknown;
  return lastRunAt === null ? desk.neverRun : desk.lastRun(`${date(lastRunAt)} ${time(lastRunAt)}`);
}
