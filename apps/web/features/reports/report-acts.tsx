import { suspendAccount } from '@carhouse/contract/accounts';
import { adminQueues } from '@carhouse/contract/admin-queues';
import { allListings, allListingTotals, hideListing } from '@carhouse/contract/all-listings';
import { dismissReport, type ListedReport, listReports } from '@carhouse/contract/reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { reportMessages } from '#messages/reports';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCarName } from '../../ui/format.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import styles from './reports-page.module.css';

const t = reportMessages.acts;
type ReportAct = 'hide' | 'suspend' | 'dismiss';

/** The name of what is reported: the car, or the seller. */
export function findSubjectName({ car, seller }: ListedReport): string {
  return car === null ? seller.name : formatCarName(car.productCategory, car.productModel);
}

/** The buttons for what an admin can do about an open report: hide the car, suspend the seller, or dismiss it. */
export function ReportActs({ report }: { report: ListedReport }): ReactElement {
  const [act, setAct] = useState<ReportAct>();
  const { car, seller } = report;
  const subject = findSubjectName(report);
  const labelsByAct = {
    hide: t.hide.named(subject),
    suspend: t.suspend.named(seller.name),
    dismiss: t.dismiss.named(subject),
  };
  const possibleActions: readonly ReportAct[] = [
    ...(car === null || car.status === 'hidden' ? [] : (['hide'] as const)),
    ...(seller.status === 'active' ? (['suspend'] as const) : []),
    'dismiss',
  ];
  return (
    <span className={styles.acts}>
      {possibleActions.map((possibleAction) => (
        <Button
          key={possibleAction}
          className={possibleAction === 'dismiss' ? '' : 'btn--dangerquiet'}
          aria-haspopup="dialog"
          aria-label={labelsByAct[possibleAction]}
          onClick={() => setAct(possibleAction)}
        >
          {t[possibleAction].button}
        </Button>
      ))}
      {act === undefined ? null : <ActDialog report={report} act={act} onClose={() => setAct(undefined)} />}
    </span>
  );
}

type ActDialogProps = { readonly report: ListedReport; readonly act: ReportAct; readonly onClose: () => void };

function ActDialog({ report, act, onClose }: ActDialogProps): ReactElement {
  const actMutation = useReportAct(report, act, onClose);
  const messages = { reason: t.reason, reasonHint: t[act].reasonHint, reasonRequired: t.reasonRequired };
  return (
    <ReasonDialog
      title={t[act].question}
      onClose={onClose}
      request={actMutation}
      cancelLabel={t.keep}
      confirm={t[act].button}
      messages={messages}
      minLength={3}
      onReason={(reason) => actMutation.mutate(reason)}
    >
      <p>
        <b>{act === 'suspend' ? report.seller.name : findSubjectName(report)}</b>
      </p>
      <p className="small">{t[act].effect}</p>
    </ReasonDialog>
  );
}

function useReportAct(report: ListedReport, act: ReportAct, onDone: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => {
      const body = { reason };
      if (act === 'dismiss') return client(dismissReport, { params: { id: report._id }, body });
      if (act === 'suspend') return client(suspendAccount, { params: { id: report.seller._id }, body });
      return client(hideListing, { params: { id: report.car?._id ?? '' }, body });
    },
    onSuccess: async ({ modifiedCount }) => {
      if (modifiedCount > 0) toastSuccess(t[act].done);
      else toastError(t.already);
      onDone();
      await invalidate(queryClient, listReports, adminQueues, allListings, allListingTotals);
    },
  });
}
