import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import type { ReactElement, ReactNode } from 'react';
import { bookingMessages } from '#messages/booking';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';

type ViewingFieldsProps = {
  readonly user: Pick<User, 'number'>;
  readonly car: Pick<Product, 'location'>;
  /** The price in dollars that the buyer sees. */
  readonly price: number;
  /** The telephone number that the buyer typed when the dialog was open before. */
  readonly typedPhoneNumber: string | undefined;
  readonly phoneNumberError: string | undefined;
  readonly readOnly: boolean;
  /** The fields of the meeting date. */
  readonly children: ReactNode;
};

/** The fields about a viewing, in the dialogs that book and reserve a car: price, place, meeting date and phone number. */
export function ViewingFields(props: ViewingFieldsProps): ReactElement {
  const { user, car, price, typedPhoneNumber, phoneNumberError, readOnly, children } = props;
  return (
    <>
      <Field label={bookingMessages.price} prefix="$" value={formatMoney(price).slice(1)} readOnly />
      <Field label={bookingMessages.location} value={car.location} readOnly />
      {children}
      <Field
        label={bookingMessages.buyerNumber.label}
        name="buyerNumber"
        inputMode="tel"
        autoComplete="tel"
        placeholder={bookingMessages.buyerNumber.example}
        defaultValue={typedPhoneNumber ?? user.number}
        hint={bookingMessages.buyerNumber.hint}
        error={phoneNumberError}
        readOnly={readOnly}
        aria-required
      />
    </>
  );
}
