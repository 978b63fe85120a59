import type { OrderPage } from '@carhouse/contract/orders';
import type { Reservation } from '@carhouse/contract/reservations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, LockKeyhole } from 'lucide-react';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useClient } from '../../app/api.ts';
import { useTakesPayments } from '../../app/business-mode.ts';
import { useHydrated } from '../../app/hydration.ts';
import { useSession } from '../../app/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { money } from '../../ui/format.ts';
import { deadline } from '../../ui/format-deadline.ts';
import styles from './reservation.module.css';
import { reservationQuery } from './reservation-queries.ts';
import { leftUntil } from './reservation-times.ts';
import { HeldPanel } from './seller-panels.tsx';
import { StandsPanel } from './stands-panel.tsx';
import { useNow } from './use-now.ts';

const t = reservationMessages;

/** Reads the reservation of an open order in the browser, for its buyer, its seller or an admin. */
export function useOrderReservation({ _id, productId, status, carShown }: OrderPage): {
  readonly reservation: Reservation | undefined;
  /** Whether it is not known yet if the order has a reservation. */
  readonly isLoading: boolean;
} {
  const user = useSession();
  const isHydrated = useHydrated();
  const mayHave = useTakesPayments() && status === 'unpaid' && carShown;
  const standing = useQuery({
    ...reservationQuery(useClient(), productId, user?.email),
    enabled: mayHave && isHydrated,
  });
  const reservation = standing.data?.reservation;
  return {
    reservation: reservation?.bookingId === _id ? reservation : undefined,
    isLoading: mayHave && standing.isPending && !standing.isError,
  };
}

/** How the reservation of an order stands: for the seller who holds the car, for the buyer until when they hold it. */
export function OrderReservation({ reservation }: { readonly reservation: Reservation }): ReactElement | null {
  const now = useNow(Date.now());
  const { as, state, endsAt, listingId, deposit } = reservation;
  if (state === 'active') {
    if (as !== 'buyer') return <HeldPanel reservation={reservation} now={now} />;
    const end = endsAt ?? '';
    return (
      <StandsPanel
        badge={
          <Badge kind="ok" icon={LockKeyhole}>
            {t.holder.badge}
          </Badge>
        }
        say={t.holder.say(deadline(end), leftUntil(end, now))}
      >
        <ReservationLink listingId={listingId} />
      </StandsPanel>
    );
  }
  if (state !== 'started' || as !== 'buyer') return null;
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
