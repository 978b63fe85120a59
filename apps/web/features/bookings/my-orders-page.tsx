import { texts } from '@carhouse/contract/texts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { orderMessages } from '#messages/orders';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/session.ts';
import { toastError } from '../../app/toasts.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { EmptyState, NotLoaded } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loading } from '../../ui/spinner.tsx';
import { useFocusAdded } from '../../ui/use-focus-added.ts';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { BookedNote } from './booked-note.tsx';
import { newestOrdersQuery, type OrdersPage, olderOrdersQuery } from './booking-queries.ts';
import styles from './my-orders-page.module.css';
import { OrderCard } from './order-card.tsx';

/** Number of orders that are shown at first, and number of orders that each 'show more' adds. */
const ordersPerStep = 20;

/** The page with the bookings that the user has made, newest first (specification, section 2). */
export function MyOrdersPage(): ReactElement {
  const user = useSignedInUser();
  const newestOrdersResult = useQuery(newestOrdersQuery(useClient(), user.email));
  return (
    <DashboardPage
      title={
        newestOrdersResult.data === undefined
          ? texts.drawer.myOrders
          : texts.myOrders.total(newestOrdersResult.data.orderCount)
      }
    >
      {newestOrdersResult.data === undefined ? (
        <NotLoaded
          query={newestOrdersResult}
          errorTitle={orderMessages.failed.title}
          makeErrorText={(message) => `${message} ${orderMessages.failed.kept}`}
          skeleton={<OrderSkeletons />}
        />
      ) : newestOrdersResult.data.orders.length === 0 ? (
        <EmptyState
          title={orderMessages.empty.title}
          action={
            <Link to="/home" className={makeButtonClass({ kind: 'primary' })}>
              {orderMessages.empty.action}
            </Link>
          }
        >
          {orderMessages.empty.text}
        </EmptyState>
      ) : (
        <Orders newestPage={newestOrdersResult.data} />
      )}
    </DashboardPage>
  );
}

function Orders({ newestPage }: { newestPage: OrdersPage }): ReactElement {
  const user = useSignedInUser();
  const olderOrdersResult = useInfiniteQuery(olderOrdersQuery(useClient(), user.email, newestPage.nextCursor));
  const [shownCount, setShownCount] = useState(ordersPerStep);
  const orders = [...newestPage.orders, ...(olderOrdersResult.data?.pages ?? []).flatMap((page) => page.orders)];
  const isLast =
    newestPage.nextCursor === null || (olderOrdersResult.data !== undefined && !olderOrdersResult.hasNextPage);
  const focusOrderAt = useFocusAdded((index) => document.querySelectorAll('[data-order]')[index]);
  const remainingCount = (isLast ? orders.length : newestPage.orderCount) - shownCount;

  const showMore = async (): Promise<void> => {
    if (shownCount + ordersPerStep > orders.length && !isLast) {
      const fetchResult = await (olderOrdersResult.data === undefined
        ? olderOrdersResult.refetch()
        : olderOrdersResult.fetchNextPage());
      if (fetchResult.isError) {
        toastError(`${orderMessages.moreFailed} ${fetchResult.error.message}`);
        return;
      }
    }
    focusOrderAt(shownCount);
    setShownCount(shownCount + ordersPerStep);
  };
  return (
    <>
      <BookedNote orders={newestPage.orders} />
      <div className={styles.orders}>
        {orders.slice(0, shownCount).map((order) => (
          <OrderCard key={order._id} order={order} />
        ))}
      </div>
      {newestPage.orderCount > ordersPerStep ? (
        <div className={styles.ordersMore}>
          <p className="muted num" role="status">
            {orderMessages.shown(formatCount(Math.min(shownCount, orders.length)), formatCount(newestPage.orderCount))}
          </p>
          {remainingCount > 0 ? (
            <Button isLarge isBusy={olderOrdersResult.isFetching} onClick={() => void showMore()}>
              {orderMessages.more(formatCount(Math.min(ordersPerStep, remainingCount)))}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

const skeletonNumbers = [1, 2, 3];

function OrderSkeletons(): ReactElement {
  return (
    <>
      <Loading />
      <div className={`${styles.orders} ${styles.ordersSkeleton}`} aria-hidden="true">
        {skeletonNumbers.map((skeletonNumber) => (
          <div key={skeletonNumber} className={styles.order}>
            <div className={`${styles.pic} skeleton`} />
            <div>
              <span className={`skeleton ${styles.skeletonLine}`} />
              <span className={`skeleton ${styles.skeletonLine}`} />
              <span className={`skeleton ${styles.skeletonLine}`} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
