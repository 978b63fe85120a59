import { reportListing, reportSeller } from '@carhouse/contract/reports';
import { type ReportGround, reportGrounds, reportTextMaximum, reportTextMinimum } from '@carhouse/domain/report/report';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { reportMessages } from '#messages/reports';
import { useClient } from '../../app/api.ts';
import { useSession } from '../../app/session.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import type { ReportSubject } from './report-button.tsx';

const t = reportMessages.dialog;

/** The dialog in which a visitor or a user says what is wrong with a car or a seller. */
export function ReportDialog({ subject, onClose }: { subject: ReportSubject; onClose: () => void }): ReactElement {
  const client = useClient();
  const isSignedIn = useSession() !== null;
  const reportMutation = useMutation({
    mutationFn: (body: { ground: ReportGround; text: string }) =>
      client(subject.kind === 'car' ? reportListing : reportSeller, { params: { id: subject.id }, body }),
    onSuccess: () => {
      toastSuccess(t.done);
      onClose();
    },
  });
  return (
    <TextDialog
      messages={{
        title: `${reportMessages[subject.kind]}: ${subject.name}`,
        lead: isSignedIn ? t.lead : t.leadSignedOut,
        text: t.text,
        textHint: t.textHint,
        textTooShort: t.textTooShort,
        send: t.send,
      }}
      choices={{
        label: t.ground,
        requiredText: t.groundRequired,
        options: reportGrounds.map((value) => ({ value, label: reportMessages.grounds[value] })),
      }}
      minimumLength={(ground) => (ground === 'other' ? reportTextMinimum : 0)}
      maximumLength={reportTextMaximum}
      request={reportMutation}
      onClose={onClose}
      onSend={(text, ground) => {
        if (ground !== undefined) reportMutation.mutate({ ground, text });
      }}
    />
  );
}
