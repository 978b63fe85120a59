import type { ShortBooking } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { overviewMessages } from '#messages/overview';
import { formatMoney } from '../../ui/format.ts';
import { ComplaintBadge } from '../orders/next-step-line.tsx';
import type { Side } from '../orders/order-sides.ts';
import { OrderRow } from './order-row.tsx';
import { Panel } from './panel.tsx';

const t = overviewMessages.underWay;
const ordersLinkBySide = {
  buyer: { to: '/dashboard/myOrders', name: texts.drawer.myOrders },
  seller: { to: '/dashboard/mybuyers', name: texts.drawer.myBuyers },
} as const;

/**
 * The paid orders that are not finished, each with what the buyer or the seller who reads the list does next. Renders
 * nothing when no paid order is unfinished.
 */
export function OrdersUnderWay({ orders, side }: { orders: readonly ShortBooking[]; side: Side }): ReactElement | null {
  if (orders.length === 0) return null;
  return (
    <Panel
      title={t.title}
      aside={
        <Link className="link" to={ordersLinkBySide[side].to}>
          {ordersLinkBySide[side].name}
        </Link>
      }
    >
      <ul className="rows">
        {orders.map((order) => (
          <OrderRow key={order._id} order={order} side={side}>
            <div className="rows__end num">
              <ComplaintBadge order={order} /> {formatMoney(order.price)}
            </div>
          </OrderRow>
        ))}
      </ul>
    </Panel>
  );
}
