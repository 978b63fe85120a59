import { filterableReasons } from '@carhouse/domain/seller-payment/payment-standing';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { useClient } from '../../app/api.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Select } from '../../ui/select.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { readSellerPaymentFilter, type SellerPaymentFilter, sellerPaymentsQuery } from './seller-payment-queries.ts';
import { SellerPaymentsTable, sellerPaymentsTable } from './seller-payments-table.tsx';

const t = sellerPaymentMessages.admin;

/** The page with the payments that all sellers are owed for their sales, and the reasons why these payments wait. */
export function SellerPaymentsPage({ choice }: { choice: SellerPaymentFilter }): ReactElement {
  const list = useInfiniteQuery(sellerPaymentsQuery(useClient(), choice));
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? [];
  return (
    <DashboardPage title={t.title} lead={t.lead}>
      <ListFrame
        id="seller-payments"
        label={t.caption}
        tools={<ReasonFilter choice={choice} />}
        list={list}
        count={payments.length}
        shownCountText={t.shown(payments.length)}
        errorTitle={t.failed}
        skeleton={<TableSkeleton shape={sellerPaymentsTable} rows={6} />}
        emptyState={<NoPayments isFiltered={choice.reason !== undefined} />}
      >
        <SellerPaymentsTable payments={payments} />
      </ListFrame>
    </DashboardPage>
  );
}

function ReasonFilter({ choice }: { choice: SellerPaymentFilter }): ReactElement {
  const navigate = useNavigate();
  return (
    <Select
      label={t.filter}
      value={choice.reason ?? ''}
      onChange={({ target }) =>
        void navigate({
          to: '/dashboard/sellerPayments',
          search: readSellerPaymentFilter({ reason: target.value }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      <option value="">{t.showAll}</option>
      {filterableReasons.map((reason) => (
        <option key={reason} value={reason}>
          {t.reasons[reason]}
        </option>
      ))}
    </Select>
  );
}

function NoPayments({ isFiltered }: { isFiltered: boolean }): ReactElement {
  if (!isFiltered) return <EmptyState title={t.none}>{t.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={t.noMatch}
      action={
        <Link to="/dashboard/sellerPayments" search={{}} replace className={makeButtonClass({ kind: 'primary' })}>
          {t.showAll}
        </Link>
      }
    >
      {t.noMatchHint}
    </EmptyState>
  );
}
