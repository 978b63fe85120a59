import { complaintTextMaximum } from '@carhouse/domain/sale/complaint';
import { type ReactElement, useId } from 'react';
import { useForm } from 'react-hook-form';
import { sharedMessages } from '#messages/shared';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import choiceStyles from '../../ui/choices.module.css';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { ariaAttributes, ErrorText, FieldFrame } from '../../ui/field.tsx';
import styles from './sale-text-dialog.module.css';

type Choices<Choice extends string> = {
  readonly label: string;
  readonly required: string;
  readonly options: readonly { readonly value: Choice; readonly label: string }[];
};

type SaleTextDialogProps<Choice extends string> = {
  readonly messages: {
    readonly title: string;
    readonly lead: string;
    readonly text: string;
    readonly textHint: string;
    readonly textShort: string;
    readonly send: string;
  };
  /** Radio buttons above the text, of which one must be chosen. */
  readonly choices?: Choices<Choice>;
  /** Minimum number of characters of the text. */
  readonly shortest: number;
  /** The text that the field has at first. */
  readonly initialText?: string;
  readonly kind?: 'danger' | 'primary';
  readonly sending: { readonly isPending: boolean; readonly error: Error | null };
  readonly onClose: () => void;
  /** Called with the text without spaces around it. `choice` is undefined only without `choices`. */
  readonly onSend: (text: string, choice: Choice | undefined) => void;
};

/** A dialog that asks for a text about a sale, and for a choice before it. It stays open until the result is known. */
export function SaleTextDialog<Choice extends string>(props: SaleTextDialogProps<Choice>): ReactElement {
  const { messages, choices, shortest, initialText = '', kind = 'primary', sending, onClose, onSend } = props;
  const id = useId();
  // A group of radio buttons without a choice has the value null.
  const form = useForm<{ choice: string | null; text: string }>({ defaultValues: { choice: null, text: initialText } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ choice, text }) => {
    const chosen = choices?.options.find(({ value }) => value === choice)?.value;
    if (!sending.isPending) onSend(text.trim(), chosen);
  });
  const around = { label: messages.text, hint: messages.textHint, error: errors.text?.message };
  return (
    <Dialog title={messages.title} onClose={onClose} small busy={sending.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={`dialog__body ${styles.body}`}>
          <p>{messages.lead}</p>
          {choices === undefined ? null : (
            <fieldset className={choiceStyles.choices} aria-describedby={errors.choice && `${id}-choice`}>
              <legend>{choices.label}</legend>
              {choices.options.map(({ value, label }) => (
                <label key={value}>
                  <input
                    type="radio"
                    value={value}
                    disabled={sending.isPending}
                    {...form.register('choice', { validate: (choice) => choice !== null || choices.required })}
                  />
                  <span>{label}</span>
                </label>
              ))}
              {errors.choice === undefined ? null : <ErrorText id={`${id}-choice`}>{errors.choice.message}</ErrorText>}
            </fieldset>
          )}
          <FieldFrame id={id} frameTexts={around} readOnly={sending.isPending}>
            <textarea
              rows={5}
              maxLength={complaintTextMaximum}
              readOnly={sending.isPending}
              {...ariaAttributes(id, around)}
              {...form.register('text', {
                validate: (text) => [...text.trim()].length >= shortest || messages.textShort,
              })}
            />
          </FieldFrame>
          <Failure of={sending.error} />
        </div>
        <DialogFoot busy={sending.isPending} onClose={onClose} keep={sharedMessages.cancel}>
          <Button kind={kind} type="submit" busy={sending.isPending}>
            {messages.send}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
