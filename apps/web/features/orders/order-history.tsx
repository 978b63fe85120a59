import type { OrderPage } from '@carhouse/contract/orders';
import type { ReactElement } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { dateTime } from '../../ui/format-date.ts';
import styles from './order-page.module.css';
import { nameOf, type Side } from './order-sides.ts';

type HappenedEvent = { readonly at: string; readonly who: string; readonly what: string };

/** The events of the order, newest first, each with its time and the user who caused it. */
export function OrderHistory({ order }: { order: OrderPage }): ReactElement {
  return (
    <ol className={styles.log}>
      {eventsOf(order).map(({ at, who, what }) => (
        <li key={`${at} ${what}`}>
          <time className="num" dateTime={at}>
            {dateTime(at)}
          </time>
          <span>
            {who === '' ? null : <b>{who} </b>}
            {what}
          </span>
        </li>
      ))}
    </ol>
  );
}

function eventsOf(order: OrderPage): readonly HappenedEvent[] {
  const { events, say, you } = orderPageMessages;
  const { marked, undone } = paymentInstructionMessages.order;
  const name = (side: Side): string => (order.side === side ? you : nameOf(order, side));
  const ended = order.state === 'cancelled' ? say.cancelled : say.refunded;
  const happenedEvents: HappenedEvent[] = [
    { at: order.bookedAt, who: name('buyer'), what: events.booked },
    ...order.steps.map(({ step, by, at }) => ({
      at,
      who: name(by),
      what: step === 'paid-outside' ? marked : events[step],
    })),
    ...(order.undonePayment === null
      ? []
      : [
          { at: order.undonePayment.markedAt, who: name('seller'), what: marked },
          { at: order.undonePayment.undoneAt, who: name('seller'), what: undone },
        ]),
    // The step of the seller stands for a payment outside.
    ...(order.paidAt === null || order.paidOutside
      ? []
      : [{ at: order.paidAt, who: name('buyer'), what: events.paid[order.paidWith ?? 'card'] }]),
    ...eventsOfSale(order, name('buyer')),
    ...(order.closedAt === null ? [] : [{ at: order.closedAt, who: '', what: order.closeReason ?? ended }]),
  ];
  // Of two events at the same time, the one that is later in the list is shown first.
  return happenedEvents.sort((a, b) => a.at.localeCompare(b.at)).reverse();
}

/** The complaints and the confirmation of the order's sale. A refund is told by the end of the order. */
function eventsOfSale({ sale }: OrderPage, buyer: string): readonly HappenedEvent[] {
  if (sale === null) return [];
  const { events } = orderSaleMessages;
  const complaints = sale.complaints.flatMap((complaint): HappenedEvent[] => {
    const { ground, openedAt, outcome, decidedAt } = complaint;
    const opened =
      ground === 'dispute'
        ? { at: openedAt, who: '', what: events.disputed }
        : { at: openedAt, who: buyer, what: events.complained };
    if (decidedAt === null || outcome === null || outcome === 'refunded') return [opened];
    const ended = complaint.isWithdrawn
      ? { at: decidedAt, who: buyer, what: events.withdrew }
      : { at: decidedAt, who: '', what: events.decided[outcome] };
    return [opened, ended];
  });
  return sale.confirmedAt === null || sale.kind === 'deposit'
    ? complaints
    : [...complaints, { at: sale.confirmedAt, who: '', what: events.confirmed }];
}
