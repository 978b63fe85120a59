import type { DiscrepancyAnswer } from '@carhouse/contract/reconciliation';
import { listWaitingRefunds } from '@carhouse/database/approvals/approvals';
import type { Discrepancy } from '@carhouse/domain/payment/discrepancy';
import { presentWaitingRefund } from '../approvals/present-waiting-refund.ts';
import type { Context } from '../context.ts';
import { repairsByKind } from './find-repair.ts';

/**
 * Returns discrepancies as an admin sees them, each with the refund of its charge that waits for a second admin, if
 * there is one.
 */
export async function presentDiscrepancies(
  context: Context,
  discrepancies: readonly Discrepancy[],
): Promise<DiscrepancyAnswer[]> {
  const openSubjects = discrepancies.filter(({ state }) => state === 'open').map(({ subject }) => subject);
  const waitingRefunds = await listWaitingRefunds(context.database, openSubjects, context.now());
  return discrepancies.map((discrepancy) => {
    const refund = waitingRefunds.get(discrepancy.subject);
    return {
      id: discrepancy.id,
      kind: discrepancy.kind,
      subject: discrepancy.subject,
      state: discrepancy.state,
      evidence: discrepancy.evidence as Record<string, unknown>,
      repair: repairsByKind[discrepancy.kind].explanation,
      firstSeenAt: discrepancy.firstSeenAt.toISOString(),
      lastSeenAt: discrepancy.lastSeenAt.toISOString(),
      closedAt: discrepancy.closedAt?.toISOString() ?? null,
      waiting: refund === undefined ? null : presentWaitingRefund(refund),
    };
  });
}
