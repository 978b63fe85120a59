import { type ReactElement, useId } from 'react';
import { useForm } from 'react-hook-form';
import { sharedMessages } from '#messages/shared';
import { Button } from './button.tsx';
import { Failure } from './callout.tsx';
import choiceStyles from './choices.module.css';
import { Dialog, DialogFoot } from './dialog.tsx';
import { ErrorText, FieldFrame, makeAriaAttributes } from './field.tsx';
import styles from './text-dialog.module.css';

type Choices<Choice extends string> = {
  readonly label: string;
  readonly requiredText: string;
  readonly options: readonly { readonly value: Choice; readonly label: string }[];
};

type TextDialogProps<Choice extends string> = {
  readonly messages: {
    readonly title: string;
    readonly lead: string;
    readonly text: string;
    readonly textHint: string;
    readonly textTooShort: string;
    readonly send: string;
  };
  /** Radio buttons above the text, of which one must be chosen. */
  readonly choices?: Choices<Choice>;
  /** Minimum number of characters of the text, for each choice or for all of them. */
  readonly minimumLength: number | ((choice: Choice | undefined) => number);
  /** Maximum number of characters of the text. */
  readonly maximumLength: number;
  /** The text that the field has at first. */
  readonly initialText?: string;
  readonly kind?: 'danger' | 'primary';
  readonly request: { readonly isPending: boolean; readonly error: Error | null };
  readonly onClose: () => void;
  /**
   * The function is called with the text, without spaces at its start and end. `choice` is undefined only without
   * `choices`.
   */
  readonly onSend: (text: string, choice: Choice | undefined) => void;
};

/** A dialog that asks for a text, and for a choice before it. The dialog stays open until the result is known. */
export function TextDialog<Choice extends string>(props: TextDialogProps<Choice>): ReactElement {
  const {
    messages,
    choices,
    minimumLength,
    maximumLength,
    initialText = '',
    kind = 'primary',
    request,
    onClose,
    onSend,
  } = props;
  const id = useId();
  // A group of radio buttons without a choice has the value null.
  const form = useForm<{ choice: string | null; text: string }>({ defaultValues: { choice: null, text: initialText } });
  const { errors } = form.formState;
  const findChosenValue = (choice: string | null) => choices?.options.find(({ value }) => value === choice)?.value;
  const findMinimumLength = (choice: string | null) =>
    typeof minimumLength === 'number' ? minimumLength : minimumLength(findChosenValue(choice));
  const submit = form.handleSubmit(({ choice, text }) => {
    if (!request.isPending) onSend(text.trim(), findChosenValue(choice));
  });
  const frameTexts = { label: messages.text, hint: messages.textHint, error: errors.text?.message };
  return (
    <Dialog title={messages.title} onClose={onClose} isSmall isBusy={request.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={`dialog__body ${styles.body}`}>
          <p>{messages.lead}</p>
          {choices === undefined ? null : (
            <fieldset className={choiceStyles.choices} aria-describedby={errors.choice && `${id}-choice`}>
              <legend>{choices.label}</legend>
              {choices.options.map(({ value, label }, index) => (
                <label key={value}>
                  <input
                    type="radio"
                    value={value}
                    data-autofocus={index === 0 ? true : undefined}
                    disabled={request.isPending}
                    {...form.register('choice', { validate: (choice) => choice !== null || choices.requiredText })}
                  />
                  <span>{label}</span>
                </label>
              ))}
              {errors.choice === undefined ? null : <ErrorText id={`${id}-choice`}>{errors.choice.message}</ErrorText>}
            </fieldset>
          )}
          <FieldFrame id={id} frameTexts={frameTexts} readOnly={request.isPending}>
            <textarea
              rows={5}
              maxLength={maximumLength}
              readOnly={request.isPending}
              data-autofocus={choices === undefined ? true : undefined}
              {...makeAriaAttributes(id, frameTexts)}
              {...form.register('text', {
                validate: (text, { choice }) =>
                  [...text.trim()].length >= findMinimumLength(choice) || messages.textTooShort,
              })}
            />
          </FieldFrame>
          <Failure of={request.error} />
        </div>
        <DialogFoot isBusy={request.isPending} onClose={onClose} cancelLabel={sharedMessages.cancel}>
          <Button kind={kind} type="submit" isBusy={request.isPending}>
            {messages.send}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
