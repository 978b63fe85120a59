import type { BankPartAnswer } from '@carhouse/contract/bank-parts';
import type { OrderPage } from '@carhouse/contract/orders';
import type { PricePart } from '@carhouse/contract/payment-plans';
import type { ReactElement } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { formatMoney } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { isMoneyReturnDenied } from '../bank-parts/bank-part-turn.ts';
import styles from './order-page.module.css';
import { findPartyName, type Side } from './order-sides.ts';

type HistoryEvent = { readonly at: string; readonly actorName: string; readonly eventText: string };

type OrderHistoryProps = {
  readonly order: OrderPage;
  /** The parts of the price; empty when one payment pays the whole price. */
  readonly parts: readonly PricePart[];
};

/** The events of the order, newest first, each with its time and the user who caused it. */
export function OrderHistory({ order, parts }: OrderHistoryProps): ReactElement {
  return (
    <ol className={styles.log}>
      {listEvents(order, parts).map(({ at, actorName, eventText }) => (
        <li key={`${at} ${eventText}`}>
          <time className="num" dateTime={at}>
            {formatDateTime(at)}
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

function listEvents(order: OrderPage, parts: readonly PricePart[]): readonly HistoryEvent[] {
  const { events, say, you } = orderPageMessages;
  const { marked, undone } = paymentInstructionMessages.order;
  const name = (side: Side): string => (order.side === side ? you : findPartyName(order, side));
  const orderEndText = order.state === 'cancelled' ? say.cancelled : say.refunded;
  const historyEvents: HistoryEvent[] = [
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
    ...listEventsOfParts(parts, name('buyer')),
    ...listEventsOfBankPart(order.bankPart, name),
    // An order that was paid to the seller directly has no event for the payment, because the step that the seller
    // marks is that event.
    ...(order.paidAt === null || order.paidOutside || parts.length > 0
      ? []
      : [{ at: order.paidAt, actorName: name('buyer'), eventText: events.paid[order.paidWith ?? 'card'] }]),
    ...listEventsOfSale(order, name('buyer')),
    ...(order.closedAt === null
      ? []
      : [{ at: order.closedAt, actorName: '', eventText: order.closeReason ?? orderEndText }]),
  ];
  // When two events have the same time, the event that is later in the list is shown first.
  return historyEvents.sort((a, b) => a.at.localeCompare(b.at)).reverse();
}

/** The payments of the buyer's own parts of the price. */
function listEventsOfParts(parts: readonly PricePart[], buyer: string): readonly HistoryEvent[] {
  const { paidPart } = orderPageMessages.events;
  return parts.flatMap(({ number, amount, method, paidAt }) =>
    method === null || paidAt === null
      ? []
      : [{ at: paidAt, actorName: buyer, eventText: paidPart[method](number, formatMoney(amount)) }],
  );
}

/** The latest statements of buyer and seller about the money of a bank. Statements before a refusal are not stored. */
function listEventsOfBankPart(part: BankPartAnswer | null, name: (side: Side) => string): readonly HistoryEvent[] {
  if (part === null) return [];
  const { events } = bankPartMessages;
  const { statedAt, receivedAt, confirmedAt, sentBackAt, returnedAt, returnReason, refusal } = part;
  const listEventIfHappened = (at: string | null, actorName: string, eventText: string): readonly HistoryEvent[] =>
    at === null ? [] : [{ at, actorName, eventText }];
  return [
    ...listEventIfHappened(statedAt, name('buyer'), events.stated),
    ...listEventIfHappened(receivedAt, name('seller'), events.received),
    ...(refusal === null
      ? []
      : listEventIfHappened(
          refusal.at,
          refusal.by === 'admin' ? '' : name(refusal.by),
          events[isMoneyReturnDenied(part) ? 'returnDenied' : 'refused'][refusal.by],
        )),
    ...listEventIfHappened(confirmedAt, '', events.confirmed),
    // Only an admin who records the return for the seller gives a reason.
    ...(returnReason === null
      ? listEventIfHappened(sentBackAt, name('seller'), events.sentBack)
      : listEventIfHappened(sentBackAt, '', events.recordedReturn)),
    ...listEventIfHappened(returnedAt, '', events.returned),
  ];
}

/**
 * The complaints and the confirmation of the order's sale. The end of the order already says that the price was
 * refunded.
 */
function listEventsOfSale({ sale }: OrderPage, buyer: string): readonly HistoryEvent[] {
  if (sale === null) return [];
  const { events } = orderSaleMessages;
  const complaints = sale.complaints.flatMap((complaint): HistoryEvent[] => {
    const { ground, openedAt, outcome, decidedAt } = complaint;
    const openingEvent =
      ground === 'dispute'
        ? { at: openedAt, actorName: '', eventText: events.disputed }
        : { at: openedAt, actorName: buyer, eventText: events.complained };
    if (decidedAt === null || outcome === null || outcome === 'refunded') return [openingEvent];
    const closingEvent = complaint.isWithdrawn
      ? { at: decidedAt, actorName: buyer, eventText: events.withdrew }
      : { at: decidedAt, actorName: '', eventText: events.decided[outcome] };
    return [openingEvent, closingEvent];
  });
  return sale.confirmedAt === null || sale.kind === 'deposit'
    ? complaints
    : [...complaints, { at: sale.confirmedAt, actorName: '', eventText: events.confirmed }];
}
