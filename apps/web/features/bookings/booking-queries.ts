import { getPayment, myOrders, type Order } from '@carhouse/contract/bookings';
import type { Client } from '@carhouse/contract/client';
import { cardForm } from '@carhouse/contract/payments';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callKey, nextCursor, query } from '../../app/call-query.ts';

export type OrdersPage = {
  readonly orders: readonly Order[];
  /** Number of all orders, on all pages. */
  readonly total: number;
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
};

/** The newest own orders and how many there are altogether. The address is sent along as in the specification's client. */
export function newestOrdersQuery(client: Client, email: string) {
  return queryOptions({
    queryKey: callKey(myOrders, { query: { email } }),
    queryFn: () => fetchOrders(client, { email }),
  });
}

/** The newest own orders alone. */
export function myOrdersQuery(client: Client, email: string) {
  return { ...newestOrdersQuery(client, email), select: ({ orders }: OrdersPage) => orders };
}

/** The orders after the newest ones, one page at a time. `first` is the cursor of the first page. */
export function olderOrdersQuery(client: Client, email: string, first: string | null) {
  return infiniteQueryOptions({
    queryKey: callKey(myOrders, { query: { email } }, 'after', first),
    queryFn: ({ pageParam }) => fetchOrders(client, { email, before: pageParam }),
    initialPageParam: first ?? '',
    getNextPageParam: ({ next }) => next,
    // Starts at the first 'Show more'.
    enabled: false,
  });
}

async function fetchOrders(client: Client, query: { email: string; before?: string }): Promise<OrdersPage> {
  let total = 0;
  let next: string | null = null;
  const onHeaders = (headers: Headers) => {
    total = Number(headers.get('x-total-count') ?? 0);
    next = nextCursor(headers);
  };
  const orders = await client(myOrders, { query, onHeaders });
  return { orders, total, next };
}

/** The booking that a payment page is about. */
export function paymentQuery(client: Client, id: string) {
  return query(client, getPayment, { params: { id } });
}

/** Which card form to show: the sandbox's or the real provider's. */
export function cardFormQuery(client: Client) {
  return { ...query(client, cardForm), staleTime: Number.POSITIVE_INFINITY };
}
