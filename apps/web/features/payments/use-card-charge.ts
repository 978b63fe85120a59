import type { Order } from '@carhouse/contract/bookings';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useClient } from '../../app/api.ts';
import { refreshOrders } from '../bookings/booking-queries.ts';
import { type CardPaymentInput, CardRefusedError, type PaymentResult, payOrder } from './pay-order.ts';

type CardPaymentAttempt = {
  readonly paymentInput: CardPaymentInput;
  readonly onPaid: ((result: PaymentResult) => void) | undefined;
};

export type CardCharge = {
  readonly payment: UseMutationResult<PaymentResult, Error, CardPaymentAttempt>;
  /** Charges the card, unless it is being charged already. `onPaid` is called when the card has been charged. */
  readonly payByCard: (paymentInput: CardPaymentInput, onPaid?: (result: PaymentResult) => void) => void;
  /** Loads the order again. */
  readonly refresh: () => Promise<void>;
};

/** The charge of a card for an order, or for a part of its price. */
export function useCardCharge(order: Order): CardCharge {
  const client = useClient();
  const queryClient = useQueryClient();
  const refresh = () => refreshOrders(queryClient);
  // Prevents a second payment: the second click of a double click may come before React has rendered the first click.
  const isPaymentRunningRef = useRef(false);
  const payment = useMutation({
    mutationFn: ({ paymentInput }: CardPaymentAttempt) => payOrder(client, order, paymentInput),
    // The result is passed to the caller before the order is fetched again, because the page of a paid order removes
    // the form.
    onSuccess: (result, { onPaid }) => {
      onPaid?.(result);
      return refresh();
    },
    // A refused card does not change the order. After an error other than a refused card, the order may have changed,
    // so the order is fetched again.
    onError: (error) => (error instanceof CardRefusedError ? undefined : refresh()),
    onSettled: () => {
      isPaymentRunningRef.current = false;
    },
  });
  const payByCard: CardCharge['payByCard'] = (paymentInput, onPaid) => {
    if (isPaymentRunningRef.current) return;
    isPaymentRunningRef.current = true;
    payment.mutate({ paymentInput, onPaid });
  };
  return { payment, payByCard, refresh };
}
