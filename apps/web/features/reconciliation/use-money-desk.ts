import { type ListedPayment, refundPayment } from '@carhouse/contract/payments';
import {
  type DiscrepancyAnswer,
  repairDiscrepancy,
  replayEvent,
  runReconciliation,
} from '@carhouse/contract/reconciliation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { approvalWords } from '#messages/approvals';
import { desk } from '#messages/money-desk';
import { useClient } from '../../app/api.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';

/** Reads all of the desk and the overview again. */
function useRefetchDesk(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['money'] }),
      queryClient.invalidateQueries({ queryKey: ['overview'] }),
      queryClient.invalidateQueries({ queryKey: ['approvals'] }),
    ]);
  };
}

/** Checks now, and says what was compared. */
export function useRunDesk() {
  const client = useClient();
  const refetch = useRefetchDesk();
  return useMutation({
    mutationFn: () => client(runReconciliation, { body: {} }),
    onSuccess: async ({ seen, chargesCompared, paymentsCompared }) => {
      await refetch();
      toastSuccess(desk.ran(seen, chargesCompared, paymentsCompared));
    },
    onError: (error) => void toastError(error.message),
  });
}

/** Does the one repair of a finding. `done` is called when it is mended; else the evidence has changed. */
export function useRepairFinding(finding: DiscrepancyAnswer, done: () => void) {
  const client = useClient();
  const refetch = useRefetchDesk();
  return useMutation({
    mutationFn: () => client(repairDiscrepancy, { params: { id: finding.id }, body: {} }),
    onSuccess: async ({ state }) => {
      if (state !== 'open') {
        toastSuccess(desk.findings.repaired);
        done();
      }
      await refetch();
    },
  });
}

/** Does once more what a stored event calls for. */
export function useReplayEvent() {
  const client = useClient();
  const refetch = useRefetchDesk();
  return useMutation({
    mutationFn: (eventId: string) => client(replayEvent, { params: { eventId }, body: {} }),
    onSuccess: refetch,
  });
}

/** Gives a paid order back, whole. `done` is called when it is noted. */
export function useRefundPayment(payment: ListedPayment, done: () => void) {
  const client = useClient();
  const refetch = useRefetchDesk();
  return useMutation({
    mutationFn: (reason: string) => client(refundPayment, { params: { id: payment._id }, body: { reason } }),
    onSuccess: async (refund) => {
      done();
      if ('approvalId' in refund) toastSuccess(approvalWords.refundWaits);
      else if (refund.state === 'failed') toastError(desk.afterRefund[refund.state]);
      else toastSuccess(desk.afterRefund[refund.state]);
      await refetch();
    },
  });
}
