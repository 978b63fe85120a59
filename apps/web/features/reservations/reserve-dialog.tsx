import type { User } from '@carhouse/contract/accounts';
import type { ReservationOffer } from '@carhouse/contract/reservations';
import type { ConditionKind, ruleVersion } from '@carhouse/domain/reservation/reservation-rule';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { bookingMessages } from '#messages/booking';
import { reservationMessages } from '#messages/reservations';
import { sharedMessages } from '#messages/shared';
import { readFormText } from '../../app/form-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { ErrorText, Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import { readBookingDraft, removeBookingDraft, storeBookingDraft } from '../bookings/booking-draft.ts';
import { findBookingFaults } from '../bookings/use-book-car.ts';
import { ViewingFields } from '../bookings/viewing-fields.tsx';
import { computePartialRefund, RefundLines } from './refund-lines.tsx';
import { RefundRuler } from './refund-ruler.tsx';
import styles from './reservation.module.css';
import { addDays } from './reservation-times.ts';
import type { ReservationView } from './reservation-view.ts';
import { RuleSentences } from './rule-sentences.tsx';
import { hasOfferChanged, useStartReservation } from './use-start-reservation.ts';

const t = reservationMessages.dialog;

type ReserveDialogProps = ReservationView & {
  readonly offer: ReservationOffer;
  readonly user: User;
  readonly onClose: () => void;
};

/**
 * The dialog in which a buyer reserves a car: the deposit, the refunds, the conditions, the viewing, and the written
 * rule that the buyer accepts. The deposit is paid on the next page.
 */
export function ReserveDialog({ car, offer, user, now, onClose }: ReserveDialogProps): ReactElement {
  const startMutation = useStartReservation(car._id);
  const [chosenConditions, setChosenConditions] = useState<readonly ConditionKind[]>(() =>
    offer.conditions.map(({ kind }) => kind),
  );
  const [isAcceptMissing, setAcceptMissing] = useState(false);
  const [firstOffer] = useState(offer);
  const formRef = useRef<HTMLFormElement>(null);
  const isSending = startMutation.isPending || startMutation.isSuccess;
  const haveTermsChanged =
    hasOfferChanged(startMutation.error) || offer.price !== firstOffer.price || offer.deposit !== firstOffer.deposit;
  const faults = findBookingFaults(startMutation.error);
  const bookingDraft = readBookingDraft(user, car);
  useEffect(() => {
    if (startMutation.error !== null || isAcceptMissing) showFaults(formRef.current);
  }, [startMutation.error, isAcceptMissing]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const isRuleAccepted = new FormData(event.currentTarget).has('accepted');
    setAcceptMissing(!isRuleAccepted);
    if (!isRuleAccepted) return;
    startMutation.mutate(
      {
        meetingDate: readFormText(event.currentTarget, 'meetingDate'),
        buyerNumber: readFormText(event.currentTarget, 'buyerNumber'),
        price: offer.price,
        deposit: offer.deposit,
        // The buyer accepts the rule that the page shows. The server refuses a reservation with an older version of the
        // rule.
        rule: offer.rule.version as typeof ruleVersion,
        conditions: [...chosenConditions],
      },
      { onSuccess: () => removeBookingDraft(user, car) },
    );
  };
  const freeUntil = addDays(now, offer.freeDays);
  const endsAt = addDays(now, offer.days);
  return (
    <Dialog title={t.title(car.title)} onClose={onClose} isBusy={isSending}>
      <form
        ref={formRef}
        noValidate
        onSubmit={send}
        onChange={(event) => storeBookingDraft(user, car, event.currentTarget)}
      >
        <div className="dialog__body">
          <p className={`${styles.lead} num`}>{t.lead(offer.days, formatDeadline(endsAt))}</p>
          <p className={`${styles.amount} num`}>
            <b>{formatMoney(offer.deposit)}</b>
            <span>{t.amount(formatMoney(offer.price))}</span>
          </p>
          <section className={styles.part}>
            <h3>{reservationMessages.ruler.title}</h3>
            <RefundRuler
              from={addDays(now, 0)}
              freeUntil={freeUntil}
              endsAt={endsAt}
              now={now}
              deposit={offer.deposit}
              partialRefund={computePartialRefund(offer.deposit, offer.forfeit)}
            />
            <p className={`hint ${styles.hint}`}>
              {reservationMessages.ruler.tick} {reservationMessages.refunds.fromPayment}
            </p>
          </section>
          <ConditionChoice
            offer={offer}
            now={now}
            chosenKinds={chosenConditions}
            isLocked={isSending}
            onChoose={setChosenConditions}
          />
          <section className={styles.part}>
            <h3>{reservationMessages.refunds.title}</h3>
            <RefundLines deposit={offer.deposit} forfeit={offer.forfeit} fullRefundUntil={freeUntil} />
          </section>
          <section className={styles.part}>
            <h3>{t.meeting}</h3>
            <div className={styles.fields}>
              <ViewingFields
                user={user}
                car={car}
                price={offer.price}
                typedPhoneNumber={bookingDraft.buyerNumber}
                phoneNumberError={faults.field.buyerNumber}
                readOnly={isSending}
              >
                <Field
                  label={bookingMessages.meetingDate.label}
                  name="meetingDate"
                  placeholder={bookingMessages.meetingDate.example}
                  autoComplete="off"
                  defaultValue={bookingDraft.meetingDate}
                  hint={bookingMessages.meetingDate.hint}
                  error={faults.field.meetingDate}
                  readOnly={isSending}
                  aria-required
                />
              </ViewingFields>
            </div>
          </section>
          <section className={styles.part}>
            <h3>{t.rule}</h3>
            <RuleSentences text={offer.rule.text} />
            <RuleAcceptance
              // When the price or the rule has changed, the buyer must accept the new price or the new rule.
              key={`${offer.price} ${offer.deposit} ${offer.rule.version}`}
              isAcceptanceMissing={isAcceptMissing}
              isLocked={isSending}
              onAccept={() => setAcceptMissing(false)}
            />
            <p className={`hint ${styles.hint}`}>{t.next}</p>
          </section>
        </div>
        {haveTermsChanged ? (
          <Callout icon={CircleAlert} kind="wait" role="alert" className="dialog__note">
            {offer.price === firstOffer.price
              ? t.termsChanged
              : t.priceChanged(formatMoney(firstOffer.price), formatMoney(offer.price))}{' '}
            {t.kept}
          </Callout>
        ) : faults.formMessage === '' ? null : (
          <Callout icon={CircleAlert} kind="stop" role="alert" className="dialog__note">
            {faults.formMessage} {t.kept}
            <ConfirmAgain refusal={startMutation.error} />
          </Callout>
        )}
        <DialogFoot isBusy={isSending} onClose={onClose} cancelLabel={sharedMessages.cancel}>
          <Button kind="primary" type="submit" isBusy={isSending}>
            {isSending ? t.confirming : t.confirm(formatMoney(offer.deposit))}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Moves the focus to the first invalid field, or scrolls to the message about the whole form. */
function showFaults(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  form?.querySelector('.dialog__note')?.scrollIntoView({ block: 'nearest' });
}

type ConditionChoiceProps = {
  readonly offer: ReservationOffer;
  readonly now: number;
  readonly chosenKinds: readonly ConditionKind[];
  readonly isLocked: boolean;
  readonly onChoose: (chosenKinds: readonly ConditionKind[]) => void;
};

/** The conditions under which the buyer buys, each with its deadline and its proof. */
function ConditionChoice({ offer, now, chosenKinds, isLocked, onChoose }: ConditionChoiceProps): ReactElement {
  return (
    <fieldset className={`${styles.part} ${styles.choices}`}>
      <legend>{t.conditions}</legend>
      {offer.conditions.map(({ kind, days }) => {
        const conditionTexts = reservationMessages.conditions[kind];
        return (
          <label key={kind} className="check num">
            <input
              type="checkbox"
              checked={chosenKinds.includes(kind)}
              disabled={isLocked}
              onChange={(event) =>
                onChoose(
                  event.target.checked ? [...chosenKinds, kind] : chosenKinds.filter((otherKind) => otherKind !== kind),
                )
              }
            />
            <span>
              <b>{conditionTexts.mine}</b>
              <span className={styles.detail}>{conditionTexts.by(formatDeadline(addDays(now, days)))}</span>
            </span>
          </label>
        );
      })}
      <p className={`hint ${styles.hint}`}>{t.conditionsHint(formatMoney(offer.deposit))}</p>
    </fieldset>
  );
}

type AcceptanceProps = {
  readonly isAcceptanceMissing: boolean;
  readonly isLocked: boolean;
  readonly onAccept: () => void;
};

function RuleAcceptance({ isAcceptanceMissing, isLocked, onAccept }: AcceptanceProps): ReactElement {
  const id = useId();
  return (
    <>
      <label className={`check ${styles.accept}`}>
        <input
          type="checkbox"
          name="accepted"
          disabled={isLocked}
          aria-required
          {...(isAcceptanceMissing ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
          onChange={onAccept}
        />
        <span>{t.accept}</span>
      </label>
      {isAcceptanceMissing ? <ErrorText id={id}>{t.acceptRequired}</ErrorText> : null}
    </>
  );
}
