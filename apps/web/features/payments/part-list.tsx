import type { PaymentPlan, PricePart } from '@carhouse/contract/payment-plans';
import type { Reservation } from '@carhouse/contract/reservations';
import { centsFromDollars } from '@carhouse/domain/money/money';
import { checkPaynowFit } from '@carhouse/domain/payment/payment-method';
import { reservationDays } from '@carhouse/domain/payment/payment-plan';
import { Link } from '@tanstack/react-router';
import { Check, SlidersHorizontal } from 'lucide-react';
import type { ReactElement } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { planMessages } from '#messages/payment-plan';
import { reservationMessages } from '#messages/reservations';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { Icon } from '../../ui/icon.tsx';
import { RuleSentences } from '../reservations/rule-sentences.tsx';
import { PartBar } from './part-bar.tsx';
import pageStyles from './payment-page.module.css';
import styles from './payment-parts.module.css';
import { computeRemainingPrice, findNextPart, sumPaidParts } from './price-parts.ts';
import { ReservationClock } from './reservation-clock.tsx';

type PartListProps = {
  readonly orderId: string;
  readonly paymentPlan: PaymentPlan;
  /** The reservation whose deposit is the first part; undefined when the plan has no reservation. */
  readonly reservation: Reservation | undefined;
  /** The number of the part that was last paid on this page; undefined when no part was paid here. */
  readonly lastPaidPartNumber: number | undefined;
  readonly onPay: () => void;
  readonly onChange: () => void;
  /** Called when the reservation of the car ends while the page is open. */
  readonly onEnd: () => void;
};

/**
 * The parts of a price: the paid amount, the remaining amount with its deadline, and the button that pays the next
 * part.
 */
export function PartList({
  orderId,
  paymentPlan,
  reservation,
  lastPaidPartNumber,
  onPay,
  onChange,
  onEnd,
}: PartListProps): ReactElement {
  const { parts, price, reservedUntil } = paymentPlan;
  const paidDollars = sumPaidParts(parts);
  const nextPart = findNextPart(parts);
  const hasBankPart = parts.some(({ payer }) => payer === 'bank');
  // In a plan with a reservation, the rule of the reservation says what is refunded, so the general sentence is left
  // out.
  const hints = [
    ...(reservation == null ? [planMessages.rule] : []),
    ...(hasBankPart ? [bankPartMessages.plan.rule] : []),
  ];
  return (
    <>
      <h2 className={`${pageStyles.paySum} num`}>
        {paidDollars === 0
          ? planMessages.none(formatMoney(price), parts.length)
          : planMessages.in(formatMoney(paidDollars), formatMoney(price))}
      </h2>
      <p className="num">
        {reservedUntil === null
          ? planMessages.begin
          : planMessages.toGo(formatMoney(computeRemainingPrice(price, paidDollars)), formatDeadline(reservedUntil))}
      </p>
      {reservedUntil === null ? null : (
        <ReservationClock endsAt={reservedUntil} tickCount={reservationDays} onEnd={onEnd} />
      )}
      <PartBar price={price} paidDollars={paidDollars} nextPartDollars={nextPart?.amount ?? 0} />
      <p className="visually-hidden" role="status">
        {lastPaidPartNumber === undefined ? '' : planMessages.isIn(lastPaidPartNumber)}
      </p>
      <ol className={styles.parts}>
        {parts.map((part) => (
          <Part
            key={part.number}
            part={part}
            nextPartNumber={nextPart?.number}
            orderId={reservedUntil === null ? undefined : orderId}
            onPay={onPay}
          />
        ))}
      </ol>
      {paymentPlan.changeable ? (
        <p className={styles.foot}>
          <Button onClick={onChange}>
            <Icon of={SlidersHorizontal} />
            {planMessages.change}
          </Button>
        </p>
      ) : null}
      {reservation?.state === 'active' ? (
        <p className={styles.foot}>
          <Link to="/cars/$id/reservation" params={{ id: reservation.listingId }} className={makeButtonClass({})}>
            {reservationMessages.payment.toReservation}
          </Link>
        </p>
      ) : null}
      {reservation == null ? null : (
        <details className={styles.rule}>
          <summary>{reservationMessages.payment.rule}</summary>
          <RuleSentences text={reservation.rule.text} />
        </details>
      )}
      {hints.length === 0 ? null : <p className="hint">{hints.join(' ')}</p>}
    </>
  );
}

type PartProps = {
  readonly part: PricePart;
  /** The number of the part that is paid next; undefined when all parts are paid. */
  readonly nextPartNumber: number | undefined;
  /** The order, on whose page the buyer states that the bank has paid; undefined until the car is reserved. */
  readonly orderId: string | undefined;
  readonly onPay: () => void;
};

function Part({ part, nextPartNumber: nextNumber, orderId, onPay }: PartProps): ReactElement {
  const { number, amount, state, payer } = part;
  const stateClass = state !== 'open' ? styles.isPaid : number === nextNumber ? styles.isNext : '';
  const isBankPart = payer === 'bank';
  return (
    <li className={stateClass}>
      <span className={`${styles.number} num`} aria-hidden="true">
        {state === 'open' ? number : <Icon of={Check} />}
      </span>
      <span>
        <b>{isBankPart ? bankPartMessages.plan.part(number) : planMessages.part(number)}</b>
        <span className={`${styles.detail} num`}>{describePart(part)}</span>
      </span>
      <span className={`${styles.amount} num`}>{formatMoney(amount)}</span>
      <span className={styles.end}>
        {state === 'paid' ? (
          <Badge kind="ok" icon={Check}>
            {planMessages.paid}
          </Badge>
        ) : state === 'refunded' ? (
          <Badge>{part.refund === 'succeeded' ? planMessages.refunded : planMessages.refundUnderWay}</Badge>
        ) : isBankPart ? (
          orderId === undefined ? null : (
            <Link to="/orders/$id" params={{ id: orderId }} className={makeButtonClass({})}>
              {bankPartMessages.plan.toOrder}
            </Link>
          )
        ) : number === nextNumber ? (
          <Button kind="primary" onClick={onPay}>
            {planMessages.pay(number)}
          </Button>
        ) : (
          <span className="muted small num">{planMessages.after(number - 1)}</span>
        )}
      </span>
    </li>
  );
}

function describePart({ amount, payer, state, method, card, paidAt }: PricePart): string {
  if (payer === 'bank') return state === 'paid' ? bankPartMessages.plan.paid : bankPartMessages.plan.openInList;
  if (method === null || paidAt === null)
    return checkPaynowFit(centsFromDollars(amount)) === 'fits' ? planMessages.open.paynow : planMessages.open.card;
  return method === 'card'
    ? planMessages.paidBy.card(card?.last4 ?? null, formatDateTime(paidAt))
    : planMessages.paidBy.paynow(formatDateTime(paidAt));
}
