import { adminQueues } from '@carhouse/contract/admin-queues';
import { bankParts } from '@carhouse/contract/bank-parts';
import type { Client } from '@carhouse/contract/client';
import { complaints } from '@carhouse/contract/complaints';
import { showPaymentPlan } from '@carhouse/contract/payment-plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { refreshOrders } from '../bookings/booking-queries.ts';
import { focusOrderHeading } from './order-heading.ts';

type SuccessOptions<Answer> = {
  /** The text of the toast, or a function that makes the text from the server's answer. */
  readonly successText: string | ((answer: Answer) => string);
  /** Closes the dialog of the action. */
  readonly close: () => void;
  /**
   * Whether the button of the action is still shown after the action. When the button is not shown any more, the
   * heading of the order gets the focus.
   */
  readonly isButtonKept?: boolean;
};

/**
 * An action on the sale of an order. The page is refreshed after a success and after an error, because the other party
 * may have acted.
 */
export function useSaleAction<Input = void, Answer = unknown>(
  send: (client: Client, input: Input) => Promise<Answer>,
  { successText, close, isButtonKept = false }: SuccessOptions<Answer>,
) {
  const client = useClient();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      refreshOrders(queryClient),
      invalidate(queryClient, complaints, adminQueues, bankParts, showPaymentPlan),
    ]);
  return useMutation({
    mutationFn: (input: Input) => send(client, input),
    onSuccess: async (saleAnswer) => {
      await refresh();
      // While the modal dialog is open, no element behind it can get the focus, so the dialog is closed first.
      flushSync(close);
      toastSuccess(typeof successText === 'string' ? successText : successText(saleAnswer));
      if (!isButtonKept) focusOrderHeading();
    },
    onError: () => void refresh(),
  });
}
