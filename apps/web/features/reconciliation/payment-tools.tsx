import { paymentsCsvPath } from '@carhouse/contract/csv-files';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { useClient } from '../../app/api.ts';
import { DayField } from '../../ui/day-field.tsx';
import { Fact } from '../../ui/fact.tsx';
import { formatCount, formatMoney } from '../../ui/format.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { CsvButton } from '../dashboard/csv-button.tsx';
import styles from './payment-tools.module.css';
import {
  type PaymentFilters,
  paymentTotalsQuery,
  pickPaymentFilters,
  type ReconciliationFilters,
  readReconciliationChoice,
} from './reconciliation-queries.ts';

const text = reconciliationMessages.payments;

/** The search and the period of the payments, the sums of the shown payments, and the link to the same payments as CSV. */
export function PaymentTools({ choice }: { choice: ReconciliationFilters }): ReactElement {
  const navigate = useNavigate();
  const { from = '', to = '' } = choice;
  const setFilters = (change: { readonly [Filter in keyof PaymentFilters]: string }) =>
    void navigate({
      to: '/dashboard/money',
      search: (currentSearch: Record<string, unknown>) => readReconciliationChoice({ ...currentSearch, ...change }),
      replace: true,
      resetScroll: false,
    });
  const isPeriodReversed = from !== '' && to !== '' && to < from;
  return (
    <>
      <div className={styles.head}>
        <h2>{text.title}</h2>
        <CsvButton path={paymentsCsvPath} name="payments.csv" choice={pickPaymentFilters(choice)} />
      </div>
      <SearchBox label={text.search} value={choice.search ?? ''} onSearch={(search) => setFilters({ search })} />
      <fieldset className={styles.period}>
        <legend className="visually-hidden">{text.period}</legend>
        <DayField label={text.from} value={from} onChoose={(day) => setFilters({ from: day })} />
        <DayField
          label={text.to}
          value={to}
          error={isPeriodReversed ? text.reversed : undefined}
          onChoose={(day) => setFilters({ to: day })}
        />
      </fieldset>
      <PaymentTotals choice={choice} />
    </>
  );
}

/** The number and the sums of the payments with the chosen filters. */
function PaymentTotals({ choice }: { choice: ReconciliationFilters }): ReactElement | null {
  // The sums for the previous filters remain until the new sums have loaded, because screen readers do not announce a
  // status that is removed and added again.
  const { data: totals, isPlaceholderData } = useQuery({
    ...paymentTotalsQuery(useClient(), choice),
    placeholderData: keepPreviousData,
  });
  if (totals === undefined) return null;
  const { payments, paid: paidSum, refunded: refundedSum, refundsOpen } = totals;
  return (
    <section className={styles.totals} aria-label={text.totals} role="status" aria-busy={isPlaceholderData}>
      <dl>
        <Fact name={text.sums.payments}>{formatCount(payments)}</Fact>
        <Fact name={text.sums.paid}>{formatMoney(paidSum)}</Fact>
        <Fact name={text.sums.refunded}>{formatMoney(refundedSum)}</Fact>
        {refundsOpen === 0 ? null : <Fact name={text.sums.refundsOpen}>{formatMoney(refundsOpen)}</Fact>}
        <Fact name={text.sums.left}>
          {formatMoney((Math.round(paidSum * 100) - Math.round(refundedSum * 100)) / 100)}
        </Fact>
      </dl>
    </section>
  );
}
