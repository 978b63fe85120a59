import { cancelBooking, type Order } from '@carhouse/contract/bookings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { orderMessages } from '#messages/orders';
import { useClient } from '../../app/api.ts';
import { readFormText } from '../../app/form-text.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatCarName } from '../../ui/format.ts';
import styles from './booking-dialog.module.css';
import { refreshOrders } from './booking-queries.ts';

const orderCancellationTexts = orderMessages.cancel;
/** Maximum length of the reason for a cancellation, in characters, as the API allows. */
const maxReasonLength = 300;

type CancelOrderProps = {
  readonly order: Pick<Order, '_id' | 'productCategory' | 'productModel'>;
  /** The name of the other party of the order. */
  readonly otherPartyName: string;
  /** The sentence that says what is refunded to a buyer who has paid a part of the price. */
  readonly refundText?: string;
  /** Whether the button is in a row of a table. In a row of a table, the button is short and red. */
  readonly isInTableRow?: boolean;
  /**
   * The function is called when the order has been cancelled. The button is removed when the order is no longer open,
   * so the focus must be moved.
   */
  readonly onCancelled: () => void;
};

/**
 * The button with which the buyer or the seller cancels an unpaid order. A dialog asks for an optional reason first.
 */
export function CancelOrder(props: CancelOrderProps): ReactElement {
  const { order, otherPartyName, refundText, isInTableRow = false, onCancelled } = props;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const car = formatCarName(order.productCategory, order.productModel);
  const cancelMutation = useMutation({
    mutationFn: (reason: string) =>
      client(cancelBooking, { params: { id: order._id }, body: reason === '' ? {} : { reason } }),
    onSuccess: async () => {
      toastSuccess(orderCancellationTexts.done);
      await refreshOrders(queryClient);
      // While the modal dialog is open, no element behind it can get the focus, so the dialog is closed first.
      flushSync(() => setDialogOpen(false));
      onCancelled();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!cancelMutation.isPending) cancelMutation.mutate(readFormText(event.currentTarget, 'reason').trim());
  };
  return (
    <>
      <Button
        kind="quiet"
        {...(isInTableRow ? { className: 'btn--dangerquiet' } : {})}
        aria-haspopup="dialog"
        aria-label={orderCancellationTexts.label(car, otherPartyName)}
        onClick={() => setDialogOpen(true)}
      >
        {isInTableRow ? orderCancellationTexts.short : orderCancellationTexts.button}
      </Button>
      {isDialogOpen ? (
        <Dialog
          title={orderCancellationTexts.title}
          onClose={() => setDialogOpen(false)}
          isSmall
          isAlert
          isBusy={cancelMutation.isPending}
        >
          <form onSubmit={send}>
            <div className={`dialog__body ${styles.cancelBody}`}>
              <p>{orderCancellationTexts.text(car, otherPartyName)}</p>
              {refundText === undefined ? null : <p>{refundText}</p>}
              <Field
                label={orderCancellationTexts.reason}
                name="reason"
                isOptional
                hint={orderCancellationTexts.reasonHint(otherPartyName)}
                maxLength={maxReasonLength}
                autoComplete="off"
                readOnly={cancelMutation.isPending}
              />
              <Failure of={cancelMutation.error} textAfterError={orderCancellationTexts.kept} />
            </div>
            <DialogFoot
              isBusy={cancelMutation.isPending}
              onClose={() => setDialogOpen(false)}
              cancelLabel={orderCancellationTexts.keep}
              isCancelFocused
            >
              <Button kind="danger" type="submit" isBusy={cancelMutation.isPending}>
                {orderCancellationTexts.button}
              </Button>
            </DialogFoot>
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
