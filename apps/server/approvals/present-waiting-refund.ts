import type { WaitingRefund as WireWaitingRefund } from '@carhouse/contract/fields';
import type { WaitingRefund } from '@carhouse/database/approvals/approvals';

/**
 * Returns a refund that waits for a second admin's approval, as the lists of payments and of discrepancies contain it.
 */
export function presentWaitingRefund(waitingRefund: WaitingRefund): WireWaitingRefund {
  return {
    requestedBy: waitingRefund.requesterName,
    reason: waitingRefund.reason,
    expiresAt: waitingRefund.expiresAt.toISOString(),
  };
}
