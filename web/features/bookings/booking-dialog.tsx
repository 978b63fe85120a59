import type { User } from '@carhouse/contract/accounts';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useRef } from 'react';
import { money } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Picture } from '../../ui/picture.tsx';
import { brandName } from '../listings/brand-facts.ts';
import './booking-dialog.css';
import { bookingFaults, useBookCar } from './use-book-car.ts';

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
    booking.mutate(wish);
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (booking.error === null) return;
    sent.current = false;
    if (form.current !== null) showFaults(form.current);
  }, [booking.error]);
  return (
    <Dialog title="Book a viewing" onClose={onClose} busy={sending}>
      <form ref={form} onSubmit={send}>
        <div className="dlg__body">
          <CarStrip car={car} />
          <div className="bkf">
            <Field label="Buyer name" value={user.name} readOnly />
            <Field label="Email" type="email" value={user.email} readOnly />
            <Field label="Brand" value={brandName(car.category)} readOnly />
            <Field label="Model" value={car.title} readOnly />
            <Field label="Price" prefix="$" value={money(car.resalePrice).slice(1)} readOnly />
            <Field label="Location" value={car.location} readOnly />
            <Field
              label="Meeting date"
              name="meetingDate"
              placeholder="Saturday, after 3 pm"
              autoComplete="off"
              hint="In your own words"
              error={faults.field.meetingDate}
              readOnly={sending}
              data-autofocus
            />
            <Field
              label="Buyer number"
              name="buyerNumber"
              inputMode="tel"
              autoComplete="tel"
              placeholder="9123 4567"
              defaultValue={user.number}
              hint="The seller sees this"
              error={faults.field.buyerNumber}
              readOnly={sending}
            />
          </div>
        </div>
        {faults.rest === '' ? null : (
          <Note icon={CircleAlert} kind="stop" role="alert" className="dlg__note">
            {faults.rest} Nothing that you typed is lost.
          </Note>
        )}
        <div className="dlg__foot">
          <Button onClick={onClose} disabled={sending}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={sending}>
            {sending ? 'Confirming' : texts.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
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
        <p>
          {car.author}, {car.location}
        </p>
        <p className="num">
          Posted <span className="stamp">{car.time}</span>
        </p>
      </div>
    </div>
  );
}
