import { texts } from '@carhouse/contract/texts';
import { CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { FlaskConical } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react';
import { paymentMessages } from '#messages/payment';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ErrorText } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatTime } from '../../ui/format-date.ts';
import { type CardFieldName, CardFields } from './card-fields.tsx';
import { useCardStyle } from './card-style.ts';
import { HoldClock } from './hold-clock.tsx';
import type { CardPaymentInput } from './pay-order.ts';
import styles from './payment-page.module.css';

type PayFormProps = {
  /** The amount in dollars. */
  readonly sum: number;
  /** The charge, and the end of the hold on the car; undefined until the server has responded. */
  readonly charge: { readonly clientSecret: string; readonly holdEndsAt: string } | undefined;
  /** End of the hold for the countdown; undefined when this computer's clock is wrong. */
  readonly countdownEndsAt: string | undefined;
  readonly testMode: boolean;
  readonly isPaying: boolean;
  /** The provider's error message about the last try to pay. */
  readonly refusal: string | undefined;
  /** Called when all fields of the card form have loaded. */
  readonly onReady: () => void;
  readonly onPay: (paymentInput: CardPaymentInput) => void;
};

const parts = 3;

/**
 * The card form with its Pay button (specification, section 4: Payment). The form must be rendered inside the
 * provider's `Elements` component.
 */
export function PayForm({
  sum,
  charge,
  countdownEndsAt,
  testMode,
  isPaying,
  refusal,
  onReady,
  onPay,
}: PayFormProps): ReactElement {
  const stripe = useStripe();
  const elements = useElements();
  const style = useCardStyle();
  const hintId = useId();
  const [readyParts, setReadyParts] = useState<ReadonlySet<CardFieldName>>(new Set());
  // Whether the user has typed since the last refusal. While the user types, the message of the last refusal is hidden.
  const [isEdited, setIsEdited] = useState(false);
  const [faultsByPart, setFaultsByPart] = useState<Partial<Record<CardFieldName, string | undefined>>>({});
  const isFormReady = stripe !== null && elements !== null && readyParts.size === parts;
  useEffect(() => {
    if (isFormReady) onReady();
  }, [isFormReady, onReady]);
  const fieldFault = faultsByPart.number ?? faultsByPart.expiry ?? faultsByPart.cvc;
  const shownFault = isPaying ? undefined : (fieldFault ?? (isEdited ? undefined : refusal));

  const handleFieldChange = (part: CardFieldName, message: string | undefined) => {
    setFaultsByPart((faults) => ({ ...faults, [part]: message }));
    // The provider also reports a change when it marks a field as invalid. A reported change with an error message is
    // therefore not counted as typing.
    if (message === undefined) setIsEdited(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardNumberElement);
    if (!isFormReady || charge === undefined || isPaying || !card) return;
    setIsEdited(false);
    onPay({ stripe, card, clientSecret: charge.clientSecret });
  };
  return (
    <form className="form" onSubmit={submit} aria-busy={isPaying}>
      <div className={styles.payCard}>
        <CardFields
          fieldStyle={style}
          state={isPaying ? 'busy' : shownFault === undefined ? 'rest' : 'bad'}
          onReady={(part) => setReadyParts((previousReadyParts) => new Set(previousReadyParts).add(part))}
          onChange={handleFieldChange}
        />
        {shownFault === undefined ? null : <ErrorText role="alert">{shownFault}</ErrorText>}
      </div>
      <Button
        kind={isPaying ? 'plain' : 'primary'}
        type="submit"
        isLarge
        isBusy={isPaying}
        disabled={!isFormReady || charge === undefined}
        aria-describedby={hintId}
      >
        {texts.payment.pay} {formatMoney(sum)}
      </Button>
      <p className="hint num" id={hintId} role="status">
        {isPaying
          ? paymentMessages.busy
          : !isFormReady || charge === undefined
            ? paymentMessages.preparing
            : shownFault === undefined
              ? paymentMessages.heldUntil(formatTime(charge.holdEndsAt))
              : paymentMessages.declinedHint}
      </p>
      {countdownEndsAt === undefined || isPaying ? null : <HoldClock endsAt={countdownEndsAt} />}
      {testMode ? <Callout icon={FlaskConical}>{paymentMessages.testMode}</Callout> : null}
    </form>
  );
}
