import type { Order } from '@carhouse/contract/bookings';
import { Link, useLocation } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { bookingMessages } from '#messages/booking';
import { useBusinessMode } from '../../app/business-mode.ts';
import { Callout } from '../../ui/callout.tsx';
import { formatCarName } from '../../ui/format.ts';
import { findInstructions, isOrderUnderWay } from '../orders/next-step-words.ts';
import styles from './my-orders-page.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of the order that a booking has just made. */
    bookedOrderId?: string;
  }
}

const t = bookingMessages.booked;

/**
 * The confirmation of a booking that was just made, with the next step. Renders nothing when no booking was just made.
 */
export function BookedNote({ orders }: { orders: readonly Order[] }): ReactElement | null {
  const bookedOrderId = useLocation({ select: ({ state }) => state.bookedOrderId });
  const businessMode = useBusinessMode();
  const order = orders.find(({ _id }) => _id === bookedOrderId);
  if (order === undefined || !isOrderUnderWay(order)) return null;
  const { title } = findInstructions(order, 'buyer', businessMode);
  return (
    <Callout icon={CalendarCheck} kind="ok" role="status" className={styles.booked}>
      <b>{t.title(formatCarName(order.productCategory, order.productModel))}</b>{' '}
      {t.sent(order.sellerName, order.meetingDate)} {t.next}{' '}
      <Link className="link" to="/orders/$id" params={{ id: order._id }}>
        {title}
      </Link>
    </Callout>
  );
}
