import { markOrderStep } from '@carhouse/contract/orders';
import type { MarkableStep } from '@carhouse/domain/booking/order-lifecycle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useClient } from '../../app/api.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { refreshOrders } from '../bookings/booking-queries.ts';

type MarkStepProps = {
  readonly orderId: string;
  readonly step: MarkableStep;
  readonly side: 'buyer' | 'seller';
  readonly isPrimary: boolean;
};

const { button, question } = paymentInstructionMessages.mark;
/** Only the seller marks that they have the money. */
const paidOutsideTexts = { button: { buyer: '', seller: button }, question };

/**
 * The button with which the buyer or the seller marks a step of the order as done. A dialog asks for confirmation
 * first, because a step cannot be undone.
 */
export function MarkStepButton({ orderId, step, side, isPrimary }: MarkStepProps): ReactElement {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const stepTexts = step === 'paid-outside' ? paidOutsideTexts : orderPageMessages.marks[step];
  const markMutation = useMutation({
    mutationFn: () => client(markOrderStep, { params: { id: orderId }, body: { step } }),
    onSuccess: async () => {
      await refreshOrders(queryClient);
      setIsDialogOpen(false);
      toastSuccess(orderPageMessages.marked);
    },
    // The other party may have marked the step, or the order may have ended, so the page is refreshed.
    onError: () => void refreshOrders(queryClient),
  });
  return (
    <>
      <Button
        kind={isPrimary ? 'primary' : 'plain'}
        isLarge
        aria-haspopup="dialog"
        onClick={() => setIsDialogOpen(true)}
      >
        {stepTexts.button[side]}
      </Button>
      {isDialogOpen ? (
        <QuestionDialog
          title={stepTexts.question}
          onClose={() => setIsDialogOpen(false)}
          request={markMutation}
          cancelLabel={orderPageMessages.markKeep}
          confirm={orderPageMessages.markConfirm}
          kind="primary"
          onConfirm={() => markMutation.mutate()}
        >
          <p>{step === 'paid-outside' ? paymentInstructionMessages.mark.text : orderPageMessages.markText}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}
