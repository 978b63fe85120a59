import type { Order } from '@carhouse/contract/bookings';
import { ApiError, type Client } from '@carhouse/contract/client';
import { cardForm, createPaymentIntent, showReceipt } from '@carhouse/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { callKey, query } from '../../app/call-query.ts';
import type { CardFormFacts } from './load-card-form.ts';
import { releasesDone } from './use-hold-release.ts';

/** Milliseconds between two checks of a car that another buyer is paying for. */
const reservedLook = 15_000;
/** Maximum number of these checks: a hold lasts fifteen minutes. After them only the buyer asks again. */
const reservedLooks = 60;

/**
 * Queries the charge of a booking. It is a query although the call is a POST: the page requests it when its card form is
 * ready, and a repeated call returns the same charge during the hold.
 */
export function paymentIntentQuery(client: Client, order: Order, isFormReady: boolean) {
  return queryOptions({
    queryKey: callKey(createPaymentIntent, order._id),
    queryFn: async () => {
      await releasesDone();
      return client(createPaymentIntent, { body: { resellPrice: order.resellPrice, paymentId: order._id } });
    },
    // The call holds the car, so it is made only when the card form is ready.
    enabled: isFormReady,
    // Every opening of the page requests it again, because another buyer may have the hold by now.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) =>
      isProblem(state.error, 'CAR_RESERVED') && checksAgain(state.errorUpdateCount) ? reservedLook : false,
  });
}

/** Whether the page still checks a reserved car by itself after this number of failed checks. */
export function checksAgain(failedChecks: number): boolean {
  return failedChecks < reservedLooks;
}

/** Queries the initialised card form. Only the browser requests it. */
export function cardScriptQuery(form: CardFormFacts | undefined) {
  return queryOptions({
    queryKey: callKey(cardForm, 'script', form?.publishableKey),
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
