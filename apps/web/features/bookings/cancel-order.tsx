import { cancelBooking, myOrders, type Order } from '@carhouse/contract/bookings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { orderMessages } from '#messages/orders';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { carName } from '../../ui/format.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';

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
        <QuestionDialog
          title={cancelTexts.title}
          onClose={() => setAsking(false)}
          sending={cancel}
          keep={cancelTexts.keep}
          confirm={cancelTexts.button}
          onConfirm={() => cancel.mutate()}
        >
          <p>{cancelTexts.text(carName(order.productCategory, order.productModel), order.sellerName)}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}
