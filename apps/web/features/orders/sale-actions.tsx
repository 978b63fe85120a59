import { answerComplaint, confirmSale, openComplaint, withdrawComplaint } from '@carhouse/contract/complaints';
import type { OrderPage } from '@carhouse/contract/orders';
import { buyerGrounds, complaintTextMaximum, complaintTextMinimum } from '@carhouse/domain/sale/complaint';
import { type ReactElement, useState } from 'react';
import { orderSaleMessages } from '#messages/order-sale';
import { Button } from '../../ui/button.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import type { Side } from './order-sides.ts';
import { findOpenComplaint, listSaleEvents } from './sale-stage.ts';
import { useSaleAction } from './use-sale-action.ts';

const t = orderSaleMessages;

/**
 * The buttons of the buyer or the seller for the sale of a paid order. The lifecycle of the sale decides which events
 * this party may cause. A complaint that is open can be answered by the seller.
 */
export function SaleActions({ order, side }: { order: OrderPage; side: Side }): ReactElement | null {
  if (order.sale === null) return null;
  const events = listSaleEvents(order, side);
  const complaint = findOpenComplaint(order.sale);
  const mayWithdrawComplaint =
    (events.includes('resume') || events.includes('resume-after-hand-over')) && !order.sale.disputed;
  return (
    <>
      {events.includes('confirm') ? <ConfirmSaleButton orderId={order._id} /> : null}
      {events.includes('freeze') ? <ComplainButton orderId={order._id} /> : null}
      {mayWithdrawComplaint ? <WithdrawComplaintButton orderId={order._id} /> : null}
      {side === 'seller' && complaint !== undefined ? (
        <AnswerComplaintButton orderId={order._id} text={complaint.sellerText} />
      ) : null}
    </>
  );
}

/**
 * The button with which the buyer says that they have the car. A dialog asks for confirmation first, because the
 * confirmation of the sale cannot be undone.
 */
function ConfirmSaleButton({ orderId }: { orderId: string }): ReactElement {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const close = () => setIsDialogOpen(false);
  const confirmMutation = useSaleAction((client) => client(confirmSale, { params: { id: orderId }, body: {} }), {
    successText: t.confirm.done,
    close,
  });
  return (
    <>
      <Button kind="primary" isLarge aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        {t.confirm.button}
      </Button>
      {isDialogOpen ? (
        <QuestionDialog
          title={t.confirm.question}
          onClose={close}
          request={confirmMutation}
          cancelLabel={t.confirm.keep}
          confirm={t.confirm.confirm}
          kind="primary"
          onConfirm={() => confirmMutation.mutate()}
        >
          <p>{t.confirm.text}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}

/** The button with which the buyer complains. */
function ComplainButton({ orderId }: { orderId: string }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const complainMutation = useSaleAction<{ ground: (typeof buyerGrounds)[number]; text: string }>(
    (client, body) => client(openComplaint, { params: { id: orderId }, body }),
    { successText: t.complain.done, close },
  );
  return (
    <>
      <Button kind="quiet" isLarge aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.complain.button}
      </Button>
      {isOpen ? (
        <TextDialog
          messages={t.complain}
          choices={{
            label: t.complain.ground,
            requiredText: t.complain.groundRequired,
            options: buyerGrounds.map((value) => ({ value, label: t.grounds[value] })),
          }}
          minimumLength={complaintTextMinimum}
          maximumLength={complaintTextMaximum}
          kind="danger"
          request={complainMutation}
          onClose={close}
          onSend={(text, ground) => {
            if (ground !== undefined) complainMutation.mutate({ ground, text });
          }}
        />
      ) : null}
    </>
  );
}

/** The button with which the buyer withdraws their complaint. */
function WithdrawComplaintButton({ orderId }: { orderId: string }): ReactElement {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const close = () => setIsDialogOpen(false);
  const withdrawMutation = useSaleAction((client) => client(withdrawComplaint, { params: { id: orderId }, body: {} }), {
    successText: t.withdraw.done,
    close,
  });
  return (
    <>
      <Button isLarge aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        {t.withdraw.button}
      </Button>
      {isDialogOpen ? (
        <QuestionDialog
          title={t.withdraw.question}
          onClose={close}
          request={withdrawMutation}
          cancelLabel={t.withdraw.keep}
          confirm={t.withdraw.confirm}
          kind="primary"
          onConfirm={() => withdrawMutation.mutate()}
        >
          <p>{t.withdraw.text}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}

/**
 * The button with which the seller answers the complaint. `text` is the present answer, which a new answer replaces.
 */
function AnswerComplaintButton({ orderId, text }: { orderId: string; text: string | null }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const answerMutation = useSaleAction<string>(
    (client, answerText) => client(answerComplaint, { params: { id: orderId }, body: { text: answerText } }),
    { successText: t.answer.done, close, isButtonKept: true },
  );
  return (
    <>
      <Button kind={text === null ? 'primary' : 'plain'} isLarge aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text === null ? t.answer.first : t.answer.replace}
      </Button>
      {isOpen ? (
        <TextDialog
          messages={t.answer}
          minimumLength={complaintTextMinimum}
          maximumLength={complaintTextMaximum}
          initialText={text ?? ''}
          request={answerMutation}
          onClose={close}
          onSend={(answerText) => answerMutation.mutate(answerText)}
        />
      ) : null}
    </>
  );
}
