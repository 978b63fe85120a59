import type { AdminImport } from '@carhouse/contract/admin-imports';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { adminImportMessages } from '#messages/admin-imports';
import { adminReviewMessages } from '#messages/admin-reviews';
import { sharedMessages } from '#messages/shared';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useImportAct } from './use-import-act.ts';

const review = adminReviewMessages.imports;

type Props = {
  readonly one: AdminImport;
  readonly onClose: () => void;
  /** The row goes away: the focus must move. */
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
        <div className="dialog__body">
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
        <div className="dialog__foot">
          <Button disabled={acting.isPending} onClick={onClose}>
            {sharedMessages.cancel}
          </Button>
          <Button kind="danger" type="submit" busy={acting.isPending}>
            {adminImportMessages.acts.reject}
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
    <Dialog
      title={adminImportMessages.stopTitle}
      onClose={onClose}
      small
      alert
      describedBy="stop-import"
      busy={acting.isPending}
    >
      <div className="dialog__body" id="stop-import">
        <p>
          <b>{one.fileName}</b>
        </p>
        <p>{adminImportMessages.stopEffect}</p>
      </div>
      <div className="dialog__foot">
        <Button data-autofocus disabled={acting.isPending} onClick={onClose}>
          {sharedMessages.cancel}
        </Button>
        <Button kind="danger" busy={acting.isPending} onClick={() => acting.mutate({ act: 'stop' })}>
          {adminImportMessages.acts.stop}
        </Button>
      </div>
    </Dialog>
  );
}
