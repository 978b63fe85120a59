import type { Reservation } from '@carhouse/contract/reservations';
import type { ReservationOutcome } from '@carhouse/domain/reservation/reservation-rule';
import { Link } from '@tanstack/react-router';
import { Ban, Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { Badge } from '../../ui/badge.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { FactLines } from '../../ui/fact-lines.tsx';
import { formatMoney, formatMoneyWithCents } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import styles from './reservation.module.css';
import { ReservationStatePanel } from './stands-panel.tsx';

const t = reservationMessages;

type EndedPanelProps = { readonly reservation: Reservation; readonly hasOrderLink?: boolean };

/**
 * The panel of a reservation that is over: the buyer has bought the car, or the reservation has ended with a refund and
 * a reason.
 */
export function EndedPanel({ reservation, hasOrderLink = true }: EndedPanelProps): ReactElement | null {
  const { ended, as, deposit } = reservation;
  const isBuyer = as === 'buyer';
  if (reservation.state === 'bought') {
    return (
      <ReservationStatePanel
        badge={
          <Badge kind="ok" icon={Check}>
            {t.bought.badge}
          </Badge>
        }
        statusText={isBuyer ? t.bought.say : t.bought.sayOther}
      >
        <p className={`${styles.text} num`}>{t.bought.text(formatMoney(deposit))}</p>
        <OrderLink bookingId={reservation.bookingId} />
      </ReservationStatePanel>
    );
  }
  if (ended === null) return null;
  const { lines } = t.ended;
  return (
    <ReservationStatePanel
      badge={
        <Badge kind="line" icon={Ban}>
          {t.ended.badge}
        </Badge>
      }
      statusText={(isBuyer ? t.ended.say : t.ended.sayOther)[ended.as]}
    >
      <p className={`${styles.text} num`}>
        {ended.condition === null ? null : `${t.conditions[ended.condition].was} `}
        {hasTypedReason(ended.as) ? t.ended.reason(formatDeadline(ended.at), ended.reason) : formatDeadline(ended.at)}
      </p>
      <div className={styles.note}>
        <FactLines
          lines={[
            { name: lines.deposit, value: formatMoneyWithCents(deposit) },
            ...(ended.forfeit === 0
              ? []
              : [
                  {
                    name: isBuyer || as === 'admin' ? lines.forSeller : lines.forYou,
                    value: formatMoneyWithCents(ended.forfeit),
                  },
                ]),
            {
              name: isBuyer ? lines.backToYou : lines.backToBuyer,
              detail: ended.refundState === null ? undefined : t.ended.refund[ended.refundState],
              value: formatMoneyWithCents(ended.refund),
              isSum: true,
            },
          ]}
        />
      </div>
      {hasOrderLink ? <OrderLink bookingId={reservation.bookingId} /> : null}
    </ReservationStatePanel>
  );
}

/** Whether the buyer or the seller has typed a reason for the end, which the other party should read. */
function hasTypedReason(reservationEnd: ReservationOutcome): boolean {
  return reservationEnd === 'seller-withdrew' || reservationEnd === 'admin-ended';
}

function OrderLink({ bookingId }: { readonly bookingId: string }): ReactElement {
  return (
    <div className={styles.actions}>
      <Link to="/orders/$id" params={{ id: bookingId }} className={makeButtonClass({ isLarge: true })}>
        {t.bought.order}
      </Link>
    </div>
  );
}
