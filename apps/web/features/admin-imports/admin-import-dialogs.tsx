import type { AdminImport } from '@carhouse/contract/admin-imports';
import type { ReactElement } from 'react';
import { adminImportMessages } from '#messages/admin-imports';
import { adminReviewMessages } from '#messages/admin-reviews';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useImportAct } from './use-import-act.ts';

type DialogProps = {
  readonly shownImport: Pick<AdminImport, '_id' | 'fileName'>;
  readonly onClose: () => void;
  /** The function is called when the import has left the list, so that the focus can be moved. */
  readonly onDone: () => void;
};

// Makes the state of a request for a dialog, without the error, because a toast shows the error.
const makeDialogState = (isPending: boolean) => ({ isPending, error: null });

/** A dialog that asks for the reason to reject an import, which its seller can read. */
export function RefuseImport({ shownImport, onClose, onDone }: DialogProps): ReactElement {
  const importAction = useImportAct(shownImport, onDone);
  return (
    <ReasonDialog
      title={adminReviewMessages.imports.rejectTitle}
      onClose={onClose}
      request={makeDialogState(importAction.isPending)}
      confirm={adminImportMessages.acts.reject}
      messages={adminReviewMessages.imports}
      onReason={(reason) => importAction.mutate({ act: 'reject', reason })}
    />
  );
}

/** A dialog that explains what stopping an import does, and stops it. */
export function StopImport({ shownImport, onClose, onDone }: DialogProps): ReactElement {
  const importAction = useImportAct(shownImport, onDone);
  return (
    <QuestionDialog
      title={adminImportMessages.stopTitle}
      onClose={onClose}
      request={makeDialogState(importAction.isPending)}
      confirm={adminImportMessages.acts.stop}
      onConfirm={() => importAction.mutate({ act: 'stop' })}
    >
      <p>
        <b>{shownImport.fileName}</b>
      </p>
      <p>{adminImportMessages.stopEffect}</p>
    </QuestionDialog>
  );
}
