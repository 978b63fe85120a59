import type { Reservation } from '@carhouse/contract/reservations';
import { Clock, LockKeyhole } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { reservationMessages } from '#messages/reservations';
import { Badge } from '../../ui/badge.tsx';
import { money } from '../../ui/format.ts';
import { deadline } from '../../ui/format-deadline.ts';
import { leftUntil } from './reservation-times.ts';
import { StandsPanel } from './stands-panel.tsx';

const t = reservationMessages;

type HeldForBuyerProps = { readonly reservation: Reservation; readonly now: number; readonly children: ReactNode };

/** The first panel of the buyer who holds the car: until when. */
export function HeldForBuyer({ reservation, now, children }: HeldForBuyerProps): ReactElement {
  const endTime = reservation.endsAt ?? '';
  return (
    <StandsPanel
      badge={
        <Badge kind="ok" icon={LockKeyhole}>
          {t.holder.badge}
        </Badge>
      }
      say={t.holder.say(deadline(endTime), leftUntil(endTime, now))}
    >
      {children}
    </StandsPanel>
  );
}

type DepositUnpaidProps = { readonly reservation: Reservation; readonly children: ReactNode };

/** The first panel of a buyer who has begun a reservation and has not paid its deposit. */
export function DepositUnpaid({ reservation, children }: DepositUnpaidProps): ReactElement {
  return (
    <StandsPanel
      badge={
        <Badge kind="wait" icon={Clock}>
          {t.started.badge}
        </Badge>
      }
      say={t.started.say(money(reservation.deposit))}
    >
      {children}
    </StandsPanel>
  );
}
