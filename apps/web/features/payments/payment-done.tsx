import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check, Copy } from 'lucide-react';
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { paymentMessages } from '#messages/payment';
import { toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Loading } from '../../ui/spinner.tsx';
import styles from './payment-page.module.css';

/** Milliseconds after which My Orders opens automatically, so that the buyer has time to read and copy the receipt. */
const redirectDelayMs = 6000;

/** The page after a successful payment: the specification's text, the transaction id, and a link to My Orders. */
export function PaymentDone({ order, transactionId }: { order: Order; transactionId: string }): ReactElement {
  const navigate = useNavigate();
  const openMyOrders = useEffectEvent(() => void navigate({ to: '/dashboard/myOrders' }));
  useEffect(() => {
    toastSuccess(texts.toasts.paid);
    const timer = setTimeout(openMyOrders, redirectDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.done} role="status">
      <Meter tallTickCount={10} />
      <h2 ref={focusHeading} tabIndex={-1}>
        {texts.toasts.paid}
      </h2>
      <p className="num">
        {describeAmount(order)} {paymentMessages.sellerSees}
      </p>
      <TransactionId id={transactionId} />
      <Link to="/dashboard/myOrders" className={makeButtonClass({ kind: 'primary', isLarge: true, isBlock: true })}>
        {texts.drawer.myOrders}
      </Link>
      <OrderLink order={order} />
      <ReceiptLink order={order} />
      <p className="hint">{paymentMessages.leaving}</p>
    </div>
  );
}

/** The text for a payment whose card is charged and that the server has not recorded yet. */
export function PaymentConfirming({ transactionId }: { transactionId: string }): ReactElement {
  return (
    <div className={styles.done} role="status">
      <Loading />
      <h2 ref={focusHeading} tabIndex={-1}>
        {paymentMessages.confirming.title}
      </h2>
      <p>{paymentMessages.confirming.text}</p>
      <TransactionId id={transactionId} />
      <Link to="/dashboard/myOrders" className={makeButtonClass({ isLarge: true, isBlock: true })}>
        {texts.drawer.myOrders}
      </Link>
    </div>
  );
}

/** The text for an order that was paid before this page was opened, or in another tab. */
export function AlreadyPaid({ order }: { order: Order }): ReactElement {
  return (
    <div className={`${styles.done} ${styles.doneQuiet}`} role="status">
      <Badge kind="ok" icon={Check}>
        {texts.myOrders.paid}
      </Badge>
      <h2>{paymentMessages.alreadyPaid}</h2>
      <p className="num">
        {describeAmount(order)} {paymentMessages.nothingMore}
      </p>
      <Link to="/dashboard/myOrders" className={makeButtonClass({ kind: 'primary', isLarge: true, isBlock: true })}>
        {texts.drawer.myOrders}
      </Link>
      <OrderLink order={order} />
      <ReceiptLink order={order} />
    </div>
  );
}

function OrderLink({ order }: { order: Order }): ReactElement {
  return (
    <Link to="/orders/$id" params={{ id: order._id }} className={makeButtonClass({ isLarge: true, isBlock: true })}>
      {paymentMessages.order}
    </Link>
  );
}

function ReceiptLink({ order }: { order: Order }): ReactElement {
  return (
    <Link
      to="/dashboard/myOrders/$id/receipt"
      params={{ id: order._id }}
      className={makeButtonClass({ isLarge: true, isBlock: true })}
    >
      {paymentMessages.receipt}
    </Link>
  );
}

/** Returns a sentence such as `$868,000 for Ferrari Roma.` */
function describeAmount(order: Order): string {
  return paymentMessages.sumFor(
    formatMoney(order.resellPrice),
    formatCarName(order.productCategory, order.productModel),
  );
}

function TransactionId({ id }: { id: string }): ReactElement {
  const [isCopied, setIsCopied] = useState(false);
  const copyTransactionId = () =>
    void navigator.clipboard.writeText(id).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  return (
    <div className={styles.transactionIdBox}>
      <p className="small muted">{paymentMessages.transactionId}</p>
      <div className={`${styles.transactionId} num`}>
        <span>{id}</span>
        <button
          className="iconbtn"
          type="button"
          aria-label={isCopied ? paymentMessages.copied : paymentMessages.copy}
          onClick={copyTransactionId}
        >
          <Icon of={isCopied ? Check : Copy} />
        </button>
      </div>
    </div>
  );
}

// The focused form has been removed, so the heading of the result gets the focus.
function focusHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}
