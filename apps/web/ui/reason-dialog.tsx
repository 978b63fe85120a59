import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { Failure } from './callout.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';
import { Field } from './field.tsx';
import { makeBodyClass, type QuestionProps } from './question-dialog.tsx';
import styles from './text-dialog.module.css';

type ReasonProps = Omit<QuestionProps, 'kind'> & {
  readonly messages: { readonly reason: string; readonly reasonHint: string; readonly reasonRequired: string };
  /** Minimum number of characters of a reason. */
  readonly minLength?: number;
  /** The function is called with the reason, without spaces around it. */
  readonly onReason: (reason: string) => void;
};

/** A dialog that asks for the reason of an action, and performs the action. */
export function ReasonDialog(props: ReasonProps): ReactElement {
  const {
    title,
    onClose,
    onReason,
    request,
    textAfterError,
    cancelLabel = sharedMessages.cancel,
    messages,
    minLength = 1,
  } = props;
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason }) => {
    if (!request.isPending) onReason(reason.trim());
  });
  return (
    <Dialog title={title} onClose={onClose} isSmall isBusy={request.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={makeBodyClass({ bodyClass: props.bodyClass ?? styles.body })}>
          {props.children}
          <Field
            label={messages.reason}
            hint={messages.reasonHint}
            maxLength={300}
            autoComplete="off"
            readOnly={request.isPending}
            error={form.formState.errors.reason?.message}
            data-autofocus
            {...form.register('reason', {
              validate: (reason) => ([...reason.trim()].length < minLength ? messages.reasonRequired : true),
            })}
          />
          <Failure of={request.error} textAfterError={textAfterError} />
        </div>
        <DialogFoot isBusy={request.isPending} onClose={onClose} cancelLabel={cancelLabel}>
          <Button kind="danger" type="submit" isBusy={request.isPending}>
            {props.confirm}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
