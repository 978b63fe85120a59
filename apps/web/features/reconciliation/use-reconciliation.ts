import { approvals } from '@carhouse/contract/approvals';
import { overview } from '@carhouse/contract/overview';
import { type ListedPayment, payments, paymentTotals, refundPayment } from '@carhouse/contract/payments';
import {
  type DiscrepancyAnswer,
  repairDiscrepancy,
  replayEvent,
  runReconciliation,
  showReconciliation,
} from '@carhouse/contract/reconciliation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { approvalMessages } from '#messages/approvals';
import { reconciliationMessages } from '#messages/reconciliation';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';

/** Returns a function that refreshes the reconciliation page and the dashboard. */
function useRefetchReconciliation(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      invalidate(queryClient, showReconciliation, payments, paymentTotals),
      invalidate(queryClient, overview),
      invalidate(queryClient, approvals),
    ]);
  };
}

/** Runs the reconciliation checks now, and shows the numbers of compared records. */
export function useRunReconciliation() {
  const client = useClient();
  const refetchReconciliation = useRefetchReconciliation();
  return useMutation({
    mutationFn: () => client(runReconciliation, { body: {} }),
    onSuccess: async ({ seen, chargesCompared, paymentsCompared }) => {
      await refetchReconciliation();
      toastSuccess(reconciliationMessages.ran(seen, chargesCompared, paymentsCompared));
    },
    onError: (error) => void toastError(error.message),
  });
}

/**
 * Runs the repair of a discrepancy. `onDone` is called when the discrepancy is repaired. The server does not repair a
 * discrepancy whose evidence has changed.
 */
export function useRepairDiscrepancy(finding: DiscrepancyAnswer, onDone: () => void) {
  const client = useClient();
  const refetchReconciliation = useRefetchReconciliation();
  return useMutation({
    mutationFn: () => client(repairDiscrepancy, { params: { id: finding.id }, body: {} }),
    onSuccess: async ({ state }) => {
      if (state !== 'open') {
        toastSuccess(reconciliationMessages.discrepancies.repaired);
        onDone();
      }
      await refetchReconciliation();
    },
  });
}

/** Processes a stored event of the card provider again. */
export function useReplayEvent() {
  const client = useClient();
  const refetchReconciliation = useRefetchReconciliation();
  return useMutation({
    mutationFn: (eventId: string) => client(replayEvent, { params: { eventId }, body: {} }),
    onSuccess: refetchReconciliation,
  });
}

/** Refunds a paid order in full. `onDone` is called when the refund is recorded. */
export function useRefundPayment(payment: ListedPayment, onDone: () => void) {
  const client = useClient();
  const refetchReconciliation = useRefetchReconciliation();
  return useMutation({
    mutationFn: (reason: string) => client(refundPayment, { params: { id: payment._id }, body: { reason } }),
    onSuccess: async (refund) => {
      onDone();
      if ('approvalId' in refund) toastSuccess(approvalMessages.refundWaits);
      else if (refund.state === 'failed') toastError(reconciliationMessages.afterRefund[refund.state]);
      else toastSuccess(reconciliationMessages.afterRefund[refund.state]);
      await refetchReconciliation();
    },
  });
}
