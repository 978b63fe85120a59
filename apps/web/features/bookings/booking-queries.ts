import { getPayment, myOrders, type Order } from '@carhouse/contract/bookings';
import type { Client } from '@carhouse/contract/client';
import { listing } from '@carhouse/contract/listing-detail';
import { products } from '@carhouse/contract/listings';
import { showOrderPage } from '@carhouse/contract/orders';
import { overview } from '@carhouse/contract/overview';
import { cardForm } from '@carhouse/contract/payments';
import { sales } from '@carhouse/contract/sales';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { invalidate, makeQueryKey, query, readNextCursor } from '../../app/call-query.ts';

export type OrdersPage = {
  readonly orders: readonly Order[];
  /** Number of the user's orders on all pages. */
  readonly orderCount: number;
  /** The cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
};

/**
 * Queries the user's newest orders, and the number of all orders. The e-mail address is sent because the
 * specification's client sends it.
 */
export function newestOrdersQuery(client: Client, email: string) {
  return queryOptions({
    queryKey: makeQueryKey(myOrders, { query: { email } }),
    queryFn: () => fetchOrders(client, { email }),
  });
}

/** Queries only the user's newest orders. */
export function myOrdersQuery(client: Client, email: string) {
  return { ...newestOrdersQuery(client, email), select: ({ orders }: OrdersPage) => orders };
}

/**
 * Queries the orders after the newest ones, one page at a time. `firstCursor` is the cursor of the first page after the
 * newest orders.
 */
export function olderOrdersQuery(client: Client, email: string, firstCursor: string | null) {
  return infiniteQueryOptions({
    queryKey: makeQueryKey(myOrders, { query: { email } }, 'after', firstCursor),
    queryFn: ({ pageParam }) => fetchOrders(client, { email, before: pageParam }),
    initialPageParam: firstCursor ?? '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The query starts when the user first clicks 'Show more'.
    enabled: false,
  });
}

async function fetchOrders(client: Client, query: { email: string; before?: string }): Promise<OrdersPage> {
  let orderCount = 0;
  let nextCursor: string | null = null;
  const onHeaders = (headers: Headers) => {
    orderCount = Number(headers.get('x-total-count') ?? 0);
    nextCursor = readNextCursor(headers);
  };
  const orders = await client(myOrders, { query, onHeaders });
  return { orders, orderCount, nextCursor };
}

/** Queries the booking that a payment page is about. */
export function paymentQuery(client: Client, id: string) {
  return query(client, getPayment, { params: { id } });
}

/**
 * Reads the data again that a booking, a payment or a cancellation has changed: the orders of buyer and seller, the
 * car, and the sums of the dashboards. Only data that is on the screen is fetched immediately.
 */
export function refreshOrders(queryClient: QueryClient): Promise<void> {
  return invalidate(queryClient, myOrders, getPayment, showOrderPage, sales, overview, products, listing);
}

/** Queries which card form to show: the sandbox's or the real provider's. */
export function cardFormQuery(client: Client) {
  return { ...query(client, cardForm), staleTime: Number.POSITIVE_INFINITY };
}
