import { type Reservation, type ReservationCondition, stateCondition } from '@carhouse/contract/reservations';
import { type ReactElement, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { reservationMessages } from '#messages/reservations';
import { sharedMessages } from '#messages/shared';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import choiceStyles from '../../ui/choices.module.css';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { ErrorText, Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import styles from './reservation.module.css';
import { useReservationAction } from './use-reservation-action.ts';

const t = reservationMessages.condition;

/** Maximum number of characters of a comment, as the API allows. */
const commentLengthMaximum = 300;

type StateConditionProps = {
  readonly condition: ReservationCondition;
  readonly reservation: Reservation;
  readonly sellerName: string;
};

/** The button of one condition, and the dialog in which the buyer states whether the condition is met. */
export function ConditionStatementButton({ condition, reservation, sellerName }: StateConditionProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const conditionTexts = reservationMessages.conditions[condition.kind];
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {conditionTexts.button}
      </Button>
      {isOpen ? (
        <ConditionStatementDialog
          condition={condition}
          reservation={reservation}
          sellerName={sellerName}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

type Answer = 'met' | 'failed';

function ConditionStatementDialog(props: StateConditionProps & { readonly onClose: () => void }): ReactElement {
  const { condition, reservation, sellerName, onClose } = props;
  const id = useId();
  const conditionTexts = reservationMessages.conditions[condition.kind];
  const depositText = formatMoney(reservation.deposit);
  // A group of radio buttons without a choice has the value null.
  const form = useForm<{ answer: Answer | null; note: string }>({ defaultValues: { answer: null, note: '' } });
  const answer = form.watch('answer');
  const statementMutation = useReservationAction<Reservation, { met: boolean; note: string }>(
    (client, { met, note }) =>
      client(stateCondition, {
        params: { id: reservation.bookingId },
        body: { kind: condition.kind, met, ...(note === '' ? {} : { note }) },
      }),
    { makeToastText: ({ state }) => (state === 'ended' ? t.ended(depositText) : t.saved), close: onClose },
  );
  const submit = form.handleSubmit(({ answer: chosenAnswer, note }) => {
    if (!statementMutation.isPending) statementMutation.mutate({ met: chosenAnswer === 'met', note: note.trim() });
  });
  const fault = form.formState.errors.answer?.message;
  return (
    <Dialog title={conditionTexts.question} onClose={onClose} isSmall isBusy={statementMutation.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={`dialog__body ${styles.stack}`}>
          <fieldset
            className={choiceStyles.choices}
            aria-describedby={fault === undefined ? undefined : `${id}-answer`}
          >
            <legend>{t.answer}</legend>
            {(['met', 'failed'] as const).map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  value={value}
                  disabled={statementMutation.isPending}
                  {...form.register('answer', {
                    validate: (chosenAnswer) => chosenAnswer !== null || t.answerRequired,
                  })}
                />
                <span>{conditionTexts[value]}</span>
              </label>
            ))}
            {fault === undefined ? null : <ErrorText id={`${id}-answer`}>{fault}</ErrorText>}
          </fieldset>
          <Field
            label={t.comment}
            isOptional
            hint={t.commentHint(sellerName)}
            maxLength={commentLengthMaximum}
            autoComplete="off"
            readOnly={statementMutation.isPending}
            {...form.register('note')}
          />
          <p className="num" role="status">
            {answer === null ? '' : answer === 'failed' ? t.ends(depositText) : t.continues}
          </p>
          <Failure of={statementMutation.error} />
        </div>
        <DialogFoot isBusy={statementMutation.isPending} onClose={onClose} cancelLabel={sharedMessages.cancel}>
          <Button kind={answer === 'failed' ? 'danger' : 'primary'} type="submit" isBusy={statementMutation.isPending}>
            {answer === 'failed' ? t.endNow : t.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
