import { cancelBooking, myOrders, type Order } from '@carhouse/contract/bookings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { orderMessages } from '#messages/orders';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { brandName } from '../../ui/format.ts';

const cancelTexts = orderMessages.cancel;

/** Lets the buyer cancel an unpaid order, after one confirmation. */
export function CancelOrder({ order }: { order: Order }): ReactElement {
  const [asking, setAsking] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client(cancelBooking, { params: { id: order._id }, body: {} }),
    onSuccess: async () => {
      setAsking(false);
      toastSuccess(cancelTexts.done);
      await invalidate(queryClient, myOrders);
    },
  });
  return (
    <>
      <Button
        kind="quiet"
        type="button"
        aria-label={cancelTexts.label(order.productModel)}
        onClick={() => setAsking(true)}
      >
        {cancelTexts.button}
      </Button>
      {asking ? (
        <Dialog title={cancelTexts.title} onClose={() => setAsking(false)} small alert busy={cancel.isPending}>
          <div className="dialog__body">
            <p>{cancelTexts.text(`${brandName(order.productCategory)} ${order.productModel}`, order.sellerName)}</p>
            {cancel.error === null ? null : (
              <Callout icon={CircleAlert} kind="stop" role="alert">
                {cancel.error.message}
              </Callout>
            )}
          </div>
          <div className="dialog__foot">
            <Button type="button" data-autofocus onClick={() => setAsking(false)} disabled={cancel.isPending}>
              {cancelTexts.keep}
            </Button>
            <Button kind="danger" type="button" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {cancelTexts.button}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
