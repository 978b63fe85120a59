import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { isOrderPayable } from '@carhouse/domain/booking/booking-policy';
import { centsFromDollars, checkCardFit } from '@carhouse/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarCheck, CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { bookingMessages } from '#messages/booking';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { useTakesPayments } from '../../app/business-mode.ts';
import { readFormText } from '../../app/form-text.ts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatBrand, formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import styles from './booking-dialog.module.css';
import { readBookingDraft, removeBookingDraft, storeBookingDraft } from './booking-draft.ts';
import { myOrdersQuery } from './booking-queries.ts';
import { MeetingFields } from './meeting-fields.tsx';
import { findBookingFaults, findChangedPrices, useBookCar } from './use-book-car.ts';
import { ViewingFields } from './viewing-fields.tsx';

type BookingDialogProps = { readonly car: Product; readonly user: User; readonly onClose: () => void };

/**
 * The booking dialog. Known fields are filled in and read-only; the buyer adds a meeting date and a telephone number
 * (specification, section 2).
 */
export function BookingDialog({ car, user, onClose }: BookingDialogProps): ReactElement {
  const takesPayments = useTakesPayments();
  const booking = useBookCar(car, user);
  const faults = findBookingFaults(booking.error);
  // The buyer agrees to the price in the dialog, because the seller may change the price while the dialog is open.
  const [price, setPrice] = useState(car.resalePrice);
  const changedPrices = findChangedPrices(booking.error);
  // The button stays busy after the booking until My Orders is shown, because a second click would have no effect.
  const isSending = booking.isPending || booking.isSuccess;
  // Prevents a second booking: the second click of a double click may come before React has rendered the first click.
  const isSentRef = useRef(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSentRef.current) return;
    isSentRef.current = true;
    const bookingRequest = {
      meetingDate: readFormText(event.currentTarget, 'meetingDate'),
      buyerNumber: readFormText(event.currentTarget, 'buyerNumber'),
      price,
    };
    booking.mutate(bookingRequest, {
      onSuccess: () => removeBookingDraft(user, car),
      onError: (error) => setPrice(findChangedPrices(error)?.current ?? price),
    });
  };
  const draft = readBookingDraft(user, car);
  const hasBooked = useHasBooked(car, user) && !isSending;
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (booking.error === null) return;
    isSentRef.current = false;
    if (formRef.current !== null) showFaults(formRef.current);
  }, [booking.error]);
  return (
    <Dialog title={bookingMessages.title} onClose={onClose} isBusy={isSending}>
      <form
        ref={formRef}
        onSubmit={send}
        noValidate
        onChange={(event) => storeBookingDraft(user, car, event.currentTarget)}
      >
        <div className="dialog__body">
          <CarSummary car={car} />
          <div className={styles.bookingForm}>
            <Field label={bookingMessages.buyerName} value={user.name} readOnly />
            <Field label={bookingMessages.email} type="email" value={user.email} readOnly />
            <Field label={bookingMessages.brand} value={formatBrand(car.category)} readOnly />
            <Field label={bookingMessages.model} value={car.title} readOnly />
            <ViewingFields
              user={user}
              car={car}
              price={price}
              typedPhoneNumber={draft.buyerNumber}
              phoneNumberError={faults.field.buyerNumber}
              readOnly={isSending}
            >
              <MeetingFields initialText={draft.meetingDate} error={faults.field.meetingDate} isReadOnly={isSending} />
            </ViewingFields>
          </div>
          <p className={`${styles.bookingPrice} num`}>
            <b>{bookingMessages.costs(formatMoney(price))}</b>{' '}
            {!takesPayments
              ? bookingMessages.payableToSeller
              : checkCardFit(centsFromDollars(price)) === 'too-large'
                ? bookingMessages.payableInParts
                : bookingMessages.payableByCard}
          </p>
        </div>
        {faults.formMessage === '' ? null : (
          <Callout icon={CircleAlert} kind="stop" role="alert" className="dialog__note">
            {faults.formMessage} {bookingMessages.kept}
            <ConfirmAgain refusal={booking.error} />
          </Callout>
        )}
        {changedPrices === undefined ? null : (
          <Callout icon={CircleAlert} kind="wait" role="alert" className="dialog__note">
            {bookingMessages.priceChanged(formatMoney(changedPrices.expected), formatMoney(changedPrices.current))}{' '}
            {bookingMessages.kept}
          </Callout>
        )}
        {hasBooked ? (
          <Callout icon={CalendarCheck} kind="ok" role="status" className="dialog__note">
            {bookingMessages.already}
          </Callout>
        ) : null}
        <div className="dialog__foot">
          <Button onClick={onClose} disabled={isSending}>
            {sharedMessages.cancel}
          </Button>
          {hasBooked || faults.needsOrdersLink ? (
            <Link to="/dashboard/myOrders" className={makeButtonClass({ kind: hasBooked ? 'primary' : 'plain' })}>
              {bookingMessages.toOrders}
            </Link>
          ) : null}
          {hasBooked ? null : (
            <Button kind="primary" type="submit" isBusy={isSending}>
              {isSending
                ? bookingMessages.confirming
                : changedPrices === undefined
                  ? texts.confirm
                  : bookingMessages.confirmAt(formatMoney(changedPrices.current))}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Whether this buyer has an open order for the car. */
function useHasBooked(car: Product, user: User): boolean {
  const orders = useQuery(myOrdersQuery(useClient(), user.email));
  return orders.data?.some((order) => order.productId === car._id && isOrderPayable(order.status)) ?? false;
}

/** Moves the focus to the first invalid field, or scrolls to the message about the whole form. */
function showFaults(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  form.querySelector('.dialog__note')?.scrollIntoView({ block: 'nearest' });
}

function CarSummary({ car }: { car: Product }): ReactElement {
  return (
    <div className={styles.bookingSummary}>
      <div className={styles.pic}>
        <ResponsiveImage url={car.image} size={car.imageSize} alt="" sizes="8.5rem" />
      </div>
      <div>
        <b>{car.title}</b>
        <p>{bookingMessages.sellerAt(car.author, car.location)}</p>
        <p className="num">
          {bookingMessages.posted} {formatDate(car.postedAt)}
        </p>
      </div>
    </div>
  );
}
