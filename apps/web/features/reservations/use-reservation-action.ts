import type { Client } from '@carhouse/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useClient } from '../../app/api.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { refreshReservation } from './reservation-queries.ts';

/**
 * The attribute that marks headings about the state of a reservation. The first heading with this attribute gets the
 * focus when an action removes its own button.
 */
export const stateHeadingAttribute = 'data-reservation-heading';

type SuccessOptions<Answer> = {
  /** Returns the text of the toast. */
  readonly makeToastText: (answer: Answer) => string;
  /** Closes the dialog of the action. */
  readonly close: () => void;
};

/**
 * An action on a reservation or a queue. The page is fetched again after a success and after an error, because other
 * users may have acted.
 */
export function useReservationAction<Answer, Input = void>(
  send: (client: Client, input: Input) => Promise<Answer>,
  { makeToastText, close }: SuccessOptions<Answer>,
) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(client, input),
    onSuccess: async (actionAnswer) => {
      await refreshReservation(queryClient);
      // While the modal dialog is open, no element behind it can get the focus, so the dialog is closed first.
      flushSync(close);
      document.querySelector<HTMLElement>(`[${stateHeadingAttribute}]`)?.focus();
      toastSuccess(makeToastText(actionAnswer));
    },
    onError: () => void refreshReservation(queryClient),
  });
}
