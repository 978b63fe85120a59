import type { Order } from '@carhouse/contract/bookings';
import { ApiError, type Client } from '@carhouse/contract/client';
import { cardForm, createPaymentIntent, showReceipt } from '@carhouse/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { query, queryKeyOfCall } from '../../app/call-query.ts';
import type { CardFormFacts } from './load-card-form.ts';
import { waitForReleases } from './use-hold-release.ts';

/** Milliseconds between two checks of a car that another buyer is paying for. */
const reservedCheckMs = 15_000;
/**
 * Maximum number of checks of a reserved car. A hold lasts fifteen minutes. After this number of checks, only a click
 * checks again.
 */
const reservedCheckMaximum = 60;

/**
 * Queries the charge of a booking. The charge is a query although the call is a POST, because a repeated call returns
 * the same charge during the hold. The page makes the call when its card form is ready.
 */
export function paymentIntentQuery(client: Client, order: Order, isFormReady: boolean) {
  return queryOptions({
    queryKey: queryKeyOfCall(createPaymentIntent, order._id),
    queryFn: async () => {
      await waitForReleases();
      return client(createPaymentIntent, { body: { resellPrice: order.resellPrice, paymentId: order._id } });
    },
    // The call starts the hold on the car, so it is made only when the card form is ready.
    enabled: isFormReady,
    // The charge is requested again each time that the page is opened, because another buyer may hold the car by now.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) =>
      isProblem(state.error, 'CAR_RESERVED') && shouldCheckAgain(state.errorUpdateCount) ? reservedCheckMs : false,
  });
}

/** Whether the page still checks a reserved car automatically after this number of failed checks. */
export function shouldCheckAgain(failedChecks: number): boolean {
  return failedChecks < reservedCheckMaximum;
}

/** Queries the initialised card form. Only the browser requests it. */
export function cardScriptQuery(form: CardFormFacts | undefined) {
  return queryOptions({
    queryKey: queryKeyOfCall(cardForm, 'script', form?.publishableKey),
    queryFn: async () => {
      const { loadCardForm } = await import('./load-card-form.ts');
      return loadCardForm(form ?? { publishableKey: '', scriptUrl: null });
    },
    enabled: form !== undefined && typeof window !== 'undefined',
    staleTime: Number.POSITIVE_INFINITY,
    // The form is a stateful object, so it must not be compared as data.
    structuralSharing: false,
    retry: 1,
  });
}

/** Whether an error is a problem response of the server with this code. */
export function isProblem(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Queries the receipt of a paid order. */
export function receiptQuery(client: Client, id: string) {
  return query(client, showReceipt, { params: { id } });
}
