import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { QuestionDialog } from '../../ui/question-dialog.tsx';

type Props = {
  readonly texts: { readonly title: string; readonly lead: string; readonly keep: string; readonly confirm: string };
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<void>;
};

/** Asks before something of the sign-in ends, and says why it did not. */
export function ConfirmDialog({ texts: { lead, ...texts }, onClose, onConfirm }: Props): ReactElement {
  const sending = useMutation({ mutationFn: onConfirm });
  return (
    <QuestionDialog {...texts} onClose={onClose} sending={sending} bodyClass="form" onConfirm={() => sending.mutate()}>
      <p>{lead}</p>
    </QuestionDialog>
  );
}
