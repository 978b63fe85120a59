import { cancelBooking } from '@carhouse/contract/bookings';
import type { Sale } from '@carhouse/contract/sales';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactElement, useState } from 'react';
import { sales as words } from '#messages/sales';
import { useClient } from '../../app/api.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { brandName } from '../listings/browse/brand-facts.ts';

/** The longest reason that the call takes. */
const longestReason = 300;

/** Lets the seller end an unpaid booking of his car, with a reason if he likes. */
export function CancelSale({ sale }: { sale: Sale }): ReactElement {
  const [asking, setAsking] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const buyer = sale.buyerName === '' ? words.leftBuyer : sale.buyerName;
  const car = `${brandName(sale.productCategory)} ${sale.productModel}`;
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      client(cancelBooking, { params: { id: sale._id }, body: reason === '' ? {} : { reason } }),
    onSuccess: async () => {
      toastSuccess(words.done(buyer));
      void queryClient.invalidateQueries({ queryKey: ['overview'] });
      await queryClient.invalidateQueries({ queryKey: ['sales'] });
      setAsking(false);
      // The button goes with the open booking.
      document.getElementById(`sale-${sale._id}`)?.focus();
      await queryClient.invalidateQueries({ queryKey: ['my-products'] });
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get('reason');
    if (!cancel.isPending) cancel.mutate(typeof reason === 'string' ? reason.trim() : '');
  };
  return (
    <>
      <Button
        kind="quiet"
        className="btn--dangerquiet"
        aria-haspopup="dialog"
        aria-label={words.cancelOf(car, buyer)}
        onClick={() => setAsking(true)}
      >
        {words.cancel}
      </Button>
      {asking ? (
        <Dialog title={words.question} onClose={() => setAsking(false)} small alert busy={cancel.isPending}>
          <form onSubmit={send}>
            <div className="dlg__body cancelsale">
              <p>{words.questionText(car, buyer)}</p>
              <Field
                label={words.reason}
                name="reason"
                optional
                hint={words.reasonHint}
                placeholder={words.reasonPlaceholder}
                maxLength={longestReason}
                autoComplete="off"
                readOnly={cancel.isPending}
              />
              {cancel.error === null ? null : (
                <Note icon={CircleAlert} kind="stop" role="alert">
                  {cancel.error.message} {words.lost}
                </Note>
              )}
            </div>
            <div className="dlg__foot">
              <Button data-autofocus onClick={() => setAsking(false)} disabled={cancel.isPending}>
                {words.keep}
              </Button>
              <Button kind="danger" type="submit" busy={cancel.isPending}>
                {words.confirm}
              </Button>
            </div>
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
