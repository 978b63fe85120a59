import { cancelBooking, myOrders, type Order } from '@carhouse/contract/bookings';
import { products } from '@carhouse/contract/listings';
import { showOrderPage } from '@carhouse/contract/orders';
import { overview } from '@carhouse/contract/overview';
import { sales } from '@carhouse/contract/sales';
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

type CancelOrderProps = {
  readonly order: Pick<Order, '_id' | 'productCategory' | 'productModel'>;
  /** The name of the other party of the order. */
  readonly otherName: string;
};

/** The button with which a party cancels an unpaid order, after a confirmation. */
export function CancelOrder({ order, otherName }: CancelOrderProps): ReactElement {
  const [asking, setAsking] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client(cancelBooking, { params: { id: order._id }, body: {} }),
    onSuccess: async () => {
      setAsking(false);
      toastSuccess(cancelTexts.done);
      await invalidate(queryClient, showOrderPage, myOrders, sales, overview, products);
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
          <p>{cancelTexts.text(carName(order.productCategory, order.productModel), otherName)}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}
