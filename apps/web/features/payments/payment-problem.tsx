import type { Order } from '@carhouse/contract/bookings';
import { ApiError } from '@carhouse/contract/client';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { paymentMessages } from '#messages/payment';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { reservationMessages } from '#messages/reservations';
import { useClient } from '../../app/api.ts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { HowToPay } from '../payment-instructions/how-to-pay.tsx';
import { isLongHold } from '../reservations/long-hold.ts';
import { useReservationOfOrder } from '../reservations/use-reservation-of-order.ts';
import { PaySkeleton } from './pay-skeleton.tsx';
import styles from './payment-page.module.css';
import { paymentPlanQuery } from './payment-queries.ts';
import { findNextPart } from './price-parts.ts';

const { holdOver, reserved, tooSmall } = paymentMessages;

type ProblemTexts = {
  readonly title: string;
  readonly text: string;
  /** The text of the button for another try; undefined when no further try is possible on this page. */
  readonly retry?: string;
};

type PaymentProblemProps = {
  readonly order: Order;
  readonly error: Error;
  readonly isBusy: boolean;
  /** Whether the page checks automatically when the car is no longer reserved by another buyer. */
  readonly isCheckingAvailability: boolean;
  readonly onRetry: () => void;
};

/** Shows why this order cannot be paid now: the cause, whether money was charged, and the next step. */
export function PaymentProblem(props: PaymentProblemProps): ReactElement {
  const { order, error, isBusy, isCheckingAvailability, onRetry } = props;
  if (isReservedForDays(error, order)) return <CarReservedNotice order={order} />;
  if (error instanceof ApiError && error.code === 'DEPOSIT_REQUIRED') return <DepositRequiredNotice order={order} />;
  const { title, text, retry } = findProblemTexts(error, isCheckingAvailability);
  return (
    <ProblemScreen title={title} text={text}>
      {retry === undefined ? null : (
        <Button kind="primary" isLarge isBlock isBusy={isBusy} onClick={onRetry}>
          {retry}
        </Button>
      )}
      <BackToOrders isPrimary={retry === undefined} />
    </ProblemScreen>
  );
}

/** Whether a payment was refused because another buyer has reserved the car, or has the turn in its queue. */
function isReservedForDays(error: Error, { hold }: Order): boolean {
  return error instanceof ApiError && error.code === 'CAR_RESERVED' && hold?.by === 'another' && isLongHold(hold.until);
}

/** The text for a car that another buyer has reserved for days, with a link to the queue for the car. */
function CarReservedNotice({ order }: { order: Order }): ReactElement {
  return (
    <ProblemScreen
      title={reservationMessages.reserved.title}
      text={reservationMessages.reserved.text(formatDeadline(order.hold?.until ?? order.bookedAt))}
    >
      <Link
        to="/cars/$id/reservation"
        params={{ id: order.productId }}
        className={makeButtonClass({ kind: 'primary', isLarge: true, isBlock: true })}
      >
        {reservationMessages.reserved.queue}
      </Link>
      <BackToOrders isPrimary={false} />
    </ProblemScreen>
  );
}

/** The text for a plan that was saved before the seller asked for a deposit, with a link to the reservation. */
function DepositRequiredNotice({ order }: { order: Order }): ReactElement {
  const { title, text, reserve } = reservationMessages.depositFirst;
  return (
    <ProblemScreen title={title} text={text}>
      <Link
        to="/cars/$id/reservation"
        params={{ id: order.productId }}
        className={makeButtonClass({ kind: 'primary', isLarge: true, isBlock: true })}
      >
        {reserve}
      </Link>
      <BackToOrders isPrimary={false} />
    </ProblemScreen>
  );
}

/** The text for a hold whose fifteen minutes have ended. */
export function HoldExpiredNotice({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }): ReactElement {
  return (
    <ProblemScreen title={holdOver.title} text={holdOver.text}>
      <Button kind="primary" isLarge isBlock isBusy={isBusy} onClick={onRetry}>
        {holdOver.again}
      </Button>
      <BackToOrders isPrimary={false} />
    </ProblemScreen>
  );
}

/** The text for a price that is below the smallest payment. */
export function PriceNotPayableNotice(): ReactElement {
  return (
    <ProblemScreen title={tooSmall.title} text={tooSmall.text}>
      <BackToOrders isPrimary />
    </ProblemScreen>
  );
}

/** The text for a payment that came too late for the car, so that the money is refunded. */
export function ChargeReturnedNotice(): ReactElement {
  const { title, text } = paymentMessages.soldBefore;
  return (
    <ProblemScreen title={title} text={text}>
      <BackToOrders isPrimary />
    </ProblemScreen>
  );
}

/** The text for an order that is paid to the seller directly, with a link to the page that says how to pay. */
export function PaidToSellerNotice({ order }: { order: Order }): ReactElement {
  const { paymentPage: t, order: orderTexts, none } = paymentInstructionMessages;
  return (
    <ProblemScreen
      title={order.paid ? orderTexts.paidBadge : t.title}
      text={order.paid ? orderTexts.noReceipt : t.text(order.sellerName)}
    >
      {order.paymentInstructions === null ? (
        order.paid ? null : (
          <p className="muted">{none}</p>
        )
      ) : (
        <HowToPay instructions={order.paymentInstructions} bookedAt={order.bookedAt} />
      )}
      <Link
        to="/orders/$id"
        params={{ id: order._id }}
        className={makeButtonClass({ kind: 'primary', isLarge: true, isBlock: true })}
      >
        {t.toOrder}
      </Link>
      <BackToOrders isPrimary={false} />
    </ProblemScreen>
  );
}

/** The text for an open order of which a part is paid, where payments are not taken any more. */
export function PaidInPartNotice({ order }: { order: Order }): ReactElement {
  const plan = useQuery(paymentPlanQuery(useClient(), order._id)).data;
  const { reservation, isLoading } = useReservationOfOrder(order);
  if (plan === undefined || isLoading) return <PaySkeleton />;
  const remainingPaymentKind =
    findNextPart(plan.parts) === undefined ? 'bank' : reservation?.state === 'active' ? 'reservation' : 'open';
  const { title, text } = orderPageMessages.paidInPart[remainingPaymentKind].mine.buyer;
  return (
    <ProblemScreen title={title} text={text}>
      <Link
        to="/orders/$id"
        params={{ id: order._id }}
        className={makeButtonClass({ kind: 'primary', isLarge: true, isBlock: true })}
      >
        {paymentInstructionMessages.paymentPage.toOrder}
      </Link>
      <BackToOrders isPrimary={false} />
    </ProblemScreen>
  );
}

/** The text for an order that is cancelled or refunded. */
export function ClosedOrderNotice({ order }: { order: Order }): ReactElement {
  const isRefunded = order.status === 'refunded';
  return (
    <ProblemScreen
      title={isRefunded ? paymentMessages.refunded.title : paymentMessages.cancelled.title}
      text={
        order.closeReason ??
        (isRefunded ? paymentMessages.refunded.text[order.paidWith ?? 'card'] : paymentMessages.nothingCharged)
      }
    >
      <BackToOrders isPrimary />
      <Link to="/home" className={makeButtonClass({ isLarge: true, isBlock: true })}>
        {paymentMessages.seeOthers}
      </Link>
    </ProblemScreen>
  );
}

function ProblemScreen({ title, text, children }: { title: string; text: string; children: ReactNode }): ReactElement {
  return (
    <div className={`${styles.done} ${styles.doneQuiet}`} role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

function BackToOrders({ isPrimary }: { isPrimary: boolean }): ReactElement {
  const linkClass = makeButtonClass({ kind: isPrimary ? 'primary' : 'plain', isLarge: true, isBlock: true });
  return (
    <Link to="/dashboard/myOrders" className={linkClass}>
      {texts.drawer.myOrders}
    </Link>
  );
}

function findProblemTexts(error: Error, isCheckingAvailability: boolean): ProblemTexts {
  const code = error instanceof ApiError ? error.code : 'UNKNOWN';
  const { notStarted } = paymentMessages;
  switch (code) {
    case 'CAR_RESERVED':
      return isCheckingAvailability ? reserved : { ...reserved, text: reserved.textAfterChecks };
    case 'HOLD_LIMIT':
    case 'HOLD_COOLDOWN':
      return { ...paymentMessages.notYet, text: paymentMessages.notYet.text(error.message) };
    case 'ALREADY_PAID':
      return paymentMessages.paidBefore;
    case 'CAR_ALREADY_SOLD':
      return paymentMessages.sold;
    case 'CAR_NOT_AVAILABLE':
      return paymentMessages.gone;
    case 'BOOKING_CANCELLED':
      return { ...paymentMessages.cancelled, text: paymentMessages.nothingCharged };
    case 'PAYMENT_REFUNDED':
      return paymentMessages.soldBefore;
    case 'PRICE_CHANGED':
      return paymentMessages.priceChanged;
    case 'UNAUTHENTICATED':
      return paymentMessages.loggedOut;
    default:
      return { title: notStarted.title, text: notStarted.text(error.message), retry: notStarted.retry };
  }
}
