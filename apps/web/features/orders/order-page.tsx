import type { OrderPage as Order } from '@carhouse/contract/orders';
import { mayCancelOrder } from '@carhouse/domain/booking/booking-policy';
import { saleStageOf } from '@carhouse/domain/sale/sale-stage';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Ban, Check, Clock, RotateCcw, Snowflake } from 'lucide-react';
import type { ReactElement } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { orderMessages } from '#messages/orders';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { carName, money } from '../../ui/format.ts';
import { dateTime } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { OrderBankPart } from '../bank-parts/order-bank-part.tsx';
import { CancelOrder } from '../bookings/cancel-order.tsx';
import { FeedbackLink } from '../bookings/feedback-link.tsx';
import { OrderInstructions } from '../payment-instructions/order-instructions.tsx';
import { OrderReservation } from '../reservations/order-reservation.tsx';
import { NextStep } from './next-step.tsx';
import { OrderAside } from './order-aside.tsx';
import { focusOrderHeading, orderHeadingId } from './order-heading.ts';
import { OrderHistory } from './order-history.tsx';
import styles from './order-page.module.css';
import { OrderPanel } from './order-panel.tsx';
import { orderPageQuery } from './order-queries.ts';
import { OrderRuler } from './order-ruler.tsx';
import { nameOfParty, otherSide } from './order-sides.ts';
import { SaleComplaints } from './sale-complaints.tsx';
import { SaleMoney } from './sale-money.tsx';

const t = orderPageMessages;

type OrderPageProps = {
  readonly id: string;
  /** The time of the server when it rendered the page, as ISO text. */
  readonly renderedAt: string;
};

/**
 * The page of one order for its buyer, the seller of the car, and admins: the steps, what each side does next, and how
 * to reach the other side.
 */
export function OrderPage({ id, renderedAt }: OrderPageProps): ReactElement {
  const order = useQuery(orderPageQuery(useClient(), id));
  return order.data === undefined ? (
    <NotLoaded query={order} errorTitle={t.failed} />
  ) : (
    <LoadedOrder order={order.data} renderedAt={renderedAt} />
  );
}

function LoadedOrder({ order, renderedAt }: { order: Order; renderedAt: string }): ReactElement {
  const { reservation } = order;
  // An order with a reservation cannot be cancelled: the reservation is given up or withdrawn, which determines the
  // refund.
  const isCancellable = reservation?.state !== 'active';
  return (
    <>
      <BackLink order={order} />
      <OrderHead order={order} />
      {order.sellerSuspended && order.state !== 'refunded' ? <SuspendedSeller order={order} /> : null}
      <section className={`panel ${styles.stands}`} aria-label={t.where}>
        <p className={styles.say}>{statusSentenceOf(order)}</p>
        <OrderRuler order={order} />
        <p className={styles.key}>{t.key}</p>
      </section>
      <div className={styles.split}>
        <div className={styles.column}>
          {reservation === null ? null : <OrderReservation reservation={reservation} renderedAt={renderedAt} />}
          <OrderBankPart order={order} />
          <NextStep order={order} cancelButton={isCancellable ? <CancelAction order={order} /> : null} />
          <OrderInstructions order={order} />
          <SaleComplaints order={order} />
          <SaleMoney order={order} />
          <OrderPanel title={t.history}>
            <OrderHistory order={order} />
          </OrderPanel>
        </div>
        <OrderAside order={order} />
      </div>
    </>
  );
}

/** What the suspension of the seller means for the reader of the order. */
function SuspendedSeller({ order: { side, state, seller, paidOutside } }: { order: Order }): ReactElement {
  const { name } = seller;
  const { sellerSuspended, sellerSuspendedAdmin } = paymentInstructionMessages.order;
  if (side === 'admin' || state === 'cancelled' || state === 'handed-over') {
    return (
      <Callout icon={Ban} kind="wait" className={styles.notice}>
        {side === 'admin' && paidOutside
          ? sellerSuspendedAdmin(name)
          : t.sellerSuspended[side === 'admin' ? 'admin' : state === 'cancelled' ? state : 'handed-over'](name)}
      </Callout>
    );
  }
  return (
    <Callout icon={Ban} kind="wait" className={styles.notice}>
      {paidOutside ? sellerSuspended(name) : orderMessages.sellerSuspended(name)} <FeedbackLink />
    </Callout>
  );
}

const listPathsBySide = {
  buyer: '/dashboard/myOrders',
  seller: '/dashboard/mybuyers',
  admin: '/dashboard/money',
} as const;

function BackLink({ order: { side } }: { order: Order }): ReactElement {
  return (
    <Link className={styles.back} to={listPathsBySide[side]}>
      <Icon of={ArrowLeft} />
      {t.back[side]}
    </Link>
  );
}

function OrderHead({ order }: { order: Order }): ReactElement {
  return (
    <div className={styles.head}>
      <h1 id={orderHeadingId} tabIndex={-1}>
        {carName(order.productCategory, order.productModel)}
      </h1>
      <p className="num">
        <span>{money(order.resellPrice)}</span>
        <StateBadge order={order} />
      </p>
    </div>
  );
}

function StateBadge({ order }: { order: Order }): ReactElement {
  const { state } = order;
  switch (saleStageOf(order.sale)) {
    case 'handed-over':
      return (
        <Badge kind="wait" icon={Clock}>
          {orderSaleMessages.states['handed-over']}
        </Badge>
      );
    case 'frozen':
    case 'disputed':
      return (
        <Badge kind="stop" icon={Snowflake}>
          {orderSaleMessages.states.frozen}
        </Badge>
      );
    case 'confirmed':
      return (
        <Badge kind="ok" icon={Check}>
          {orderSaleMessages.states.confirmed}
        </Badge>
      );
    case null:
  }
  switch (state) {
    case 'booked':
    case 'viewed':
      return (
        <Badge kind="wait" icon={Clock}>
          {t.states[state]}
        </Badge>
      );
    case 'cancelled':
      return (
        <Badge kind="line" icon={Ban}>
          {t.states[state]}
        </Badge>
      );
    case 'refunded':
      return <Badge icon={RotateCcw}>{t.states[state]}</Badge>;
    default:
      return (
        <Badge kind="ok" icon={Check}>
          {t.states[state]}
        </Badge>
      );
  }
}

/** Returns the sentence that tells the reader the state of the order. An admin gets the sentence of the seller. */
function statusSentenceOf(order: Order): string {
  const { state } = order;
  if (state === 'cancelled') return order.closeReason ?? t.say.cancelled;
  if (state === 'refunded') {
    if (order.refund === null) return t.say.refunded;
    const refund = order.side === 'buyer' ? orderMessages.refund : t.say.refundOfBuyer;
    return `${t.say.refunded} ${refund[order.refund]}`;
  }
  const side = order.side === 'buyer' ? 'buyer' : 'seller';
  const saleSentence = saleSentenceOf(order);
  if (saleSentence !== null) return saleSentence;
  if (state === 'paid' && order.paidOutside)
    return paymentInstructionMessages.order.say[side](nameOfParty(order, otherSide(side)));
  return t.say[state][side](
    nameOfParty(order, otherSide(side)),
    order.meetingDate === '' ? t.noDay : order.meetingDate,
  );
}

/** Returns the sentence about the sale of the order; null while the steps of the order say everything. */
function saleSentenceOf(order: Order): string | null {
  const stage = saleStageOf(order.sale);
  if (stage === null) return null;
  if (stage === 'confirmed') {
    const confirmedAt = order.sale?.confirmedAt ?? null;
    return confirmedAt === null
      ? orderSaleMessages.mine.confirmed.buyer.text
      : orderSaleMessages.confirmed(dateTime(confirmedAt));
  }
  const otherName = nameOfParty(order, order.side === 'buyer' ? 'seller' : 'buyer');
  return orderSaleMessages.say[stage === 'disputed' ? 'frozen' : stage][order.side](otherName);
}

function CancelAction({ order }: { order: Order }): ReactElement | null {
  if (order.side === 'admin' || !mayCancelOrder(order.status, order.side)) return null;
  return (
    <CancelOrder order={order} otherName={nameOfParty(order, otherSide(order.side))} onCancelled={focusOrderHeading} />
  );
}
