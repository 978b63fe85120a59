import { type Reservation, withdrawReservation } from '@carhouse/contract/reservations';
import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { ReservationConditionsPanel } from './condition-panel.tsx';
import { DepositDialog } from './deposit-dialog.tsx';
import { EndedPanel } from './ended-panel.tsx';
import styles from './reservation.module.css';
import { describeTimeLeft } from './reservation-times.ts';
import type { ReservationView } from './reservation-view.ts';
import { ReservationStatePanel } from './stands-panel.tsx';
import { useReservationAction } from './use-reservation-action.ts';

const t = reservationMessages.side;

/**
 * The panels for the seller of the car and for admins: the holder of the car, the queue, and the deposit that the seller
 * asks.
 */
export function SellerPanels({ car, standing, now }: ReservationView): ReactElement | null {
  const { reservation, actions, askedDeposit, queueLength } = standing;
  if (reservation !== null && reservation.as !== 'buyer') {
    if (reservation.state !== 'active') return <EndedPanel reservation={reservation} />;
    return (
      <>
        <HeldPanel reservation={reservation} now={now} hasOrderLink />
        <ReservationConditionsPanel reservation={reservation} sellerName={car.seller.name} now={now} />
      </>
    );
  }
  return (
    <ReservationStatePanel statusText={t.noneSay}>
      <p className={`${styles.text} num`}>
        {askedDeposit === null ? t.offText : t.askedText(formatMoney(askedDeposit))}{' '}
        {queueLength === 0 ? null : t.queue(queueLength)}
      </p>
      {actions.includes('set-terms') ? <DepositButton car={car} askedDeposit={askedDeposit} /> : null}
    </ReservationStatePanel>
  );
}

type HeldPanelProps = {
  readonly reservation: Reservation;
  readonly now: number;
  /** Whether the panel links to the order; on the page of the order itself there is no such link. */
  readonly hasOrderLink?: boolean;
};

/** The holder of the car, the end of the hold, and the length of the queue, for the seller and admins. */
export function HeldPanel({ reservation, now, hasOrderLink = false }: HeldPanelProps): ReactElement {
  const { buyerName, endsAt, freeUntil, deposit, forfeit, queueLength, actions, bookingId, listingId } = reservation;
  const endTime = endsAt ?? '';
  const takesPayments = useTakesPayments();
  const receiverText = t.goes[reservation.as === 'admin' ? 'admin' : 'seller'];
  const isDepositFullyRefundable = freeUntil !== null && now < Date.parse(freeUntil);
  return (
    <ReservationStatePanel
      badge={
        <Badge kind="ok" icon={LockKeyhole}>
          {t.badge}
        </Badge>
      }
      statusText={t.say(buyerName, formatDeadline(endTime), describeTimeLeft(endTime, now))}
    >
      <p className={`${styles.text} num`}>
        {!takesPayments
          ? t.termsNoPayments(formatMoney(deposit))
          : isDepositFullyRefundable
            ? t.termsFree(formatMoney(deposit), formatDeadline(freeUntil), formatMoney(forfeit), receiverText)
            : t.terms(formatMoney(deposit), formatMoney(forfeit), receiverText)}{' '}
        {!takesPayments ? null : queueLength === 0 ? t.emptyQueue : t.queue(queueLength)}
      </p>
      <div className={styles.actions}>
        {hasOrderLink ? (
          <Link to="/orders/$id" params={{ id: bookingId }} className={makeButtonClass({ isLarge: true })}>
            {t.order}
          </Link>
        ) : (
          <Link to="/cars/$id/reservation" params={{ id: listingId }} className={makeButtonClass({ isLarge: true })}>
            {t.page}
          </Link>
        )}
        {actions.includes('withdraw') ? <WithdrawReservation reservation={reservation} /> : null}
      </div>
    </ReservationStatePanel>
  );
}

/** The button with which the seller ends the reservation, with a reason that the buyer reads. */
function WithdrawReservation({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const withdrawalTexts = reservationMessages.withdraw;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { bookingId, buyerName, deposit } = reservation;
  const withdrawMutation = useReservationAction<Reservation, string>(
    (client, reason) => client(withdrawReservation, { params: { id: bookingId }, body: { reason } }),
    { makeToastText: () => withdrawalTexts.done, close },
  );
  return (
    <>
      <Button kind="quiet" isLarge aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t.withdraw}
      </Button>
      {isAsking ? (
        <ReasonDialog
          title={withdrawalTexts.title}
          onClose={close}
          request={withdrawMutation}
          cancelLabel={withdrawalTexts.keep}
          confirm={withdrawalTexts.confirm}
          bodyClass={styles.stack}
          minLength={3}
          messages={{
            reason: withdrawalTexts.reason,
            reasonHint: withdrawalTexts.reasonHint(buyerName),
            reasonRequired: withdrawalTexts.reasonRequired,
          }}
          onReason={(reason) => withdrawMutation.mutate(reason)}
        >
          <p className="num">{withdrawalTexts.text(buyerName, formatMoney(deposit))}</p>
        </ReasonDialog>
      ) : null}
    </>
  );
}

function DepositButton({
  car,
  askedDeposit,
}: Pick<ReservationView, 'car'> & { readonly askedDeposit: number | null }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.actions}>
      <Button kind="primary" isLarge aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {askedDeposit === null ? reservationMessages.deposit.offer : reservationMessages.deposit.change}
      </Button>
      {isOpen ? <DepositDialog car={car} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
