import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { QuestionDialog } from '../../ui/question-dialog.tsx';

type Props = {
  readonly texts: { readonly title: string; readonly lead: string; readonly keep: string; readonly confirm: string };
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<void>;
};

/** A dialog that asks for confirmation before a sign-in method is removed, and shows an error. */
export function ConfirmDialog({ texts: { lead, ...texts }, onClose, onConfirm }: Props): ReactElement {
  const sendMutation = useMutation({ mutationFn: onConfirm });
  return (
    <QuestionDialog
      {...texts}
      onClose={onClose}
      request={sendMutation}
      bodyClass="form"
      onConfirm={() => sendMutation.mutate()}
    >
      <p>{lead}</p>
    </QuestionDialog>
  );
}
