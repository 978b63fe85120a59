import { getPayment, myOrders } from '@carhouse/contract/bookings';
import type { Client } from '@carhouse/contract/client';
import { cardForm } from '@carhouse/contract/payments';
import { queryOptions } from '@tanstack/react-query';

/** Own orders, newest first. The address goes along as the specification's client sends it. */
export function myOrdersQuery(client: Client, email: string) {
  return queryOptions({ queryKey: ['my-orders', email], queryFn: () => client(myOrders, { query: { email } }) });
}

/** The booking that a payment page is about. */
export function paymentQuery(client: Client, id: string) {
  return queryOptions({ queryKey: ['payment', id], queryFn: () => client(getPayment, { params: { id } }) });
}

/** Which card form to show: the sandbox's or the real provider's. */
export function cardFormQuery(client: Client) {
  return queryOptions({
    queryKey: ['card-form'],
    queryFn: () => client(cardForm),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
