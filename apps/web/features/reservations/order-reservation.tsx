import type { Reservation } from '@carhouse/contract/reservations';
import { Link } from '@tanstack/react-router';
import { Clock, LockKeyhole } from 'lucide-react';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { money } from '../../ui/format.ts';
import { deadline } from '../../ui/format-deadline.ts';
import { EndedPanel } from './ended-panel.tsx';
import styles from './reservation.module.css';
import { leftUntil } from './reservation-times.ts';
import { HeldPanel } from './seller-panels.tsx';
import { StandsPanel } from './stands-panel.tsx';
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
  const { as, state, endsAt, listingId, deposit } = reservation;
  if (state === 'active') {
    if (as !== 'buyer') return <HeldPanel reservation={reservation} now={now} />;
    const endTime = endsAt ?? '';
    return (
      <StandsPanel
        badge={
          <Badge kind="ok" icon={LockKeyhole}>
            {t.holder.badge}
          </Badge>
        }
        say={t.holder.say(deadline(endTime), leftUntil(endTime, now))}
      >
        <ReservationLink listingId={listingId} />
      </StandsPanel>
    );
  }
  if (state === 'ended') return <EndedPanel reservation={reservation} linksToOrder={false} />;
  if (state !== 'started' || as !== 'buyer' || !takesPayments) return null;
  return (
    <StandsPanel
      badge={
        <Badge kind="wait" icon={Clock}>
          {t.started.badge}
        </Badge>
      }
      say={t.started.say(money(deposit))}
    >
      <ReservationLink listingId={listingId} />
    </StandsPanel>
  );
}

function ReservationLink({ listingId }: { readonly listingId: string }): ReactElement {
  return (
    <div className={styles.actions}>
      <Link to="/cars/$id/reservation" params={{ id: listingId }} className={buttonClass({ large: true })}>
        {t.payment.toReservation}
      </Link>
    </div>
  );
}
