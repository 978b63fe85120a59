import type { OrderPage } from '@carhouse/contract/orders';
import type { ReactElement } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { dateTime } from '../../ui/format-date.ts';
import styles from './order-page.module.css';
import { nameOfParty, type Side } from './order-sides.ts';

type HappenedEvent = { readonly at: string; readonly actorName: string; readonly eventText: string };

/** The events of the order, newest first, each with its time and the user who caused it. */
export function OrderHistory({ order }: { order: OrderPage }): ReactElement {
  return (
    <ol className={styles.log}>
      {eventsOf(order).map(({ at, actorName, eventText }) => (
        <li key={`${at} ${eventText}`}>
          <time className="num" dateTime={at}>
            {dateTime(at)}
          </time>
          <span>
            {actorName === '' ? null : <b>{actorName} </b>}
            {eventText}
          </span>
        </li>
      ))}
    </ol>
  );
}

function eventsOf(order: OrderPage): readonly HappenedEvent[] {
  const { events, say, you } = orderPageMessages;
  const { marked, undone } = paymentInstructionMessages.order;
  const name = (side: Side): string => (order.side === side ? you : nameOfParty(order, side));
  const ended = order.state === 'cancelled' ? say.cancelled : say.refunded;
  const happenedEvents: HappenedEvent[] = [
    { at: order.bookedAt, actorName: name('buyer'), eventText: events.booked },
    ...order.steps.map(({ step, by, at }) => ({
      at,
      actorName: name(by),
      eventText: step === 'paid-outside' ? marked : events[step],
    })),
    ...(order.undonePayment === null
      ? []
      : [
          { at: order.undonePayment.markedAt, actorName: name('seller'), eventText: marked },
          { at: order.undonePayment.undoneAt, actorName: name('seller'), eventText: undone },
        ]),
    // For an order that was paid to the seller directly, the seller's step takes the place of the payment.
    ...(order.paidAt === null || order.paidOutside
      ? []
      : [{ at: order.paidAt, actorName: name('buyer'), eventText: events.paid[order.paidWith ?? 'card'] }]),
    ...eventsOfSale(order, name('buyer')),
    ...(order.closedAt === null ? [] : [{ at: order.closedAt, actorName: '', eventText: order.closeReason ?? ended }]),
  ];
  // Of two events at the same time, the one that is later in the list is shown first.
  return happenedEvents.sort((a, b) => a.at.localeCompare(b.at)).reverse();
}

/**
 * The complaints and the confirmation of the order's sale. The end of the order already says that the price was
 * refunded.
 */
function eventsOfSale({ sale }: OrderPage, buyer: string): readonly HappenedEvent[] {
  if (sale === null) return [];
  const { events } = orderSaleMessages;
  const complaints = sale.complaints.flatMap((complaint): HappenedEvent[] => {
    const { ground, openedAt, outcome, decidedAt } = complaint;
    const opened =
      ground === 'dispute'
        ? { at: openedAt, actorName: '', eventText: events.disputed }
        : { at: openedAt, actorName: buyer, eventText: events.complained };
    if (decidedAt === null || outcome === null || outcome === 'refunded') return [opened];
    const ended = complaint.isWithdrawn
      ? { at: decidedAt, actorName: buyer, eventText: events.withdrew }
      : { at: decidedAt, actorName: '', eventText: events.decided[outcome] };
    return [opened, ended];
  });
  return sale.confirmedAt === null || sale.kind === 'deposit'
    ? complaints
    : [...complaints, { at: sale.confirmedAt, actorName: '', eventText: events.confirmed }];
}
