import type { ReservationOfListing } from '@carhouse/contract/reservations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, LockKeyhole } from 'lucide-react';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useClient } from '../../app/api.ts';
import { useTakesPayments } from '../../app/business-mode.ts';
import { useSession } from '../../app/session.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { reservationQuery } from './reservation-queries.ts';

const t = reservationMessages;

/**
 * Reads the reservation for the page of a car; undefined where buyers pay sellers directly, and until the data has
 * loaded.
 */
export function useReservationOfListing(listingId: string): ReservationOfListing | undefined {
  const takesPayments = useTakesPayments();
  const user = useSession();
  return useQuery({ ...reservationQuery(useClient(), listingId, user?.email), enabled: takesPayments }).data;
}

/**
 * The button on the page of a car that leads to the page of its reservation. Renders nothing when the car cannot be
 * reserved.
 */
export function ReserveLink({
  standing,
}: {
  readonly standing: ReservationOfListing | undefined;
}): ReactElement | null {
  const noteText = standing === undefined ? null : makeNoteText(standing);
  if (standing === undefined || noteText === null) return null;
  return (
    <Link
      to="/cars/$id/reservation"
      params={{ id: standing.listingId }}
      className={makeButtonClass({ isLarge: true, isBlock: true, className: 'num' })}
    >
      {noteText}
    </Link>
  );
}

function makeNoteText({
  reservation,
  myPlace,
  offer,
  reservedUntil,
  turnUntil,
  actions,
}: ReservationOfListing): string | null {
  const { button } = t;
  if (reservation !== null && (reservation.state === 'active' || reservation.state === 'started')) {
    return reservation.as === 'buyer' ? button.yours : button.held;
  }
  if (myPlace !== null) return myPlace.turnUntil === null ? button.place(t.place(myPlace.place)) : button.turn;
  if (reservedUntil !== null || turnUntil !== null) return actions.includes('join') ? button.join : button.held;
  if (offer === null) return null;
  return actions.includes('start') ? button.reserve(formatMoney(offer.deposit)) : null;
}

/**
 * A note on the page of a car that is reserved, or kept for a buyer in the queue. Renders nothing for a car that is not
 * reserved or kept for a buyer.
 */
export function ReservedNote({
  standing,
}: {
  readonly standing: ReservationOfListing | undefined;
}): ReactElement | null {
  if (standing === undefined) return null;
  const { reservation, reservedUntil, turnUntil, myPlace } = standing;
  if (reservedUntil !== null) {
    const isOwn = reservation?.as === 'buyer' && reservation.state === 'active';
    return isOwn ? (
      <Callout icon={LockKeyhole} kind="ok" className="num">
        {t.reservedNoteYours(formatDeadline(reservedUntil))}
      </Callout>
    ) : (
      <Callout icon={Clock} kind="wait" className="num">
        {reservation === null
          ? t.reservedNote(formatDeadline(reservedUntil))
          : t.reservedNoteSeller(formatDeadline(reservedUntil))}
      </Callout>
    );
  }
  if (turnUntil === null || myPlace?.turnUntil != null) return null;
  return (
    <Callout icon={Clock} kind="wait" className="num">
      {t.turnNote(formatDeadline(turnUntil))}
    </Callout>
  );
}
