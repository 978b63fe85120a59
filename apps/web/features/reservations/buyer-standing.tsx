import type { Reservation } from '@carhouse/contract/reservations';
import { Clock, LockKeyhole } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { reservationMessages } from '#messages/reservations';
import { Badge } from '../../ui/badge.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { describeTimeLeft } from './reservation-times.ts';
import { ReservationStatePanel } from './stands-panel.tsx';

const t = reservationMessages;

type HeldForBuyerProps = { readonly reservation: Reservation; readonly now: number; readonly children: ReactNode };

/** The first panel of the buyer who holds the car, which says until when they hold it. */
export function HeldForBuyer({ reservation, now, children }: HeldForBuyerProps): ReactElement {
  const endTime = reservation.endsAt ?? '';
  return (
    <ReservationStatePanel
      badge={
        <Badge kind="ok" icon={LockKeyhole}>
          {t.holder.badge}
        </Badge>
      }
      statusText={t.holder.say(formatDeadline(endTime), describeTimeLeft(endTime, now))}
    >
      {children}
    </ReservationStatePanel>
  );
}

type DepositUnpaidProps = { readonly reservation: Reservation; readonly children: ReactNode };

/** The first panel of a buyer who has begun a reservation and has not paid its deposit. */
export function DepositUnpaid({ reservation, children }: DepositUnpaidProps): ReactElement {
  return (
    <ReservationStatePanel
      badge={
        <Badge kind="wait" icon={Clock}>
          {t.started.badge}
        </Badge>
      }
      statusText={t.started.say(formatMoney(reservation.deposit))}
    >
      {children}
    </ReservationStatePanel>
  );
}
