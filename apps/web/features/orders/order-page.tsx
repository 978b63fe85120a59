import type { OrderPage as Order } from '@carhouse/contract/orders';
import { mayCancelOrder } from '@carhouse/domain/booking/booking-policy';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Ban, Check, Clock, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { orderMessages } from '#messages/orders';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { carName, money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { CancelOrder } from '../bookings/cancel-order.tsx';
import { FeedbackLink } from '../bookings/feedback-link.tsx';
import { NextStep } from './next-step.tsx';
import { OrderAside } from './order-aside.tsx';
import { OrderHistory } from './order-history.tsx';
import styles from './order-page.module.css';
import { OrderPanel } from './order-panel.tsx';
import { orderPageQuery } from './order-queries.ts';
import { OrderRuler } from './order-ruler.tsx';
import { nameOf, otherSide } from './order-sides.ts';

const t = orderPageMessages;

/**
 * The page of one order for its buyer, the seller of the car, and admins: the steps, what each side does next, and how
 * to reach the other side.
 */
export function OrderPage({ id }: { id: string }): ReactElement {
  const order = useQuery(orderPageQuery(useClient(), id));
  return order.data === undefined ? <NotLoaded query={order} failed={t.failed} /> : <LoadedOrder order={order.data} />;
}

function LoadedOrder({ order }: { order: Order }): ReactElement {
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
          <NextStep order={order} cancel={<CancelAction order={order} />} />
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
function SuspendedSeller({ order: { side, state, seller } }: { order: Order }): ReactElement {
  const { name } = seller;
  if (side === 'admin' || state === 'cancelled' || state === 'handed-over') {
    return (
      <Callout icon={Ban} kind="wait" className={styles.notice}>
        {t.sellerSuspended[side === 'admin' ? 'admin' : state === 'cancelled' ? state : 'handed-over'](name)}
      </Callout>
    );
  }
  return (
    <Callout icon={Ban} kind="wait" className={styles.notice}>
      {orderMessages.sellerSuspended(name)} <FeedbackLink />
    </Callout>
  );
}

/** HTML id of the heading, which gets the focus when the order is cancelled. */
const headingId = 'order-heading';

const lists = { buyer: '/dashboard/myOrders', seller: '/dashboard/mybuyers', admin: '/dashboard/money' } as const;

function BackLink({ order: { side } }: { order: Order }): ReactElement {
  return (
    <Link className={styles.back} to={lists[side]}>
      <Icon of={ArrowLeft} />
      {t.back[side]}
    </Link>
  );
}

function OrderHead({ order }: { order: Order }): ReactElement {
  return (
    <div className={styles.head}>
      <h1 id={headingId} tabIndex={-1}>
        {carName(order.productCategory, order.productModel)}
      </h1>
      <p className="num">
        <span>{money(order.resellPrice)}</span>
        <StateBadge order={order} />
      </p>
    </div>
  );
}

function StateBadge({ order: { state } }: { order: Order }): ReactElement {
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
    return order.refund === null ? t.say.refunded : `${t.say.refunded} ${orderMessages.refund[order.refund]}`;
  }
  const side = order.side === 'buyer' ? 'buyer' : 'seller';
  return t.say[state][side](nameOf(order, otherSide(side)), order.meetingDate === '' ? t.noDay : order.meetingDate);
}

function CancelAction({ order }: { order: Order }): ReactElement | null {
  if (order.side === 'admin' || !mayCancelOrder(order.status, order.side)) return null;
  return (
    <CancelOrder
      order={order}
      otherName={nameOf(order, otherSide(order.side))}
      onCancelled={() => document.getElementById(headingId)?.focus()}
    />
  );
}
