import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useClient } from '../../app/api.ts';
import { useTakesPayments } from '../../app/business-mode.ts';
import { useSession } from '../../app/session.ts';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCarName } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { carQuery } from '../listings/detail/car-queries.ts';
import { EndedPanel } from './ended-panel.tsx';
import { JoinQueuePanel, NoReservationPanel, UnreservedCarPanels } from './free-panels.tsx';
import { DepositDuePanels, HolderPanels } from './holder-panels.tsx';
import { QueuePanels, TurnPanels } from './queue-panels.tsx';
import styles from './reservation.module.css';
import { ReservationCar } from './reservation-car.tsx';
import { reservationQuery } from './reservation-queries.ts';
import type { ReservationView } from './reservation-view.ts';
import { SellerPanels } from './seller-panels.tsx';
import { useNow } from './use-now.ts';

/** Milliseconds between two refreshes of the page, because other buyers may join the queue or end their reservations. */
const refreshMs = 30_000;

type ReservationPageProps = {
  readonly id: string;
  /** The time of the server when it rendered the page, as ISO text. */
  readonly renderedAt: string;
};

/**
 * The page of the reservation of a car: the terms of a reservation, the reservation itself, and the queue for the car.
 */
export function ReservationPage({ id, renderedAt }: ReservationPageProps): ReactElement | null {
  const user = useSession();
  const client = useClient();
  const { data: car } = useQuery(carQuery(client, id, user?.email));
  const standingQuery = useQuery({ ...reservationQuery(client, id, user?.email), refetchInterval: refreshMs });
  const now = useNow(Date.parse(renderedAt));
  // The loader waits for the car, so the page is never rendered without it.
  if (car === undefined) return null;
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Link className={styles.back} to="/cars/$id" params={{ id }}>
          <Icon of={ArrowLeft} />
          {formatCarName(car.category, car.title)}
        </Link>
        <div className={styles.page}>
          <ReservationCar car={car} />
          <div className={styles.side}>
            {standingQuery.data === undefined ? (
              <NotLoaded query={standingQuery} errorTitle={reservationMessages.failed} />
            ) : (
              <ReaderPanels car={car} standing={standingQuery.data} now={now} />
            )}
          </div>
        </div>
      </div>
    </main>
  );
}

/** The panels for the reader: first their own reservation or place in the queue, then what they can do. */
function ReaderPanels(view: ReservationView): ReactElement {
  const takesPayments = useTakesPayments();
  const { reservation, myPlace } = view.standing;
  if (reservation?.as === 'buyer') {
    if (reservation.state === 'active') return <HolderPanels {...view} reservation={reservation} />;
    if (takesPayments && reservation.state === 'started' && (myPlace?.turnUntil != null || !isReservedByOther(view))) {
      return <DepositDuePanels {...view} reservation={reservation} />;
    }
    if (reservation.state === 'bought') return <EndedPanel reservation={reservation} />;
  }
  const hasEnded = reservation?.as === 'buyer' && reservation.state === 'ended';
  return (
    <>
      {hasEnded ? <EndedPanel reservation={reservation} /> : null}
      <OfferPanels {...view} isBelowEndedPanel={hasEnded} />
    </>
  );
}

/** Whether another buyer has reserved the car or has the turn. */
function isReservedByOther({ standing: { reservedUntil, turnUntil } }: ReservationView): boolean {
  return reservedUntil !== null || turnUntil !== null;
}

function OfferPanels({
  isBelowEndedPanel,
  ...view
}: ReservationView & { isBelowEndedPanel: boolean }): ReactElement | null {
  const takesPayments = useTakesPayments();
  const { reservation, myPlace, offer, actions } = view.standing;
  if (actions.includes('set-terms') || (reservation !== null && reservation.as !== 'buyer')) {
    return <SellerPanels {...view} />;
  }
  if (myPlace !== null) {
    return myPlace.turnUntil === null ? (
      <QueuePanels {...view} place={myPlace} />
    ) : (
      <TurnPanels {...view} place={myPlace} turnUntil={myPlace.turnUntil} />
    );
  }
  if (isReservedByOther(view))
    return takesPayments ? <JoinQueuePanel {...view} /> : <NoReservationPanel car={view.car} />;
  if (offer !== null) return <UnreservedCarPanels {...view} reservationOffer={offer} />;
  return isBelowEndedPanel ? null : <NoReservationPanel car={view.car} />;
}
