import { type OrderPage, showOrderPage, undoPaidOutside } from '@carhouse/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format-date.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { focusOrderHeading } from './order-heading.ts';

const t = paymentInstructionMessages.undo;

/**
 * The button with which a seller takes back the mark that the buyer has paid them. Renders nothing when the mark can no
 * longer be taken back.
 */
export function UndoPaymentMarkButton({ order }: { order: OrderPage }): ReactElement | null {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const refresh = () => invalidate(queryClient, showOrderPage);
  const undoMutation = useMutation({
    mutationFn: () => client(undoPaidOutside, { params: { id: order._id } }),
    onSuccess: async () => {
      await refresh();
      // While the modal dialog is open, no element behind it can get the focus, so the dialog is closed first.
      flushSync(() => setIsDialogOpen(false));
      toastSuccess(t.done);
      focusOrderHeading();
    },
    // The ownership may have been transferred meanwhile, so the page is refreshed.
    onError: () => void refresh(),
  });
  const undoableUntil = order.paymentUndoableUntil;
  if (undoableUntil === null && !isDialogOpen) return null;
  return (
    <>
      <Button kind="quiet" isLarge aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        {t.button}
      </Button>
      {isDialogOpen ? (
        <QuestionDialog
          title={t.question}
          onClose={() => setIsDialogOpen(false)}
          request={undoMutation}
          cancelLabel={t.keep}
          confirm={t.confirm}
          onConfirm={() => undoMutation.mutate()}
        >
          <p>{t.text}</p>
          {undoableUntil === null ? null : <p className="small muted num">{t.until(formatDateTime(undoableUntil))}</p>}
        </QuestionDialog>
      ) : null}
    </>
  );
}
