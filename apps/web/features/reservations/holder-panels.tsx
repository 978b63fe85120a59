import { giveUpReservation, type Reservation, type ReservationOffer } from '@carhouse/contract/reservations';
import { freeDays } from '@carhouse/domain/reservation/reservation-rule';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useTakesPayments } from '../../app/business-mode.ts';
import { useSession } from '../../app/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { Panel } from '../dashboard/panel.tsx';
import { DepositUnpaid, HeldForBuyer } from './buyer-standing.tsx';
import { ReservationConditionsPanel } from './condition-panel.tsx';
import { computePartialRefund, RefundLines } from './refund-lines.tsx';
import { RefundRuler } from './refund-ruler.tsx';
import styles from './reservation.module.css';
import { addDays } from './reservation-times.ts';
import type { ReservationView } from './reservation-view.ts';
import { ReserveDialog } from './reserve-dialog.tsx';
import { useReservationAction } from './use-reservation-action.ts';

const t = reservationMessages;

type HolderProps = ReservationView & { readonly reservation: Reservation };

/**
 * The panels of the buyer who holds the car: the remaining days, the refund if the buyer gives up now, and each
 * condition.
 */
export function HolderPanels({ car, now, reservation }: HolderProps): ReactElement {
  const { deposit, forfeit, paidAt, freeUntil, endsAt, backNow, queueLength, actions } = reservation;
  const endTime = endsAt ?? '';
  const takesPayments = useTakesPayments();
  return (
    <>
      <HeldForBuyer reservation={reservation} now={now}>
        <p className={`${styles.text} num`}>
          {backNow === deposit ? t.holder.backAll(formatMoney(backNow)) : t.holder.backNow(formatMoney(backNow))}{' '}
          {!takesPayments ? null : queueLength === 0 ? t.holder.emptyQueue : t.holder.queue(queueLength)}
        </p>
        {!takesPayments || paidAt === null || freeUntil === null ? null : (
          <RefundRuler
            from={paidAt}
            freeUntil={freeUntil}
            endsAt={endTime}
            now={now}
            deposit={deposit}
            partialRefund={computePartialRefund(deposit, forfeit)}
          />
        )}
        <div className={styles.actions}>
          {actions.includes('pay') ? (
            <PaymentLink reservation={reservation} linkText={t.holder.buy(formatMoney(reservation.rest))} />
          ) : null}
          {actions.includes('give-up') ? <GiveUpReservationButton reservation={reservation} /> : null}
        </div>
        <p className={`hint num ${styles.hint}`}>{takesPayments ? t.holder.hint : t.holder.noPayments}</p>
      </HeldForBuyer>
      <ReservationConditionsPanel reservation={reservation} sellerName={car.seller.name} now={now} />
      <SellerPanel car={car} bookingId={reservation.bookingId} />
    </>
  );
}

/** The panels of a buyer who has begun a reservation and has not paid its deposit. */
export function DepositDuePanels({ reservation, ...view }: HolderProps): ReactElement {
  const { car, now, standing } = view;
  const { deposit, forfeit, actions } = reservation;
  const turnUntil = standing.myPlace?.turnUntil ?? null;
  return (
    <>
      <DepositUnpaid reservation={reservation}>
        <p className={`${styles.text} num`}>
          {turnUntil === null ? t.started.text : t.started.textTurn(formatDeadline(turnUntil))}
        </p>
        <div className={styles.actions}>
          {actions.includes('pay') ? (
            <PaymentLink reservation={reservation} linkText={t.started.pay(formatMoney(deposit))} />
          ) : null}
          {standing.offer === null ? null : <ChangeConditionsButton {...view} offer={standing.offer} />}
        </div>
      </DepositUnpaid>
      <Panel title={t.refunds.title}>
        <RefundLines deposit={deposit} forfeit={forfeit} fullRefundUntil={addDays(now, freeDays)} />
        <p className={`hint ${styles.hint}`}>{t.refunds.fromPayment}</p>
      </Panel>
      <ReservationConditionsPanel reservation={reservation} sellerName={car.seller.name} now={now} />
    </>
  );
}

function PaymentLink({
  reservation,
  linkText,
}: {
  readonly reservation: Reservation;
  readonly linkText: string;
}): ReactElement {
  return (
    <Link
      to="/dashboard/myOrders/$id"
      params={{ id: reservation.bookingId }}
      className={makeButtonClass({ kind: 'primary', isLarge: true })}
    >
      {linkText}
    </Link>
  );
}

/** The button with which a buyer who has not paid yet chooses other conditions. */
function ChangeConditionsButton({
  offer,
  ...view
}: ReservationView & { readonly offer: ReservationOffer }): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const user = useSession();
  if (user === null || !view.standing.actions.includes('start')) return null;
  return (
    <>
      <Button kind="quiet" isLarge aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.started.change}
      </Button>
      {isOpen ? <ReserveDialog {...view} offer={offer} user={user} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/**
 * The button with which the buyer gives up the reservation. Before the reservation is given up, a dialog says how much
 * of the deposit is refunded.
 */
function GiveUpReservationButton({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { bookingId, backNow, forfeitNow } = reservation;
  const giveUpMutation = useReservationAction(
    (client) => client(giveUpReservation, { params: { id: bookingId }, body: { refund: backNow } }),
    { makeToastText: ({ ended }) => t.giveUp.done(formatMoney(ended?.refund ?? 0)), close },
  );
  return (
    <>
      <Button kind="quiet" isLarge aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t.holder.giveUp}
      </Button>
      {isAsking ? (
        <QuestionDialog
          title={t.giveUp.title}
          onClose={close}
          request={giveUpMutation}
          cancelLabel={t.giveUp.keep}
          confirm={t.giveUp.confirm}
          bodyClass={styles.stack}
          onConfirm={() => giveUpMutation.mutate()}
        >
          <p className="num">
            {forfeitNow === 0
              ? t.giveUp.all(formatMoney(backNow))
              : t.giveUp.half(formatMoney(backNow), formatMoney(forfeitNow))}
          </p>
          <p>{t.giveUp.next}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}

function SellerPanel({ car, bookingId }: Pick<ReservationView, 'car'> & { readonly bookingId: string }): ReactElement {
  const { seller } = car;
  return (
    <Panel title={t.seller}>
      <div className={styles.seller}>
        <span className={styles.sellerName}>
          <Avatar name={seller.name} />
          <Link className="link" to="/sellers/$id" params={{ id: seller.publicName }}>
            {seller.name}
          </Link>
          {seller.verified ? <VerifiedBadge label={t.verified} /> : null}
        </span>
        <Link to="/orders/$id" params={{ id: bookingId }} className={makeButtonClass({})}>
          {t.seeOrder}
        </Link>
      </div>
    </Panel>
  );
}
