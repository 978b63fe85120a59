import type { Client } from '@carhouse/contract/client';
import { showPaymentPlan } from '@carhouse/contract/payment-plans';
import { showListingReservation, showReservation } from '@carhouse/contract/reservations';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { invalidate, makeQueryKey } from '../../app/call-query.ts';
import { refreshOrders } from '../bookings/booking-queries.ts';

/** Queries the reservation of a car, its offer and its queue, for this user or for a visitor. */
export function reservationQuery(client: Client, listingId: string, email: string | undefined) {
  return queryOptions({
    queryKey: makeQueryKey(showListingReservation, { params: { id: listingId } }, email ?? null),
    queryFn: () => client(showListingReservation, { params: { id: listingId } }),
  });
}

/**
 * Fetches the data again that a reservation or its end has changed: the reservation, the queue, the parts of the price
 * and the orders.
 */
export async function refreshReservation(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    invalidate(queryClient, showListingReservation, showReservation, showPaymentPlan),
    refreshOrders(queryClient),
  ]);
}
