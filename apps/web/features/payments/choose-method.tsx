import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { centsFromDollars } from '@carhouse/domain/money/money';
import { fitsPaynow, type PaymentMethod } from '@carhouse/domain/payment/payment-method';
import { CreditCard, type LucideIcon, QrCode } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { paymentMessages } from '#messages/payment';
import { carName, money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './payment-page.module.css';

const { ways } = paymentMessages;

type ChooseMethodProps = {
  readonly order: Order;
  /** The amount of the charge in dollars. */
  readonly sum: number;
  readonly method: PaymentMethod;
  /** The methods that the provider offers for this payment; undefined while the server has not answered. */
  readonly offered: readonly PaymentMethod[] | undefined;
  /** Whether a card is being charged, so that the method cannot be changed. */
  readonly locked: boolean;
  readonly onChoose: (method: PaymentMethod) => void;
};

/** The amount of the order, and the choice between the ways to pay it. Each way says what limits it. */
export function ChooseMethod({ order, sum, method, offered, locked, onChoose }: ChooseMethodProps): ReactElement {
  const name = useId();
  const fits = fitsPaynow(centsFromDollars(sum)) === 'fits';
  const isOffered = offered === undefined || offered.includes('paynow');
  const paynowText = !fits ? ways.paynow.tooLarge : isOffered ? ways.paynow.text : ways.paynow.notOffered;
  const way = (value: PaymentMethod, icon: LucideIcon, text: string, isOff: boolean) => (
    <label className={`${styles.way} ${isOff ? styles.isOff : ''} num`}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={method === value}
        disabled={isOff || locked}
        onChange={() => onChoose(value)}
      />
      <Icon of={icon} />
      <b>{ways[value].name}</b>
      <span>{text}</span>
    </label>
  );
  return (
    <>
      <p className={`${styles.paySum} num`}>{texts.payment.please(money(sum))}</p>
      <p>{carName(order.productCategory, order.productModel)}</p>
      <fieldset className={styles.ways}>
        <legend>{ways.question}</legend>
        {way('card', CreditCard, ways.card.text, false)}
        {way('paynow', QrCode, paynowText, !fits || !isOffered)}
      </fieldset>
    </>
  );
}
