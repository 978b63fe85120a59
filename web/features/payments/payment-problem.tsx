import type { Order } from '@carhouse/contract/bookings';
import { ApiError } from '@carhouse/contract/client';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';

type Words = {
  readonly title: string;
  readonly text: ReactNode;
  /** What can be done: another try (with the words of its button), or nothing on this page. */
  readonly retry?: string;
};

type PaymentProblemProps = {
  readonly error: Error;
  readonly order: Order;
  readonly busy: boolean;
  readonly onRetry: () => void;
};

/** Why this order cannot be paid now: what happened, whether money moved, what to do. */
export function PaymentProblem({ error, order, busy, onRetry }: PaymentProblemProps): ReactElement {
  const { title, text, retry } = wordsFor(error, order);
  return (
    <Screen title={title} text={text}>
      {retry === undefined ? null : (
        <Button kind="primary" large block busy={busy} onClick={onRetry}>
          {retry}
        </Button>
      )}
      <BackToOrders primary={retry === undefined} />
    </Screen>
  );
}

/** The fifteen minutes are over. */
export function HoldOver({ busy, onRetry }: { busy: boolean; onRetry: () => void }): ReactElement {
  return (
    <Screen
      title="The hold on this car has ended"
      text="It was held for you for 15 minutes. Nothing was charged. Hold it again to go on, if nobody else has."
    >
      <Button kind="primary" large block busy={busy} onClick={onRetry}>
        Hold the car again
      </Button>
      <BackToOrders primary={false} />
    </Screen>
  );
}

/** The price is beyond one card payment: buyer and seller arrange it between them. */
export function TooLarge({ order }: { order: Order }): ReactElement {
  return (
    <Screen {...tooLarge(order)}>
      <BackToOrders primary />
    </Screen>
  );
}

/** A closed order. */
export function Closed({ order }: { order: Order }): ReactElement {
  const refunded = order.status === 'refunded';
  return (
    <Screen
      title={refunded ? 'This payment was refunded' : 'This order was cancelled'}
      text={order.closeReason ?? (refunded ? 'The full amount goes back to your card.' : 'Nothing was charged.')}
    >
      <BackToOrders primary />
    </Screen>
  );
}

function Screen({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div className="done done--quiet" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

function BackToOrders({ primary }: { primary: boolean }): ReactElement {
  const look = buttonClass({ kind: primary ? 'primary' : 'plain', large: true, block: true });
  return (
    <Link to="/dashboard/myOrders" className={look}>
      {texts.drawer.myOrders}
    </Link>
  );
}

function tooLarge(order: Order): Words {
  return {
    title: 'Too much for one card payment',
    text: (
      <>
        Cards take at most $999,999.99 in one payment. Please arrange this one with {order.sellerName}:{' '}
        <a href={`mailto:${order.sellerEmail}`}>{order.sellerEmail}</a>. Nothing was charged.
      </>
    ),
  };
}

function wordsFor(error: Error, order: Order): Words {
  const code = error instanceof ApiError ? error.code : 'UNKNOWN';
  switch (code) {
    case 'CAR_RESERVED':
      return {
        title: 'Another buyer is paying for this car',
        text: 'A hold lasts 15 minutes at most. Nothing was charged. This page looks again by itself.',
        retry: 'Look again now',
      };
    case 'ALREADY_PAID':
      return { title: 'This order is already paid', text: 'Nothing more is to pay.' };
    case 'CAR_ALREADY_SOLD':
    case 'CAR_NOT_AVAILABLE':
      return {
        title: code === 'CAR_ALREADY_SOLD' ? 'This car has been sold' : 'This car is no longer on sale',
        text: 'You were not charged. The collections hold others like it.',
      };
    case 'BOOKING_CANCELLED':
      return { title: 'This order was cancelled', text: 'Nothing was charged.' };
    case 'PAYMENT_REFUNDED':
      return {
        title: 'Sold to another buyer a moment before',
        text: 'Your card was charged and is refunded in full. Banks take a few days to show it.',
      };
    case 'PRICE_CHANGED':
      return {
        title: 'The price is not the one of your booking',
        text: 'Nothing was charged. Look at the order again before you pay.',
        retry: 'Look again',
      };
    case 'AMOUNT_TOO_LARGE':
      return tooLarge(order);
    case 'UNAUTHENTICATED':
      return { title: 'You are no longer logged in', text: 'Nothing was charged. Log in and open the order again.' };
    default:
      return {
        title: 'The payment could not start',
        text: `${error.message} Nothing was charged and your order is kept.`,
        retry: 'Try again',
      };
  }
}
