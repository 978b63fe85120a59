import type { ListedPayment } from '@carhouse/contract/payments';
import { bookingLifecycle } from '@carhouse/domain/booking/booking-lifecycle';
import { possibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BadgeCheck, Gavel, Hourglass, RotateCcw, TriangleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { carName, money } from '../../ui/format.ts';
import { date, time } from '../../ui/format-date.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import styles from './reconciliation-page.module.css';
import { paymentsQuery, type ReconciliationChoice, readReconciliationChoice } from './reconciliation-queries.ts';
import { RefundDialog } from './refund-dialog.tsx';

const text = reconciliationMessages.payments;

const { columns } = text;
const table = {
  className: styles.payments,
  caption: text.caption,
  columns: [
    columns.car,
    columns.people,
    { name: columns.paid, as: 'newest' },
    { name: columns.amount, as: 'amount' },
    columns.state,
    { name: columns.actions, as: 'actions' },
  ],
} as const;

/** Every payment with its refund; what is paid can be given back. */
export function Payments({ choice }: { choice: ReconciliationChoice }): ReactElement {
  const list = useInfiniteQuery(paymentsQuery(useClient(), choice));
  const [asked, setAsked] = useState<ListedPayment>();
  const payments = list.data?.pages.flatMap((page) => page.answer) ?? [];
  return (
    <>
      <ListFrame
        label={text.caption}
        tools={<PaymentTools choice={choice} />}
        list={list}
        count={payments.length}
        shown={text.shown(payments.length)}
        failed={text.failed}
        skeleton={<TableSkeleton {...table} rows={5} />}
        empty={<NoPayments choice={choice} />}
      >
        <DataTable {...table}>
          {payments.map((payment) => (
            <PaymentRow key={payment._id} payment={payment} onRefund={() => setAsked(payment)} />
          ))}
        </DataTable>
      </ListFrame>
      {asked === undefined ? null : <RefundDialog payment={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function PaymentTools({ choice }: { choice: ReconciliationChoice }): ReactElement {
  const navigate = useNavigate();
  return (
    <>
      <h2 className={styles.toolsTitle}>{text.title}</h2>
      <SearchBox
        label={text.search}
        value={choice.search ?? ''}
        onSearch={(search) =>
          void navigate({
            to: '/dashboard/money',
            search: readReconciliationChoice({ ...choice, search }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
}

function NoPayments({ choice }: { choice: ReconciliationChoice }): ReactElement {
  if (choice.search === undefined) return <EmptyState title={text.none}>{text.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={text.noMatch}
      action={
        <Link
          className={buttonClass({ kind: 'primary' })}
          to="/dashboard/money"
          search={readReconciliationChoice({ ...choice, search: undefined })}
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
  const car = carName(payment.productCategory, payment.productModel);
  return (
    <tr>
      <td className={styles.paymentsTwo}>
        <b>{car}</b>
        <span className="num">{payment.number}</span>
      </td>
      <td className={`full ${styles.paymentsTwo}`}>
        {payment.buyerName}
        <span>{text.from(payment.sellerName)}</span>
      </td>
      <td className={`full num ${styles.paymentsTwo}`}>
        <time dateTime={payment.paidAt}>
          {date(payment.paidAt)} {time(payment.paidAt)}
        </time>
        {payment.card === null ? null : <span>{text.card(payment.card.brand, payment.card.last4)}</span>}
      </td>
      <td className="num align-right reconciliation full">{money(payment.amount)}</td>
      <td className={`full ${styles.paymentsTwo}`}>
        <PaymentState payment={payment} />
        {payment.refund === null ? null : <span>{payment.refund.reason}</span>}
        {payment.waiting === null ? null : (
          <>
            <span>{payment.waiting.reason}</span>
            <span>{text.askedBy(payment.waiting.requestedBy, date(payment.waiting.expiresAt))}</span>
          </>
        )}
      </td>
      <td className="actions-cell">
        {isRefundable(payment) ? (
          <span className="actions">
            <Button
              kind="quiet"
              className="btn--dangerquiet"
              aria-label={text.refundOf(car, payment.number)}
              onClick={onRefund}
            >
              {text.refund}
            </Button>
          </span>
        ) : null}
      </td>
    </tr>
  );
}

/** A payment with a refund is one of a refunded booking. While a refund waits for another admin, no second one can be requested. */
function isRefundable({ refund, waiting }: ListedPayment): boolean {
  const events = possibleEvents(bookingLifecycle, refund === null ? 'paid' : 'refunded', 'admin');
  return events.includes('refund') && waiting === null;
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
