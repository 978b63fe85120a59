import { ApiError } from '@carhouse/contract/client';
import {
  changePaymentInstructions,
  type PaymentInstructionsAnswer,
  showPaymentInstructions,
} from '@carhouse/contract/payment-instructions';
import {
  type DirectPaymentMethod,
  directPaymentMethods,
  paymentNoteLengthMaximum,
  readPaynowTarget,
} from '@carhouse/domain/payment-instructions/payment-instructions';
import { containsLink } from '@carhouse/domain/text/contains-link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import choiceStyles from '../../ui/choices.module.css';
import { ErrorText, Field, FieldFrame, makeAriaAttributes } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format-date.ts';
import styles from './payment-instructions.module.css';

const t = paymentInstructionMessages;

type FormValues = { ways: DirectPaymentMethod[]; paynowTo: string; note: string };

/** The form with which a seller says how they want to be paid. When saving fails, the typed text is not lost. */
export function InstructionsForm({ instructions }: { instructions: PaymentInstructionsAnswer | null }): ReactElement {
  const id = useId();
  const client = useClient();
  const queryClient = useQueryClient();
  const { ways = [], paynowTo = null, note = '' } = instructions ?? {};
  const form = useForm<FormValues>({ defaultValues: { ways: [...ways], paynowTo: paynowTo ?? '', note } });
  const { errors } = form.formState;
  const hasPaynow = useWatch({ control: form.control, name: 'ways' }).includes('paynow');
  const saveMutation = useMutation({
    mutationFn: (body: FormValues) => client(changePaymentInstructions, { body }),
    onSuccess: async () => {
      await invalidate(queryClient, showPaymentInstructions);
      toastSuccess(t.form.saved);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      for (const { path, message } of error.problem?.errors ?? [])
        if (path === 'ways' || path === 'paynowTo' || path === 'note') form.setError(path, { message });
    },
  });
  const submit = form.handleSubmit((values) => {
    if (!saveMutation.isPending) saveMutation.mutate({ ...values, paynowTo: hasPaynow ? values.paynowTo : '' });
  });
  const noteFieldTexts = { label: t.form.note, hint: t.form.noteHint, error: errors.note?.message, isOptional: true };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className={choiceStyles.choices} aria-describedby={errors.ways && `${id}-ways`}>
        <legend>{t.form.ways}</legend>
        {directPaymentMethods.map((way) => (
          <label key={way}>
            <input
              type="checkbox"
              value={way}
              disabled={saveMutation.isPending}
              {...form.register('ways', { validate: (chosenWays) => chosenWays.length > 0 || t.form.waysRequired })}
            />
            <span>{t.ways[way]}</span>
          </label>
        ))}
        {errors.ways === undefined ? null : <ErrorText id={`${id}-ways`}>{errors.ways.message}</ErrorText>}
      </fieldset>
      {hasPaynow ? (
        <Field
          label={t.form.paynow}
          hint={t.form.paynowHint}
          error={errors.paynowTo?.message}
          readOnly={saveMutation.isPending}
          autoComplete="off"
          {...form.register('paynowTo', {
            validate: (text, { ways: chosenWays }) =>
              !chosenWays.includes('paynow') || readPaynowTarget(text) !== undefined || t.form.paynowFault,
          })}
        />
      ) : null}
      <FieldFrame id={id} frameTexts={noteFieldTexts} readOnly={saveMutation.isPending}>
        <textarea
          rows={3}
          maxLength={paymentNoteLengthMaximum}
          readOnly={saveMutation.isPending}
          {...makeAriaAttributes(id, noteFieldTexts)}
          {...form.register('note', { validate: (text) => !containsLink(text) || t.form.noteFault })}
        />
      </FieldFrame>
      <Failure of={saveMutation.error} />
      <div className={styles.acts}>
        <Button kind="primary" isLarge type="submit" isBusy={saveMutation.isPending}>
          {t.form.save}
        </Button>
        {instructions === null ? null : (
          <p className={styles.since}>{t.form.since(formatDate(instructions.changedAt))}</p>
        )}
      </div>
    </form>
  );
}
