import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useClient } from '../../api.ts';
import { useSignedInUser } from '../../session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/wheel.tsx';
import { DashPage } from '../dashboard/dash-page.tsx';
import { myOrdersQuery } from './booking-queries.ts';
import './my-orders-page.css';
import { OrderCard } from './order-card.tsx';

/** Own bookings, newest first (specification, section 2). */
export function MyOrdersPage(): ReactElement {
  const user = useSignedInUser();
  const orders = useQuery(myOrdersQuery(useClient(), user.email));
  return (
    <DashPage title={orders.data === undefined ? texts.drawer.myOrders : texts.myOrders.total(orders.data.length)}>
      {orders.data === undefined ? (
        orders.isError ? (
          <ErrorState title="Your orders did not arrive" busy={orders.isFetching} onRetry={() => void orders.refetch()}>
            {orders.error.message} Your orders are safe.
          </ErrorState>
        ) : (
          <OrderSkeletons />
        )
      ) : orders.data.length === 0 ? (
        <EmptyState
          title="No orders yet"
          action={
            <Link to="/home" className={buttonClass({ kind: 'primary' })}>
              See the collections
            </Link>
          }
        >
          Book a viewing on any car and it shows up here, ready to pay.
        </EmptyState>
      ) : (
        <div className="orders">
          {orders.data.map((order) => (
            <OrderCard key={order._id} order={order} />
          ))}
        </div>
      )}
    </DashPage>
  );
}

const places = [1, 2, 3];

function OrderSkeletons(): ReactElement {
  return (
    <>
      <Loading />
      <div className="orders orders--skeleton" aria-hidden="true">
        {places.map((place) => (
          <div key={place} className="order">
            <div className="pic sk" />
            <div>
              <span className="sk sk--line" />
              <span className="sk sk--line" />
              <span className="sk sk--line" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
