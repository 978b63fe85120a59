import type { AdminImport } from '@carhouse/contract/admin-imports';
import type { ReactElement } from 'react';
import { adminImportMessages } from '#messages/admin-imports';
import { adminReviewMessages } from '#messages/admin-reviews';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useImportAct } from './use-import-act.ts';

type Props = {
  readonly one: Pick<AdminImport, '_id' | 'fileName'>;
  readonly onClose: () => void;
  /** The row is removed, so the focus must move. */
  readonly onDone: () => void;
};

// A toast shows what failed.
const quiet = (isPending: boolean) => ({ isPending, error: null });

/** Asks for the reason that the seller reads. */
export function RefuseImport({ one, onClose, onDone }: Props): ReactElement {
  const acting = useImportAct(one, onDone);
  return (
    <ReasonDialog
      title={adminReviewMessages.imports.rejectTitle}
      onClose={onClose}
      sending={quiet(acting.isPending)}
      confirm={adminImportMessages.acts.reject}
      messages={adminReviewMessages.imports}
      onReason={(reason) => acting.mutate({ act: 'reject', reason })}
    />
  );
}

/** Says what stopping does, and does it. */
export function StopImport({ one, onClose, onDone }: Props): ReactElement {
  const acting = useImportAct(one, onDone);
  return (
    <QuestionDialog
      title={adminImportMessages.stopTitle}
      onClose={onClose}
      sending={quiet(acting.isPending)}
      confirm={adminImportMessages.acts.stop}
      onConfirm={() => acting.mutate({ act: 'stop' })}
    >
      <p>
        <b>{one.fileName}</b>
      </p>
      <p>{adminImportMessages.stopEffect}</p>
    </QuestionDialog>
  );
}
