import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js';
import type { StripeElementStyle } from '@stripe/stripe-js';
import { CreditCard } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { paymentMessages } from '#messages/payment';
import { Icon } from '../../ui/icon.tsx';
import styles from './payment-page.module.css';

const cardFieldTexts = paymentMessages.card;

export type CardFieldName = 'number' | 'expiry' | 'cvc';

type CardFieldsProps = {
  readonly fieldStyle: StripeElementStyle;
  readonly state: 'rest' | 'busy' | 'bad';
  readonly onReady: (part: CardFieldName) => void;
  /**
   * Called when a field of the card form changes. `fault` is the provider's error message about the
   * field, if there is one.
   */
  readonly onChange: (part: CardFieldName, fault: string | undefined) => void;
};

/** The card fields in one group: the number above expiry and CVC. Each field is an iframe of the card provider. */
export function CardFields({ fieldStyle, state, onReady, onChange }: CardFieldsProps): ReactElement {
  const id = useId();
  const options = { style: fieldStyle, disabled: state === 'busy' };
  const stateClass = { rest: '', busy: styles.isBusy, bad: styles.isBad }[state];
  return (
    <fieldset className={`${styles.cardField} ${stateClass}`} aria-label={cardFieldTexts.label}>
      <div className={styles.cardFieldPart}>
        <label htmlFor={`${id}-number`}>{cardFieldTexts.number}</label>
        <CardNumberElement
          id={`${id}-number`}
          options={{ ...options, placeholder: cardFieldTexts.numberPlaceholder }}
          onReady={() => onReady('number')}
          onChange={({ error }) => onChange('number', error?.message)}
        />
        <Icon of={CreditCard} />
      </div>
      <div className={styles.cardFieldPart}>
        <label htmlFor={`${id}-expiry`}>{cardFieldTexts.expiry}</label>
        <CardExpiryElement
          id={`${id}-expiry`}
          options={{ ...options, placeholder: cardFieldTexts.expiryPlaceholder }}
          onReady={() => onReady('expiry')}
          onChange={({ error }) => onChange('expiry', error?.message)}
        />
      </div>
      <div className={styles.cardFieldPart}>
        <label htmlFor={`${id}-cvc`}>{cardFieldTexts.cvc}</label>
        <CardCvcElement
          id={`${id}-cvc`}
          options={{ ...options, placeholder: cardFieldTexts.cvc }}
          onReady={() => onReady('cvc')}
          onChange={({ error }) => onChange('cvc', error?.message)}
        />
      </div>
    </fieldset>
  );
}
