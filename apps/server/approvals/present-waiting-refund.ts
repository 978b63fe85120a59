import type { WaitingRefund as WireWaitingRefund } from '@carhouse/contract/fields';
import type { WaitingRefund } from '@carhouse/database/approvals/approvals';

/** A refund that waits for a second admin, where payments and discrepancies are listed. */
export function presentWaitingRefund(waiting: WaitingRefund): WireWaitingRefund {
  return {
    requestedBy: waiting.requesterName,
    reason: waiting.reason,
    expiresAt: waiting.expiresAt.toISOString(),
  };
}
