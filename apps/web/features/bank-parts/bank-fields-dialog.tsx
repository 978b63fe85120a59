import {
  bankRefusalLengthMaximum,
  bankRefusalLengthMinimum,
  bankTextMaximum,
} from '@carhouse/domain/payment/bank-part';
import { type ReactElement, useId } from 'react';
import { useForm } from 'react-hook-form';
import { bankPartMessages } from '#messages/bank-parts';
import { sharedMessages } from '#messages/shared';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field, FieldFrame, makeAriaAttributes } from '../../ui/field.tsx';

type BankField = { readonly label: string; readonly hint: string; readonly isOptional?: boolean };

type BankFieldsDialogProps = {
  readonly title: string;
  readonly lead: string;
  /** The field for the name of the bank; absent where only a reference is asked for. */
  readonly bank?: BankField;
  readonly reference: BankField;
  /**
   * The field for a reason; absent where no reason is asked for. `textTooShortError` is the error of a text that is too
   * short.
   */
  readonly reason?: BankField & { readonly textTooShortError: string };
  readonly send: string;
  readonly request: { readonly isPending: boolean; readonly error: Error | null };
  readonly onClose: () => void;
  readonly onSend: (values: { readonly bank: string; readonly reference: string; readonly reason: string }) => void;
};

/**
 * A dialog with a field for the reference of a payment, optionally with a field for the name of the bank before it and
 * a field for a reason after it.
 */
export function BankFieldsDialog(props: BankFieldsDialogProps): ReactElement {
  const { title, lead, bank, reference, reason, send, request, onClose, onSend } = props;
  const form = useForm({ defaultValues: { bank: '', reference: '', reason: '' } });
  const id = useId();
  const { errors } = form.formState;
  const reasonFieldProps = { label: reason?.label ?? '', hint: reason?.hint ?? '', error: errors.reason?.message };
  const submit = form.handleSubmit((values) => {
    if (!request.isPending) {
      const { bank: name, ...texts } = values;
      onSend({ bank: name.trim(), reference: texts.reference.trim(), reason: texts.reason.trim() });
    }
  });
  const registerField = (name: 'bank' | 'reference', { isOptional = false }: BankField) =>
    form.register(name, {
      validate: (text) => isOptional || text.trim() !== '' || bankPartMessages.state.required,
    });
  return (
    <Dialog title={title} onClose={onClose} isSmall isBusy={request.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body form">
          <p className="num">{lead}</p>
          {bank === undefined ? null : (
            <Field
              label={bank.label}
              hint={bank.hint}
              error={errors.bank?.message}
              maxLength={bankTextMaximum}
              autoComplete="off"
              readOnly={request.isPending}
              {...registerField('bank', bank)}
            />
          )}
          <Field
            label={reference.label}
            hint={reference.hint}
            error={errors.reference?.message}
            isOptional={reference.isOptional ?? false}
            maxLength={bankTextMaximum}
            autoComplete="off"
            readOnly={request.isPending}
            {...registerField('reference', reference)}
          />
          {reason === undefined ? null : (
            <FieldFrame id={id} frameTexts={reasonFieldProps} readOnly={request.isPending}>
              <textarea
                rows={4}
                maxLength={bankRefusalLengthMaximum}
                readOnly={request.isPending}
                {...makeAriaAttributes(id, reasonFieldProps)}
                {...form.register('reason', {
                  validate: (text) => [...text.trim()].length >= bankRefusalLengthMinimum || reason.textTooShortError,
                })}
              />
            </FieldFrame>
          )}
          <Failure of={request.error} />
        </div>
        <DialogFoot isBusy={request.isPending} onClose={onClose} cancelLabel={sharedMessages.cancel}>
          <Button kind="primary" type="submit" isBusy={request.isPending}>
            {send}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
