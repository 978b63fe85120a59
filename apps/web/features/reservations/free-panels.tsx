import type { User } from '@carhouse/contract/accounts';
import { joinQueue, type ReservationOffer } from '@carhouse/contract/reservations';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useTakesPayments } from '../../app/business-mode.ts';
import { useSession } from '../../app/session.ts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { ConfirmAgain } from '../auth/confirm-again.tsx';
import { Panel } from '../dashboard/panel.tsx';
import { RefundLines } from './refund-lines.tsx';
import styles from './reservation.module.css';
import { addDays, findReservationPauseEnd } from './reservation-times.ts';
import type { ReservationView } from './reservation-view.ts';
import { ReserveDialog } from './reserve-dialog.tsx';
import { ReservationStatePanel } from './stands-panel.tsx';
import { useReservationAction } from './use-reservation-action.ts';

const t = reservationMessages;

/**
 * The panels of a car that nobody has reserved: what a reservation costs, and when which part of the deposit is
 * refunded.
 */
export function UnreservedCarPanels({
  reservationOffer,
  ...view
}: ReservationView & { readonly reservationOffer: ReservationOffer }): ReactElement {
  return (
    <>
      <ReservationStatePanel statusText={t.free.say}>
        <p className={`${styles.text} num`}>
          {t.free.text(formatMoney(reservationOffer.deposit), reservationOffer.days)}
        </p>
        <ReserveActions {...view} reservationOffer={reservationOffer} />
      </ReservationStatePanel>
      <Panel title={t.refunds.title}>
        <RefundLines {...reservationOffer} fullRefundUntil={addDays(view.now, reservationOffer.freeDays)} />
        <p className={`hint ${styles.hint}`}>{t.refunds.fromPayment}</p>
      </Panel>
    </>
  );
}

type ReserveActionsProps = ReservationView & {
  readonly reservationOffer: ReservationOffer;
  /** Further buttons after the buttons of this component. */
  readonly children?: ReactNode;
};

/** The button that opens the dialog of a reservation, and the button that books a viewing without a reservation. */
export function ReserveActions({ reservationOffer, children, ...view }: ReserveActionsProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const user = useSession();
  const { car, standing, now } = view;
  const pauseEnd = findReservationPauseEnd(standing.reservation, now);
  const mayReserve = standing.actions.includes('start') && pauseEnd === null;
  const reserveButtonText = t.button.reserve(formatMoney(reservationOffer.deposit));
  return (
    <>
      <div className={styles.actions}>
        {!mayReserve ? null : user === null ? (
          <Link
            to="/login"
            search={{ from: `/cars/${car._id}/reservation` }}
            className={makeButtonClass({ kind: 'primary', isLarge: true })}
          >
            {reserveButtonText}
          </Link>
        ) : (
          <Button kind="primary" isLarge aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {reserveButtonText}
          </Button>
        )}
        {mayReserve && car.viewer?.bookingId == null ? (
          <Link
            to="/cars/$id"
            params={{ id: car._id }}
            search={{ want: 'book' }}
            className={makeButtonClass({ isLarge: true })}
          >
            {texts.bookNow}
          </Link>
        ) : null}
        {children}
      </div>
      {user === null ? <p className={`hint ${styles.hint}`}>{t.free.signIn}</p> : null}
      {user === null || mayReserve ? null : (
        <UnavailableReason role={user.role} pauseEnd={pauseEnd} limitedUntil={standing.limitedUntil} />
      )}
      {isOpen && user !== null ? (
        <ReserveDialog {...view} offer={reservationOffer} user={user} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

type WhyUnavailableProps = {
  readonly role: User['role'];
  /** The time until which the buyer cannot reserve the car again; null when they can reserve now. */
  readonly pauseEnd: string | null;
  /**
   * The time until which the buyer cannot reserve the car because of earlier reservations; null when they can reserve
   * it.
   */
  readonly limitedUntil: string | null;
};

/** Says why a signed-in user can neither reserve the car nor join its queue. */
function UnavailableReason({ role, pauseEnd, limitedUntil }: WhyUnavailableProps): ReactElement | null {
  if (role === 'Buyer' && pauseEnd === null && limitedUntil === null) return null;
  return (
    <p className={`hint num ${styles.hint}`}>
      {limitedUntil !== null
        ? t.free.limited(formatDeadline(limitedUntil))
        : pauseEnd === null
          ? t.free.buyersOnly
          : t.free.again(formatDeadline(pauseEnd))}
    </p>
  );
}

/** The panel of a car that another buyer has reserved, or that is kept for a buyer in the queue: how to join the queue. */
export function JoinQueuePanel({ car, standing, now }: ReservationView): ReactElement {
  const user = useSession();
  const { reservedUntil, turnUntil, queueLength, actions } = standing;
  const joinQueueMutation = useReservationAction((client) => client(joinQueue, { params: { id: car._id } }), {
    makeToastText: () => t.join.done,
    close: () => {},
  });
  const pauseEnd = findReservationPauseEnd(standing.reservation, now);
  const mayJoinQueue = actions.includes('join') && pauseEnd === null;
  return (
    <ReservationStatePanel
      statusText={
        reservedUntil === null
          ? t.join.sayTurn(turnUntil === null ? '' : formatDeadline(turnUntil))
          : t.join.say(formatDeadline(reservedUntil))
      }
    >
      <p className={`${styles.text} num`}>
        {reservedUntil === null ? t.join.textTurn : t.join.text}{' '}
        {queueLength === 0 ? t.join.empty : t.join.count(queueLength)} {mayJoinQueue ? t.join.costs : null}
      </p>
      <div className={styles.actions}>
        {!mayJoinQueue ? null : user === null ? (
          <Link
            to="/login"
            search={{ from: `/cars/${car._id}/reservation` }}
            className={makeButtonClass({ kind: 'primary', isLarge: true })}
          >
            {t.join.action}
          </Link>
        ) : (
          <Button
            kind="primary"
            isLarge
            isBusy={joinQueueMutation.isPending}
            onClick={() => joinQueueMutation.mutate()}
          >
            {t.join.action}
          </Button>
        )}
        <SimilarCarsLink car={car} isLarge />
      </div>
      <Failure
        of={joinQueueMutation.error}
        textAfterError={<ConfirmAgain refusal={joinQueueMutation.error} />}
        className={styles.note}
      />
      {user === null || mayJoinQueue ? null : (
        <UnavailableReason role={user.role} pauseEnd={pauseEnd} limitedUntil={standing.limitedUntil} />
      )}
    </ReservationStatePanel>
  );
}

/** The panel of a car that is sold, or whose seller offers no reservation. */
export function NoReservationPanel({ car }: Pick<ReservationView, 'car'>): ReactElement {
  const isSold = car.status === 'sold';
  const takesPayments = useTakesPayments();
  return (
    <ReservationStatePanel statusText={isSold ? t.none.saySold : t.none.say}>
      {isSold ? null : <p className={styles.text}>{takesPayments ? t.none.text : t.none.textDirect}</p>}
      <div className={styles.actions}>
        <Link to="/cars/$id" params={{ id: car._id }} className={makeButtonClass({ kind: 'primary', isLarge: true })}>
          {t.none.toCar}
        </Link>
        <SimilarCarsLink car={car} isLarge />
      </div>
    </ReservationStatePanel>
  );
}

/** A link to similar cars. */
export function SimilarCarsLink({
  car,
  isLarge = false,
}: Pick<ReservationView, 'car'> & { isLarge?: boolean }): ReactElement {
  return (
    <Link to="/cars" search={{ brand: [car.category] }} className={makeButtonClass({ isLarge })}>
      {t.similar}
    </Link>
  );
}
