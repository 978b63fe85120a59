import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarCheck, CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useRef } from 'react';
import { booking as words } from '#messages/booking';
import { words as shared } from '#messages/shared-words';
import { useClient } from '../../app/api.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { money } from '../../ui/format.ts';
import { Note } from '../../ui/note.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import { brandName } from '../listings/browse/brand-facts.ts';
import './booking-dialog.css';
import { draftOf, forgetDraft, keepDraft } from './booking-draft.ts';
import { myOrdersQuery } from './booking-queries.ts';
import { bookingFaults, textOf, useBookCar } from './use-book-car.ts';

type BookingDialogProps = { readonly car: Product; readonly user: User; readonly onClose: () => void };

/** What is known is prefilled and read-only; the buyer adds when to meet and a number (specification, section 2). */
export function BookingDialog({ car, user, onClose }: BookingDialogProps): ReactElement {
  const booking = useBookCar(car, user);
  const faults = bookingFaults(booking.error);
  // It stays 'sending' until My Orders is on the screen: a second press would have nothing to do.
  const sending = booking.isPending || booking.isSuccess;
  // The second click of a double click may come before the first one has been drawn.
  const sent = useRef(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sent.current) return;
    sent.current = true;
    const typed = new FormData(event.currentTarget);
    const wish = {
      meetingDate: textOf(typed.get('meetingDate')),
      buyerNumber: textOf(typed.get('buyerNumber')),
    };
    booking.mutate(wish, { onSuccess: () => forgetDraft(user, car) });
  };
  const draft = draftOf(user, car);
  const booked = useBooked(car, user) && !sending;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (booking.error === null) return;
    sent.current = false;
    if (form.current !== null) showFaults(form.current);
  }, [booking.error]);
  return (
    <Dialog title={words.title} onClose={onClose} busy={sending}>
      <form ref={form} onSubmit={send} onChange={(event) => keepDraft(user, car, event.currentTarget)}>
        <div className="dlg__body">
          <CarStrip car={car} />
          <div className="bkf">
            <Field label={words.buyerName} value={user.name} readOnly />
            <Field label={words.email} type="email" value={user.email} readOnly />
            <Field label={words.brand} value={brandName(car.category)} readOnly />
            <Field label={words.model} value={car.title} readOnly />
            <Field label={words.price} prefix="$" value={money(car.resalePrice).slice(1)} readOnly />
            <Field label={words.location} value={car.location} readOnly />
            <Field
              label={words.meetingDate.label}
              name="meetingDate"
              placeholder={words.meetingDate.example}
              autoComplete="off"
              defaultValue={draft.meetingDate}
              hint={words.meetingDate.hint}
              error={faults.field.meetingDate}
              readOnly={sending}
              data-autofocus
            />
            <Field
              label={words.buyerNumber.label}
              name="buyerNumber"
              inputMode="tel"
              autoComplete="tel"
              placeholder={words.buyerNumber.example}
              defaultValue={draft.buyerNumber ?? user.number}
              hint={words.buyerNumber.hint}
              error={faults.field.buyerNumber}
              readOnly={sending}
            />
          </div>
        </div>
        {faults.rest === '' ? null : (
          <Note icon={CircleAlert} kind="stop" role="alert" className="dlg__note">
            {faults.rest} {words.kept}
            <ConfirmAgain after={booking.error} />
          </Note>
        )}
        {booked ? (
          <Note icon={CalendarCheck} kind="ok" role="status" className="dlg__note">
            {words.already}
          </Note>
        ) : null}
        <div className="dlg__foot">
          <Button onClick={onClose} disabled={sending}>
            {shared.cancel}
          </Button>
          {booked || faults.toOrders ? (
            <Link to="/dashboard/myOrders" className={buttonClass({ kind: booked ? 'primary' : 'plain' })}>
              {words.toOrders}
            </Link>
          ) : null}
          {booked ? null : (
            <Button kind="primary" type="submit" busy={sending}>
              {sending ? words.confirming : texts.confirm}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Whether this buyer has an open order of the car. */
function useBooked(car: Product, user: User): boolean {
  const orders = useQuery(myOrdersQuery(useClient(), user.email));
  return orders.data?.some((order) => order.productId === car._id && order.status === 'unpaid') ?? false;
}

/** Puts the focus on the first field that failed, or brings the message about the whole into view. */
function showFaults(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  form.querySelector('.dlg__note')?.scrollIntoView({ block: 'nearest' });
}

function CarStrip({ car }: { car: Product }): ReactElement {
  return (
    <div className="bk">
      <div className="pic">
        <Picture url={car.image} size={car.imageSize} alt="" sizes="8.5rem" />
      </div>
      <div>
        <b>{car.title}</b>
        <p>{words.sellerAt(car.author, car.location)}</p>
        <p className="num">
          {words.posted} <span className="stamp">{car.time}</span>
        </p>
      </div>
    </div>
  );
}
