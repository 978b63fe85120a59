import { type ListedSellerPayment, retrySellerPayment, sellerPayments } from '@carhouse/contract/seller-payments';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape } from '../../ui/data-table.tsx';
import { formatCarName, formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { describeFailure } from '../auth/failure-text.ts';
import { describePaymentCalculation, describePaymentStanding, makePaymentBadge } from '../payouts/payment-words.ts';
import styles from '../payouts/payments.module.css';

const t = sellerPaymentMessages.admin;

export const sellerPaymentsTable: TableShape = {
  caption: t.caption,
  columns: [
    { name: t.columns.car },
    { name: t.columns.seller, width: 'long', line: 'named' },
    { name: t.columns.why, line: 'plain' },
    { name: t.columns.amount, as: 'amount', width: 'long', line: 'plain' },
  ],
};

/**
 * The table of payments to sellers: the car, the seller, where the money is and why, the amount, and the time of the
 * next try.
 */
export function SellerPaymentsTable({ payments }: { payments: readonly ListedSellerPayment[] }): ReactElement {
  return (
    <DataTable shape={sellerPaymentsTable}>
      {payments.map((payment) => (
        <PaymentRow key={payment._id} payment={payment} />
      ))}
    </DataTable>
  );
}

function PaymentRow({ payment }: { payment: ListedSellerPayment }): ReactElement {
  const { seller, standing } = payment;
  const car = formatCarName(payment.productCategory, payment.productModel);
  const badge = makePaymentBadge(standing, 'admin');
  return (
    <TableRow
      shape={sellerPaymentsTable}
      rowName={car}
      cells={[
        <>
          <Link key="car" className={styles.seller} to="/orders/$id" params={{ id: payment._id }}>
            {car}
          </Link>
          <span className="sub num">{t.paidOn(formatDate(payment.paidAt))}</span>
        </>,
        <Link
          key="seller"
          className={styles.seller}
          to="/dashboard/statements/$month"
          params={{ month: toSingaporeDay(new Date(payment.paidAt)).slice(0, 7) }}
          search={{ seller: seller._id }}
          title={t.statementOf(seller.name)}
        >
          {seller.name}
        </Link>,
        <div key="why" className={styles.standing}>
          <Badge kind={badge.kind} icon={badge.icon}>
            {badge.text}
          </Badge>
          <p className="num">{describePaymentStanding(standing, 'admin')}</p>
          {payment.retryable ? <RetryButton payment={payment} car={car} /> : null}
        </div>,
        <span key="amount" className="num">
          {formatMoneyWithCents(payment.amount)}
          <span className="sub">{describePaymentCalculation(payment)}</span>
        </span>,
      ]}
    />
  );
}

/**
 * The button that makes the next try of a payment now. The server requires a proof of a second factor within the last
 * minutes. The server makes only one try, also when the request arrives several times.
 */
function RetryButton({ payment, car }: { payment: ListedSellerPayment; car: string }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const retryMutation = useMutation({
    mutationFn: () => client(retrySellerPayment, { params: { id: payment._id }, body: {} }),
    onSuccess: ({ modifiedCount }) => toastSuccess(modifiedCount === 0 ? t.unchanged : t.retried),
    onError: (error) => void toastError(describeFailure(error)),
    onSettled: () => invalidate(queryClient, sellerPayments),
  });
  return (
    <Button isBusy={retryMutation.isPending} aria-label={t.retryOf(car)} onClick={() => retryMutation.mutate()}>
      <Icon of={RotateCw} />
      {t.retry}
    </Button>
  );
}
