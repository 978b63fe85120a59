import { cancelBooking } from '@carhouse/contract/bookings';
import { products } from '@carhouse/contract/listings';
import { showOrderPage } from '@carhouse/contract/orders';
import { overview } from '@carhouse/contract/overview';
import { type Sale, sales } from '@carhouse/contract/sales';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { saleMessages } from '#messages/sales';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { carName } from '../../ui/format.ts';
import styles from './my-buyers-page.module.css';

/** Maximum length of a reason, which is the limit of the call. */
const maxReasonLength = 300;

/** Lets the seller cancel an unpaid booking of their car, with an optional reason. */
export function CancelSale({ sale }: { sale: Sale }): ReactElement {
  const [asking, setAsking] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const buyer = sale.buyerName === '' ? saleMessages.leftBuyer : sale.buyerName;
  const car = carName(sale.productCategory, sale.productModel);
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      client(cancelBooking, { params: { id: sale._id }, body: reason === '' ? {} : { reason } }),
    onSuccess: async () => {
      toastSuccess(saleMessages.done(buyer));
      void invalidate(queryClient, overview, showOrderPage);
      await invalidate(queryClient, sales);
      setAsking(false);
      // The button is removed together with the open booking, so the row gets the focus.
      document.getElementById(`sale-${sale._id}`)?.focus();
      await invalidate(queryClient, products);
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
        aria-label={saleMessages.cancelOf(car, buyer)}
        onClick={() => setAsking(true)}
      >
        {saleMessages.cancel}
      </Button>
      {asking ? (
        <Dialog title={saleMessages.question} onClose={() => setAsking(false)} small alert busy={cancel.isPending}>
          <form onSubmit={send}>
            <div className={`dialog__body ${styles.cancelSale}`}>
              <p>{saleMessages.questionText(car, buyer)}</p>
              <Field
                label={saleMessages.reason}
                name="reason"
                optional
                hint={saleMessages.reasonHint}
                placeholder={saleMessages.reasonPlaceholder}
                maxLength={maxReasonLength}
                autoComplete="off"
                readOnly={cancel.isPending}
              />
              <Failure of={cancel.error} kept={saleMessages.lost} />
            </div>
            <DialogFoot busy={cancel.isPending} onClose={() => setAsking(false)} keep={saleMessages.keep} focusKeep>
              <Button kind="danger" type="submit" busy={cancel.isPending}>
                {saleMessages.confirm}
              </Button>
            </DialogFoot>
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
