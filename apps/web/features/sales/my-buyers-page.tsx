import type { Client } from '@carhouse/contract/client';
import { type Sale, sales } from '@carhouse/contract/sales';
import { texts } from '@carhouse/contract/texts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { saleMessages } from '#messages/sales';
import { useClient } from '../../app/api.ts';
import { makeQueryKey } from '../../app/call-query.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, NotLoaded } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/spinner.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { type ListPageFetcher, ShowMore, useShownRows } from '../dashboard/show-more.tsx';
import styles from './my-buyers-page.module.css';
import { makeSaleElementId, SaleRow, salesTableShape } from './sale-row.tsx';

/**
 * The page with the buyers of the seller's cars, newest booking first. The introduction is the specification's sentence
 * (section 2).
 */
export function MyBuyersPage(): ReactElement {
  const list = useInfiniteQuery(salesQuery(useClient()));
  const rows = list.data?.pages.flatMap((page) => page.sales);
  return (
    <DashboardPage title={texts.drawer.myBuyers} lead={texts.myBuyers}>
      {rows !== undefined ? (
        rows.length === 0 ? (
          <NoBuyers />
        ) : (
          <SalesList rows={rows} pages={list} />
        )
      ) : (
        <NotLoaded
          query={list}
          errorTitle={saleMessages.failed}
          makeErrorText={saleMessages.failedText}
          skeleton={<SalesSkeleton />}
        />
      )}
    </DashboardPage>
  );
}

type SalePageFetcher = ListPageFetcher & {
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
};

function SalesList({ rows, pages }: { rows: readonly Sale[]; pages: SalePageFetcher }): ReactElement {
  const shownRows = useShownRows(rows, makeSaleElementId, pages);
  const shownRowCount = shownRows.rows.length;
  return (
    <>
      <div className="tablewrap">
        <DataTable shape={salesTableShape}>
          {shownRows.rows.map((sale) => (
            <SaleRow key={sale._id} sale={sale} />
          ))}
        </DataTable>
      </div>
      {shownRows.hasMore ? (
        <ShowMore
          sentence={
            pages.hasNextPage ? saleMessages.newest(shownRowCount) : saleMessages.shownOf(shownRowCount, rows.length)
          }
          hasMore
          isBusy={pages.isFetchingNextPage}
          error={pages.isFetchNextPageError ? pages.error : null}
          onShowMore={shownRows.showMore}
        />
      ) : null}
    </>
  );
}

function NoBuyers(): ReactElement {
  return (
    <EmptyState
      title={saleMessages.empty.title}
      action={
        <Link to="/dashboard/myProduct" className={makeButtonClass({})}>
          {texts.drawer.myProducts}
        </Link>
      }
    >
      {saleMessages.empty.text}
    </EmptyState>
  );
}

const skeletonNumbers = [1, 2, 3, 4];

function SalesSkeleton(): ReactElement {
  return (
    <>
      <Loading />
      <div className={`tablewrap ${styles.salesSkeleton}`} aria-hidden="true">
        {skeletonNumbers.map((skeletonNumber) => (
          <div key={skeletonNumber} className={styles.salesSkeletonRow}>
            <span className="skeleton" />
          </div>
        ))}
      </div>
    </>
  );
}

/** Queries the bookings of the seller's cars, newest first, page by page. */
export function salesQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: makeQueryKey(sales, 'pages'),
    queryFn: ({ pageParam }) => client(sales, { query: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
