import { ApiError } from '@carhouse/contract/client';
import { type CurrentHold, listHolds } from '@carhouse/contract/holds';
import { breakHold } from '@carhouse/contract/payments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { holdMessages } from '#messages/holds';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { formatCarName } from '../../ui/format.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';

type Props = { readonly hold: CurrentHold; readonly onClose: () => void; readonly onDone: () => void };

/** A dialog that asks for the reason to end a hold and explains the effect. */
export function BreakHoldDialog({ hold, onClose, onDone }: Props): ReactElement {
  const breakHoldMutation = useBreakHold(hold, onDone);
  return (
    <ReasonDialog
      title={holdMessages.question}
      onClose={onClose}
      request={breakHoldMutation}
      cancelLabel={holdMessages.keep}
      confirm={holdMessages.break}
      messages={holdMessages}
      minLength={3}
      onReason={(reason) => breakHoldMutation.mutate(reason)}
    >
      <p>
        <b>{makeCarName(hold)}</b>
      </p>
      <p className="small">{holdMessages.effect(hold.buyer.name)}</p>
    </ReasonDialog>
  );
}

function useBreakHold(hold: CurrentHold, onDone: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => client(breakHold, { params: { id: hold.listingId }, body: { reason } }),
    onSuccess: ({ sold }) => {
      if (sold) toastError(holdMessages.sold(makeCarName(hold)));
      else toastSuccess(holdMessages.broken(makeCarName(hold)));
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'NO_HOLD') return;
      toastError(holdMessages.gone);
      onDone();
    },
    onSettled: () => invalidate(queryClient, listHolds),
  });
}

/** Returns the name of the car, such as `Ferrari Roma`. */
export function makeCarName(hold: Pick<CurrentHold, 'productCategory' | 'productModel'>): string {
  return formatCarName(hold.productCategory, hold.productModel);
}
