import { leaveQueue, type QueuePlace } from '@carhouse/contract/reservations';
import { turnHours } from '@carhouse/domain/reservation/reservation-rule';
import { useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { reservationMessages } from '#messages/reservations';
import { useSession } from '../../app/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { FactLines } from '../../ui/fact-lines.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { Panel } from '../dashboard/panel.tsx';
import { ReservationClock } from '../payments/reservation-clock.tsx';
import { ReserveActions, SimilarCarsLink } from './free-panels.tsx';
import { QueueFigure } from './queue-figure.tsx';
import { RefundLines } from './refund-lines.tsx';
import styles from './reservation.module.css';
import { refreshReservation } from './reservation-queries.ts';
import { addDays } from './reservation-times.ts';
import type { ReservationView } from './reservation-view.ts';
import { ReservationStatePanel } from './stands-panel.tsx';
import { useReservationAction } from './use-reservation-action.ts';

const t = reservationMessages.queue;

type QueueProps = ReservationView & { readonly place: QueuePlace };

/** The panels of a buyer who waits in the queue: their place, what waiting costs, and how to leave. */
export function QueuePanels({ car, standing, place }: QueueProps): ReactElement {
  const { offer, reservedUntil, turnUntil, queueLength } = standing;
  const buyersAheadCount = reservedUntil === null ? place.place - 2 : place.place - 1;
  const endTime = reservedUntil ?? turnUntil;
  return (
    <>
      <ReservationStatePanel statusText={t.say(reservationMessages.place(place.place))}>
        <QueueFigure place={place.place} length={queueLength} isHeld={reservedUntil !== null} />
        <p className={`${styles.note} ${styles.text} num`}>
          {endTime === null
            ? null
            : reservedUntil === null
              ? t.heldTurn(formatDeadline(endTime))
              : t.held(formatDeadline(endTime))}{' '}
          {buyersAheadCount > 0 ? t.nextLater(buyersAheadCount) : t.next}
        </p>
      </ReservationStatePanel>
      <Panel title={t.costs.title}>
        <FactLines
          lines={[
            { name: t.costs.now, detail: t.costs.nowDetail, value: t.costs.zero },
            {
              name: t.costs.turn,
              detail: t.costs.turnDetail,
              value: offer === null ? t.deposit : formatMoney(offer.deposit),
            },
            { name: t.costs.nothing, detail: t.costs.nothingDetail, value: t.costs.zero },
          ]}
        />
      </Panel>
      <Panel title={t.mail.title}>
        <MailNotice />
        <div className={styles.actions}>
          <LeaveQueueButton listingId={car._id} hasTurn={false} />
          <SimilarCarsLink car={car} />
        </div>
      </Panel>
    </>
  );
}

/** The panels of a buyer whose turn it is: the time that is left, and the button to reserve. */
export function TurnPanels({ turnUntil, ...view }: QueueProps & { readonly turnUntil: string }): ReactElement {
  const { car, standing, now } = view;
  const { offer } = standing;
  const queryClient = useQueryClient();
  return (
    <>
      <ReservationStatePanel
        badge={
          <Badge kind="ok" icon={Hourglass}>
            {reservationMessages.turn.badge}
          </Badge>
        }
        statusText={reservationMessages.turn.say(formatDeadline(turnUntil))}
      >
        <p className={`${styles.text} num`}>{reservationMessages.turn.text}</p>
        <ReservationClock
          endsAt={turnUntil}
          tickCount={turnHours}
          unit="hour"
          label={reservationMessages.turn.label}
          onEnd={() => void refreshReservation(queryClient)}
        />
        {offer === null ? (
          <div className={styles.actions}>
            <LeaveQueueButton listingId={car._id} hasTurn />
          </div>
        ) : (
          <ReserveActions {...view} reservationOffer={offer}>
            <LeaveQueueButton listingId={car._id} hasTurn />
          </ReserveActions>
        )}
      </ReservationStatePanel>
      {offer === null ? null : (
        <Panel title={reservationMessages.refunds.title}>
          <RefundLines {...offer} fullRefundUntil={addDays(now, offer.freeDays)} />
          <p className={`hint ${styles.hint}`}>{reservationMessages.refunds.fromPayment}</p>
        </Panel>
      )}
    </>
  );
}

function MailNotice(): ReactElement | null {
  const user = useSession();
  return user === null ? null : (
    <p>
      {t.mail.text} <EmailAddress email={user.email} />
    </p>
  );
}

/**
 * The button with which a buyer leaves the queue. A dialog asks for confirmation first, because the buyer loses their
 * place in the queue.
 */
function LeaveQueueButton({
  listingId,
  hasTurn,
}: {
  readonly listingId: string;
  readonly hasTurn: boolean;
}): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const leaveMutation = useReservationAction((client) => client(leaveQueue, { params: { id: listingId } }), {
    makeToastText: () => t.left,
    close,
  });
  return (
    <>
      <Button className="btn--dangerquiet" isLarge={hasTurn} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t.leave}
      </Button>
      {isAsking ? (
        <QuestionDialog
          title={t.leaveTitle}
          onClose={close}
          request={leaveMutation}
          cancelLabel={t.keep}
          confirm={t.leave}
          onConfirm={() => leaveMutation.mutate()}
        >
          <p>{hasTurn ? t.leaveTurn : t.leaveText}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}
