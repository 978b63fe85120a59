import type { Order } from '@carhouse/contract/bookings';
import type { CallAnswer } from '@carhouse/contract/call';
import { ApiError, type Client } from '@carhouse/contract/client';
import { showPaymentPlan } from '@carhouse/contract/payment-plans';
import { cardForm, checkPayment, createPaymentIntent, showPaynowCode, showReceipt } from '@carhouse/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { makeQueryKey, query } from '../../app/call-query.ts';
import type { CardFormOptions } from './load-card-form.ts';
import { waitForReleases } from './use-hold-release.ts';

/** The answer to the call that opens a charge. */
export type OpenedCharge = CallAnswer<typeof createPaymentIntent>;
/** The answer to the call that shows a code. */
export type ShownCode = CallAnswer<typeof showPaynowCode>;

/** Milliseconds between two checks of a car that another buyer is paying for. */
const reservedCheckMs = 15_000;
/**
 * Maximum number of checks of a reserved car. A hold lasts fifteen minutes. After the maximum number of checks, the car
 * is checked again only by a click.
 */
const reservedCheckCountMaximum = 60;

/**
 * Queries the charge of a booking. The charge is a query although the call is a POST, because a repeated call returns
 * the same charge during the hold. The page makes the call when its card form is ready.
 * @param part the number of the part of the price that is paid.
 */
export function paymentIntentQuery(client: Client, order: Order, isFormReady: boolean, part = 1) {
  return queryOptions({
    queryKey: makeQueryKey(createPaymentIntent, order._id, String(part)),
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
      isProblemWithCode(state.error, 'CAR_RESERVED') && shouldCheckAgain(state.errorUpdateCount)
        ? reservedCheckMs
        : false,
  });
}

/**
 * Queries the PayNow code of a booking. The code is a query although the call is a POST, because a repeated call
 * returns the same code while it can be paid.
 */
export function paynowCodeQuery(client: Client, order: Order, isEnabled: boolean, part = 1) {
  return queryOptions({
    queryKey: makeQueryKey(showPaynowCode, order._id, String(part)),
    queryFn: async () => {
      await waitForReleases();
      return client(showPaynowCode, { params: { id: order._id } });
    },
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) =>
      isProblemWithCode(state.error, 'CAR_RESERVED') && shouldCheckAgain(state.errorUpdateCount)
        ? reservedCheckMs
        : false,
  });
}

/** Milliseconds between two calls that ask whether a code is paid. */
const paymentCheckMs = 3_000;

/**
 * Queries whether a PayNow code is paid. For each call, the server asks the provider and records a payment that is
 * completed. A hidden page does not ask the server for the state of the payment. A page that is shown again, for
 * example after the buyer has used the app of the bank, asks the server at once.
 * @param shownAt the time at which the code was shown. Each code has a query of its own.
 */
export function paymentCheckQuery(client: Client, order: Order, shownAt: number) {
  return queryOptions({
    queryKey: makeQueryKey(checkPayment, order._id, String(shownAt)),
    queryFn: () => client(checkPayment, { params: { id: order._id } }),
    enabled: shownAt > 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: ({ state }) =>
      state.data === undefined || state.data.state === 'waiting' ? 'always' : false,
    refetchInterval: ({ state }) => {
      if (state.error !== null) return isTemporary(state.error) ? paymentCheckMs : false;
      return state.data === undefined || state.data.state === 'waiting' ? paymentCheckMs : false;
    },
  });
}

/** Whether a call may be repeated after this error: the network, the server or the provider had a fault. */
export function isTemporary(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Whether the page still checks a reserved car automatically after this number of failed checks. */
export function shouldCheckAgain(failedCheckCount: number): boolean {
  return failedCheckCount < reservedCheckCountMaximum;
}

/** Queries the initialised card form. Only the browser requests the charge. */
export function cardScriptQuery(form: CardFormOptions | undefined) {
  return queryOptions({
    queryKey: makeQueryKey(cardForm, 'script', form?.publishableKey),
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
export function isProblemWithCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Queries the parts in which the price of a booking is paid. */
export function paymentPlanQuery(client: Client, id: string) {
  return query(client, showPaymentPlan, { params: { id } });
}

/** Queries the receipt of a paid order. */
export function receiptQuery(client: Client, id: string) {
  return query(client, showReceipt, { params: { id } });
}
