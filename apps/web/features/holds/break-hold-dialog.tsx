import { ApiError } from '@carhouse/contract/client';
import { type CurrentHold, listHolds } from '@carhouse/contract/holds';
import { breakHold } from '@carhouse/contract/payments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { holdMessages } from '#messages/holds';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { brandName } from '../../ui/format.ts';

const shortest = 3;

type Props = { readonly hold: CurrentHold; readonly onClose: () => void; readonly onDone: () => void };

/** Asks why a hold ends, and says what that does. */
export function BreakHoldDialog({ hold, onClose, onDone }: Props): ReactElement {
  const breaking = useBreakHold(hold, onDone);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason }) => {
    if (!breaking.isPending) breaking.mutate(reason.trim());
  });
  return (
    <Dialog title={holdMessages.question} onClose={onClose} small busy={breaking.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body">
          <p>
            <b>{carOf(hold)}</b>
          </p>
          <p className="small">{holdMessages.effect(hold.buyer.name)}</p>
          <Field
            label={holdMessages.reason}
            hint={holdMessages.reasonHint}
            maxLength={300}
            autoComplete="off"
            readOnly={breaking.isPending}
            error={form.formState.errors.reason?.message}
            data-autofocus
            {...form.register('reason', {
              validate: (reason) => ([...reason.trim()].length < shortest ? holdMessages.reasonRequired : true),
            })}
          />
          {breaking.error === null ? null : (
            <Callout icon={CircleAlert} kind="stop" role="alert">
              {breaking.error.message}
            </Callout>
          )}
        </div>
        <div className="dialog__foot">
          <Button disabled={breaking.isPending} onClick={onClose}>
            {holdMessages.keep}
          </Button>
          <Button kind="danger" type="submit" busy={breaking.isPending}>
            {holdMessages.break}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useBreakHold(hold: CurrentHold, done: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => client(breakHold, { params: { id: hold.listingId }, body: { reason } }),
    onSuccess: ({ sold }) => {
      if (sold) toastError(holdMessages.sold(carOf(hold)));
      else toastSuccess(holdMessages.broken(carOf(hold)));
      done();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'NO_HOLD') return;
      toastError(holdMessages.gone);
      done();
    },
    onSettled: () => invalidate(queryClient, listHolds),
  });
}

/** `Ferrari Roma`. */
export function carOf(hold: Pick<CurrentHold, 'productCategory' | 'productModel'>): string {
  return `${brandName(hold.productCategory)} ${hold.productModel}`;
}
