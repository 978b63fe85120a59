import type { WaitingRefund as WireWaitingRefund } from '@carhouse/contract/fields';
import type { WaitingRefund } from '@carhouse/database/approvals/approvals';

/** A refund that waits for the approval of a second admin, as lists of payments and discrepancies show it. */
export function presentWaitingRefund(waiting: WaitingRefund): WireWaitingRefund {
  return {
    requestedBy: waiting.requesterName,
    reason: waiting.reason,
    expiresAt: waiting.expiresAt.toISOString(),
  };
}
