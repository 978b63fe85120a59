import type { ListedPayment } from '@carhouse/contract/payments';
import { bookingLifecycle } from '@carhouse/domain/booking/booking-lifecycle';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Gavel, Hourglass, RotateCcw, TriangleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { PaymentTools } from './payment-tools.tsx';
import {
  paymentsQuery,
  pickPaymentFilters,
  type ReconciliationFilters,
  readReconciliationChoice,
} from './reconciliation-queries.ts';
import { RefundDialog } from './refund-dialog.tsx';

const text = reconciliationMessages.payments;

const { columns } = text;
const table: TableShape = {
  caption: text.caption,
  columns: [
    { name: columns.car },
    { name: columns.people, hiddenFrom: 'third', line: 'plain' },
    { name: columns.paid, as: 'newest', width: 'long', hiddenFrom: 'second', line: 'plain' },
    { name: columns.amount, as: 'amount', width: 'medium' },
    { name: columns.state, width: 'long' },
    { name: columns.actions, as: 'actions' },
  ],
  details: true,
};

/** The list of the payments of a period with their refunds and sums, and a button that refunds a payment. */
export function Payments({ choice }: { choice: ReconciliationFilters }): ReactElement {
  const list = useInfiniteQuery(paymentsQuery(useClient(), choice));
  const [chosenPayment, setChosenPayment] = useState<ListedPayment>();
  const payments = list.data?.pages.flatMap((page) => page.answer) ?? [];
  return (
    <>
      <ListFrame
        label={text.caption}
        tools={<PaymentTools choice={choice} />}
        list={list}
        count={payments.length}
        shownCountText={text.shown(payments.length)}
        errorTitle={text.failed}
        skeleton={<TableSkeleton shape={table} rows={5} />}
        emptyState={<NoPayments choice={choice} />}
      >
        <DataTable shape={table}>
          {payments.map((payment) => (
            <PaymentRow key={payment._id} payment={payment} onRefund={() => setChosenPayment(payment)} />
          ))}
        </DataTable>
      </ListFrame>
      {chosenPayment === undefined ? null : (
        <RefundDialog payment={chosenPayment} onClose={() => setChosenPayment(undefined)} />
      )}
    </>
  );
}

function NoPayments({ choice }: { choice: ReconciliationFilters }): ReactElement {
  if (Object.keys(pickPaymentFilters(choice)).length === 0)
    return <EmptyState title={text.none}>{text.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={text.noMatch}
      action={
        <Link
          className={makeButtonClass({ kind: 'primary' })}
          to="/dashboard/money"
          search={readReconciliationChoice({ state: choice.state })}
          replace
        >
          {text.showAll}
        </Link>
      }
    >
      {text.noMatchHint}
    </EmptyState>
  );
}

function PaymentRow({ payment, onRefund }: { payment: ListedPayment; onRefund: () => void }): ReactElement {
  const car = formatCarName(payment.productCategory, payment.productModel);
  return (
    <TableRow
      shape={table}
      rowName={text.paymentOf(car, payment.number)}
      cells={[
        <>
          <b>{car}</b>
          <span className="sub num">{payment.number}</span>
        </>,
        <>
          {payment.buyerName}
          <span className="sub">{text.fromSeller(payment.sellerName)}</span>
        </>,
        <>
          <time dateTime={payment.paidAt}>
            {formatDate(payment.paidAt)} {formatTime(payment.paidAt)}
          </time>
          <MethodOfPayment payment={payment} />
        </>,
        formatMoney(payment.amount),
        <>
          <PaymentState payment={payment} />
          {payment.refund === null ? null : <span className="sub">{payment.refund.reason}</span>}
          {payment.waiting === null ? null : (
            <>
              <span className="sub">{payment.waiting.reason}</span>
              <span className="sub">
                {text.askedBy(payment.waiting.requestedBy, formatDate(payment.waiting.expiresAt))}
              </span>
            </>
          )}
        </>,
        isRefundable(payment) ? (
          <span key="act" className="actions">
            <Button
              kind="quiet"
              className="btn--dangerquiet"
              aria-label={(payment.takenBack ? text.undoOf : text.refundOf)(car, payment.number)}
              onClick={onRefund}
            >
              {payment.takenBack ? text.undo : text.refund}
            </Button>
          </span>
        ) : null,
      ]}
      facts={[{ name: text.charge, value: <ProviderChargeLink payment={payment} />, isWide: true }]}
      links={
        <>
          <Link className={makeButtonClass({})} to="/dashboard/myOrders/$id/receipt" params={{ id: payment.bookingId }}>
            {text.receipt}
          </Link>
          <Link
            className={makeButtonClass({})}
            to="/dashboard/audit"
            search={{ noun: 'booking', nounId: payment.bookingId }}
          >
            {text.audit}
          </Link>
          <Link className={makeButtonClass({})} to="/dashboard/books" search={{ booking: payment.bookingId }}>
            {text.books}
          </Link>
        </>
      }
    />
  );
}

/**
 * Whether an admin can refund a payment now: the payment has no refund, and no request for its refund waits for another
 * admin. A payment with a refund belongs to a refunded booking.
 */
function isRefundable({ refund, waiting }: ListedPayment): boolean {
  const events = listPossibleEvents(bookingLifecycle, refund === null ? 'paid' : 'refunded', 'admin');
  return events.includes('refund') && waiting === null;
}

/** The card or other means of the payment; renders nothing for a card that the provider does not describe. */
function MethodOfPayment({ payment: { method, card } }: { payment: ListedPayment }): ReactElement | null {
  if (method === 'paynow') return <span className="sub">{text.paynow}</span>;
  return card === null ? null : <span className="sub">{text.card(card.brand, card.last4)}</span>;
}

/** The charge at the card provider: a link when the provider has a page for it, otherwise its id. */
function ProviderChargeLink({ payment }: { payment: ListedPayment }): ReactElement {
  if (payment.providerUrl === null) return <code>{payment.transactionId}</code>;
  return (
    <a className="link" href={payment.providerUrl} rel="noreferrer" target="_blank">
      {text.openCharge}
    </a>
  );
}

function PaymentState({ payment }: { payment: ListedPayment }): ReactElement {
  if (payment.refund !== null) {
    const { state } = payment.refund;
    return (
      <Badge
        kind={state === 'failed' ? 'stop' : state === 'due' || state === 'pending' ? 'wait' : 'neutral'}
        icon={state === 'failed' ? TriangleAlert : RotateCcw}
      >
        {reconciliationMessages.refundStates[state]}
      </Badge>
    );
  }
  if (payment.waiting !== null) {
    return (
      <Badge kind="wait" icon={Hourglass}>
        {text.waiting}
      </Badge>
    );
  }
  if (payment.takenBack) {
    return (
      <Badge kind="stop" icon={Gavel}>
        {text.takenBack}
      </Badge>
    );
  }
  if (payment.disputed) {
    return (
      <Badge kind="wait" icon={Gavel}>
        {text.disputed}
      </Badge>
    );
  }
  return (
    <Badge kind="ok" icon={BadgeCheck}>
      {text.paid}
    </Badge>
  );
}
