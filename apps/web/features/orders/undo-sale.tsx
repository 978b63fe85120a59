import type { OrderPage } from '@carhouse/contract/orders';
import { refundPayment } from '@carhouse/contract/payments';
import { decisionTextMinimum } from '@carhouse/domain/sale/complaint';
import { type ReactElement, useState } from 'react';
import { orderSaleMessages } from '#messages/order-sale';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useSaleAction } from './use-sale-action.ts';

const t = orderSaleMessages.undo;

/** The button with which an admin undoes a sale when the buyer got the money back by a lost dispute. */
export function UndoSale({ order }: { order: OrderPage }): ReactElement {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const close = () => setIsDialogOpen(false);
  const undoMutation = useSaleAction(
    (client, reason: string) => client(refundPayment, { params: { id: order._id }, body: { reason } }),
    { successText: (answer) => ('approvalId' in answer ? t.waits : t.done), close },
  );
  return (
    <>
      <Button kind="danger" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        {t.button}
      </Button>
      {isDialogOpen ? (
        <ReasonDialog
          title={t.question}
          onClose={close}
          request={undoMutation}
          confirm={t.confirm}
          messages={t}
          minLength={decisionTextMinimum}
          onReason={(reason) => undoMutation.mutate(reason)}
        >
          <p>{order.sale?.kind === 'deposit' ? t.textDeposit : t.text}</p>
        </ReasonDialog>
      ) : null}
    </>
  );
}
