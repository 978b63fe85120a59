import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { centsFromDollars } from '@carhouse/domain/money/money';
import { checkPaynowFit, type PaymentMethod } from '@carhouse/domain/payment/payment-method';
import { CreditCard, type LucideIcon, QrCode } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { paymentMessages } from '#messages/payment';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './payment-page.module.css';

const { ways } = paymentMessages;

type ChooseMethodProps = {
  readonly order: Order;
  /** The amount of the charge in dollars. */
  readonly amountDollars: number;
  readonly method: PaymentMethod;
  /** The methods that the provider offers for this payment; undefined while the server has not answered. */
  readonly offeredMethods: readonly PaymentMethod[] | undefined;
  /** Whether a card is being charged, so that the method cannot be changed. */
  readonly isLocked: boolean;
  readonly onChoose: (method: PaymentMethod) => void;
};

/** The amount of the order, and the choice between the ways to pay it. Each way to pay has a text about its limits. */
export function ChooseMethod({
  order,
  amountDollars,
  method,
  offeredMethods,
  isLocked,
  onChoose,
}: ChooseMethodProps): ReactElement {
  const name = useId();
  const isWithinPaynowLimit = checkPaynowFit(centsFromDollars(amountDollars)) === 'fits';
  const isPaynowOffered = offeredMethods === undefined || offeredMethods.includes('paynow');
  const paynowText = !isWithinPaynowLimit
    ? ways.paynow.tooLarge
    : isPaynowOffered
      ? ways.paynow.text
      : ways.paynow.notOffered;
  const renderPaymentWay = (value: PaymentMethod, icon: LucideIcon, text: string, isDisabled: boolean) => (
    <label className={`${styles.way} ${isDisabled ? styles.isOff : ''} num`}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={method === value}
        disabled={isDisabled || isLocked}
        onChange={() => onChoose(value)}
      />
      <Icon of={icon} />
      <b>{ways[value].name}</b>
      <span>{text}</span>
    </label>
  );
  return (
    <>
      <p className={`${styles.paySum} num`}>{texts.payment.please(formatMoney(amountDollars))}</p>
      <p>{formatCarName(order.productCategory, order.productModel)}</p>
      <fieldset className={styles.ways}>
        <legend>{ways.question}</legend>
        {renderPaymentWay('card', CreditCard, ways.card.text, false)}
        {renderPaymentWay('paynow', QrCode, paynowText, !isWithinPaynowLimit || !isPaynowOffered)}
      </fieldset>
    </>
  );
}
