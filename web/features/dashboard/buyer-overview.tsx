import type { User } from '@carhouse/contract/accounts';
import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CarFront, CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { useClient } from '../../api.ts';
import { counted, money } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Loading } from '../../ui/wheel.tsx';
import { myOrdersQuery } from '../bookings/booking-queries.ts';
import { brandName } from '../listings/brand-facts.ts';
import { DashPage } from './dash-page.tsx';
import './overview-page.css';
import { Figure, Panel } from './panel.tsx';

/** A buyer's orders in figures, and what to do next. */
export function BuyerOverview({ user }: { user: User }): ReactElement {
  const orders = useQuery(myOrdersQuery(useClient(), user.email));
  return (
    <DashPage title="Overview" lead={leadOf(user, orders.data)}>
      {orders.data !== undefined ? (
        <Orders orders={orders.data} />
      ) : orders.isError ? (
        <ErrorState title="Your orders did not arrive" busy={orders.isFetching} onRetry={() => void orders.refetch()}>
          {orders.error.message} Your orders are safe.
        </ErrorState>
      ) : (
        <Loading />
      )}
    </DashPage>
  );
}

function leadOf(user: User, orders: readonly Order[] | undefined): string {
  if (orders === undefined) return user.name;
  const open = orders.filter(isOpen).length;
  return open === 0 ? `${user.name}, nothing to pay` : `${user.name}, ${counted(open, 'order', 'orders')} to pay`;
}

function Orders({ orders }: { orders: readonly Order[] }): ReactElement {
  const open = orders.filter(isOpen);
  const paid = orders.filter((order) => order.paid);
  const closed = orders.filter(({ status }) => status === 'cancelled' || status === 'refunded').length;
  const latest = orders[0];
  return (
    <>
      <dl className="kpis kpis--three">
        <Figure name="Orders" value={String(orders.length)}>
          {open.length} to pay, {paid.length} paid
          {closed === 0 ? '' : `, ${closed} closed`}
        </Figure>
        <Figure name="To pay" value={money(total(open))}>
          {open.length === 0 ? 'Nothing is waiting' : `Across ${counted(open.length, 'car', 'cars')}`}
        </Figure>
        <Figure name="Paid" value={money(total(paid))}>
          {paid.length === 0 ? 'Nothing yet' : `For ${counted(paid.length, 'car', 'cars')}`}
        </Figure>
      </dl>
      <div className="cols">
        <Waiting open={open} />
        {latest === undefined ? <NextSteps /> : <LatestBooking order={latest} />}
      </div>
    </>
  );
}

function Waiting({ open }: { open: readonly Order[] }): ReactElement {
  return (
    <Panel
      title="Waiting for payment"
      span="c7"
      aside={
        <Link className="link" to="/dashboard/myOrders">
          {texts.drawer.myOrders}
        </Link>
      }
    >
      {open.length === 0 ? (
        <p className="muted">No order is waiting. A car that you book shows up here.</p>
      ) : (
        <ul className="rows">
          {open.map((order) => (
            <li key={order._id}>
              <span className="thumb">
                <Picture url={order.productImg} size={order.productImgSize} alt="" sizes="72px" />
              </span>
              <div className="rows__main">
                <b>{order.productModel}</b>
                <span className="num">{order.meetingDate || brandName(order.productCategory)}</span>
              </div>
              <div className="rows__end rows__pay">
                <span className="num">{money(order.resellPrice)}</span>
                {order.payableByCard ? (
                  <Link
                    to="/dashboard/myOrders/$id"
                    params={{ id: order._id }}
                    className={buttonClass({ kind: 'primary' })}
                    aria-label={`${texts.myOrders.pay} for ${order.productModel}`}
                  >
                    {texts.myOrders.pay}
                  </Link>
                ) : (
                  <span className="muted small">by arrangement</span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function LatestBooking({ order }: { order: Order }): ReactElement {
  return (
    <Panel title="Latest booking" span="c5">
      <div className="nextv">
        <div className="pic">
          <Picture url={order.productImg} size={order.productImgSize} alt="" sizes="(min-width: 64rem) 14rem, 40vw" />
        </div>
        <b>{order.productModel}</b>
        <span>{order.meetingDate === '' ? 'No meeting date given' : order.meetingDate}</span>
        <span>
          {order.sellerLocation}, with {order.sellerName}
        </span>
      </div>
    </Panel>
  );
}

const steps = [
  { icon: CarFront, title: 'Choose a car', text: 'Every collection is under Car Collections.' },
  { icon: CalendarClock, title: 'Book a viewing', text: 'Book Now, and say when you want to meet.' },
  { icon: CreditCard, title: 'Pay by card', text: 'The order waits here until you do.' },
] as const;

function NextSteps(): ReactElement {
  return (
    <Panel title="How it goes" span="c5">
      <ul className="rows">
        {steps.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon of={icon} />
            <div className="rows__main">
              <b>{title}</b>
              <span>{text}</span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function isOpen(order: Order): boolean {
  return order.status === 'unpaid' && !order.paid && order.resellPrice > 0;
}

function total(orders: readonly Order[]): number {
  // In cents, so that sums of prices with cents stay exact.
  return orders.reduce((sum, order) => sum + Math.round(order.resellPrice * 100), 0) / 100;
}
