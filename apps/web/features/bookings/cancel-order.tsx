import { cancelBooking, type Order } from '@carhouse/contract/bookings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { orderMessages } from '#messages/orders';
import { useClient } from '../../app/api.ts';
import { formText } from '../../app/form-text.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { carName } from '../../ui/format.ts';
import styles from './booking-dialog.module.css';
import { refreshOrders } from './booking-queries.ts';

const cancelTexts = orderMessages.cancel;
/** The longest reason that the call takes. */
const maxReasonLength = 300;

type CancelOrderProps = {
  readonly order: Pick<Order, '_id' | 'productCategory' | 'productModel'>;
  /** The name of the other party of the order. */
  readonly otherName: string;
  /** The button is in a row of a table: short and red. */
  readonly inRow?: boolean;
  /** Called when the order is cancelled. The button is removed with the open order, so the focus must move elsewhere. */
  readonly onCancelled: () => void;
};

/** The button with which a party cancels an unpaid order, after one dialog with an optional reason: the same for buyer and seller. */
export function CancelOrder({ order, otherName, inRow = false, onCancelled }: CancelOrderProps): ReactElement {
  const [asking, setAsking] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const car = carName(order.productCategory, order.productModel);
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      client(cancelBooking, { params: { id: order._id }, body: reason === '' ? {} : { reason } }),
    onSuccess: async () => {
      toastSuccess(cancelTexts.done);
      await refreshOrders(queryClient);
      // While the modal dialog is open, nothing behind it takes the focus.
      flushSync(() => setAsking(false));
      onCancelled();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!cancel.isPending) cancel.mutate(formText(event.currentTarget, 'reason').trim());
  };
  return (
    <>
      <Button
        kind="quiet"
        {...(inRow ? { className: 'btn--dangerquiet' } : {})}
        aria-haspopup="dialog"
        aria-label={cancelTexts.label(car, otherName)}
        onClick={() => setAsking(true)}
      >
        {inRow ? cancelTexts.short : cancelTexts.button}
      </Button>
      {asking ? (
        <Dialog title={cancelTexts.title} onClose={() => setAsking(false)} small alert busy={cancel.isPending}>
          <form onSubmit={send}>
            <div className={`dialog__body ${styles.cancelBody}`}>
              <p>{cancelTexts.text(car, otherName)}</p>
              <Field
                label={cancelTexts.reason}
                name="reason"
                optional
                hint={cancelTexts.reasonHint(otherName)}
                maxLength={maxReasonLength}
                autoComplete="off"
                readOnly={cancel.isPending}
              />
              <Failure of={cancel.error} kept={cancelTexts.kept} />
            </div>
            <DialogFoot busy={cancel.isPending} onClose={() => setAsking(false)} keep={cancelTexts.keep} focusKeep>
              <Button kind="danger" type="submit" busy={cancel.isPending}>
                {cancelTexts.button}
              </Button>
            </DialogFoot>
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
