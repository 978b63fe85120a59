import type { Reservation } from '@carhouse/contract/reservations';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useTakesPayments } from '../../app/business-mode.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { DepositUnpaid, HeldForBuyer } from './buyer-standing.tsx';
import { EndedPanel } from './ended-panel.tsx';
import styles from './reservation.module.css';
import { HeldPanel } from './seller-panels.tsx';
import { useNow } from './use-now.ts';

const t = reservationMessages;

type OrderReservationProps = {
  readonly reservation: Reservation;
  /** The time of the server when it rendered the page, as ISO text. */
  readonly renderedAt: string;
};

/** The state of the reservation of an order: who holds the car and until when, or how the reservation has ended. */
export function OrderReservation({ reservation, renderedAt }: OrderReservationProps): ReactElement | null {
  const now = useNow(Date.parse(renderedAt));
  const takesPayments = useTakesPayments();
  const { as, state, listingId } = reservation;
  if (state === 'active') {
    if (as !== 'buyer') return <HeldPanel reservation={reservation} now={now} />;
    return (
      <HeldForBuyer reservation={reservation} now={now}>
        <ReservationLink listingId={listingId} />
      </HeldForBuyer>
    );
  }
  if (state === 'ended') return <EndedPanel reservation={reservation} hasOrderLink={false} />;
  if (state !== 'started' || as !== 'buyer' || !takesPayments) return null;
  return (
    <DepositUnpaid reservation={reservation}>
      <ReservationLink listingId={listingId} />
    </DepositUnpaid>
  );
}

function ReservationLink({ listingId }: { readonly listingId: string }): ReactElement {
  return (
    <div className={styles.actions}>
      <Link to="/cars/$id/reservation" params={{ id: listingId }} className={makeButtonClass({ isLarge: true })}>
        {t.payment.toReservation}
      </Link>
    </div>
  );
}
