import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check, Copy } from 'lucide-react';
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { money } from '../../lib/format.ts';
import { toastSuccess } from '../../toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/wheel.tsx';
import { brandName } from '../listings/brand-facts.ts';

/** Milliseconds until My Orders opens by itself: time to read and to copy. */
const stay = 6000;

/** It went through: the words of the specification, the transaction id, and on to My Orders. */
export function PaymentDone({ order, transactionId }: { order: Order; transactionId: string }): ReactElement {
  const navigate = useNavigate();
  const leave = useEffectEvent(() => void navigate({ to: '/dashboard/myOrders' }));
  useEffect(() => {
    toastSuccess(texts.toasts.paid);
    const timer = setTimeout(leave, stay);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="done" role="status">
      <Gauge lit={10} />
      <h2 ref={focusOnArrival} tabIndex={-1}>
        {texts.toasts.paid}
      </h2>
      <p className="num">
        {money(order.resellPrice)} for {brandName(order.productCategory)} {order.productModel}.
      </p>
      <TransactionId id={transactionId} />
      <Link to="/dashboard/myOrders" className={buttonClass({ kind: 'primary', large: true, block: true })}>
        {texts.drawer.myOrders}
      </Link>
      <p className="hint">My Orders opens by itself in a few seconds.</p>
    </div>
  );
}

/** The card is charged and the house has not recorded it yet. */
export function PaymentConfirming({ transactionId }: { transactionId: string }): ReactElement {
  return (
    <div className="done" role="status">
      <Loading />
      <h2 ref={focusOnArrival} tabIndex={-1}>
        Your payment is being confirmed
      </h2>
      <p>
        The card provider has taken it. It is recorded by itself as soon as the provider answers; do not pay a second
        time. You may close this page.
      </p>
      <TransactionId id={transactionId} />
      <Link to="/dashboard/myOrders" className={buttonClass({ large: true, block: true })}>
        {texts.drawer.myOrders}
      </Link>
    </div>
  );
}

/** An order that was paid before this page opened, or in another tab. */
export function AlreadyPaid({ order }: { order: Order }): ReactElement {
  return (
    <div className="done done--quiet" role="status">
      <Badge kind="ok" icon={Check}>
        {texts.myOrders.paid}
      </Badge>
      <h2>This order is paid</h2>
      <p className="num">
        {money(order.resellPrice)} for {brandName(order.productCategory)} {order.productModel}. Nothing more is to pay.
      </p>
      <Link to="/dashboard/myOrders" className={buttonClass({ kind: 'primary', large: true, block: true })}>
        {texts.drawer.myOrders}
      </Link>
    </div>
  );
}

function TransactionId({ id }: { id: string }): ReactElement {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="txid__box">
      <p className="small muted">Transaction id</p>
      <div className="txid num">
        <span>{id}</span>
        <button
          className="iconbtn"
          type="button"
          aria-label={copied ? 'Transaction id copied' : 'Copy transaction id'}
          onClick={copy}
        >
          <Icon of={copied ? Check : Copy} />
        </button>
      </div>
    </div>
  );
}

// The form that held the focus is gone; reading goes on at the result.
function focusOnArrival(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}
