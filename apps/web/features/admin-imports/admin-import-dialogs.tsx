import type { AdminImport } from '@carhouse/contract/admin-imports';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { adminImports as words } from '#messages/admin-imports';
import { adminReviews } from '#messages/admin-reviews';
import { words as shared } from '#messages/shared-words';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useImportAct } from './use-import-act.ts';

const review = adminReviews.imports;

type Props = {
  readonly one: AdminImport;
  readonly onClose: () => void;
  /** The row goes away: the focus needs another place. */
  readonly onDone: () => void;
};

/** Asks for the reason that the seller reads. */
export function RefuseImport({ one, onClose, onDone }: Props): ReactElement {
  const acting = useImportAct(one, onDone);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason }) => {
    if (!acting.isPending) acting.mutate({ act: 'reject', reason: reason.trim() });
  });
  return (
    <Dialog title={review.rejectTitle} onClose={onClose} small busy={acting.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="dlg__body">
          <Field
            label={review.reason}
            hint={review.reasonHint}
            maxLength={300}
            autoComplete="off"
            readOnly={acting.isPending}
            error={form.formState.errors.reason?.message}
            data-autofocus
            {...form.register('reason', {
              validate: (reason) => (reason.trim() === '' ? review.reasonRequired : true),
            })}
          />
        </div>
        <div className="dlg__foot">
          <Button disabled={acting.isPending} onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button kind="danger" type="submit" busy={acting.isPending}>
            {words.acts.reject}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Says what stopping does, and does it. */
export function StopImport({ one, onClose, onDone }: Props): ReactElement {
  const acting = useImportAct(one, onDone);
  return (
    <Dialog title={words.stopTitle} onClose={onClose} small alert describedBy="stop-import" busy={acting.isPending}>
      <div className="dlg__body" id="stop-import">
        <p>
          <b>{one.fileName}</b>
        </p>
        <p>{words.stopEffect}</p>
      </div>
      <div className="dlg__foot">
        <Button data-autofocus disabled={acting.isPending} onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button kind="danger" busy={acting.isPending} onClick={() => acting.mutate({ act: 'stop' })}>
          {words.acts.stop}
        </Button>
      </div>
    </Dialog>
  );
}
