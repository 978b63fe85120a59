import { type OrderPage, showOrderPage, undoPaidOutside } from '@carhouse/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { dateTime } from '../../ui/format-date.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { focusOrderHeading } from './order-heading.ts';

const t = paymentInstructionMessages.undo;

/** The button with which a seller takes back that the buyer has paid them; nothing when they cannot. */
export function UndoPayment({ order }: { order: OrderPage }): ReactElement | null {
  const [asking, setAsking] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const refresh = () => invalidate(queryClient, showOrderPage);
  const undo = useMutation({
    mutationFn: () => client(undoPaidOutside, { params: { id: order._id } }),
    onSuccess: async () => {
      await refresh();
      // While the modal dialog is open, no element behind it can get the focus, so the dialog is closed first.
      flushSync(() => setAsking(false));
      toastSuccess(t.done);
      focusOrderHeading();
    },
    // The ownership may have been transferred meanwhile, so the page is refreshed.
    onError: () => void refresh(),
  });
  const until = order.paymentUndoableUntil;
  if (until === null && !asking) return null;
  return (
    <>
      <Button kind="quiet" large aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t.button}
      </Button>
      {asking ? (
        <QuestionDialog
          title={t.question}
          onClose={() => setAsking(false)}
          sending={undo}
          keep={t.keep}
          confirm={t.confirm}
          onConfirm={() => undo.mutate()}
        >
          <p>{t.text}</p>
          {until === null ? null : <p className="small muted num">{t.until(dateTime(until))}</p>}
        </QuestionDialog>
      ) : null}
    </>
  );
}
