import type { FindingAnswer } from '@carhouse/contract/reconciliation';
import { listWaitingRefunds } from '@carhouse/database/approvals/approvals';
import type { Finding } from '@carhouse/domain/payment/finding';
import { presentWaitingRefund } from '../approvals/present-waiting-refund.ts';
import type { Context } from '../context.ts';
import { repairs } from './find-repair.ts';

/** Findings for an admin, each with the refund of its charge that waits for a second admin. */
export async function presentFindings(context: Context, findings: readonly Finding[]): Promise<FindingAnswer[]> {
  const open = findings.filter(({ state }) => state === 'open').map(({ subject }) => subject);
  const waiting = await listWaitingRefunds(context.database, open, context.now());
  return findings.map((finding) => {
    const refund = waiting.get(finding.subject);
    return {
      id: finding.id,
      kind: finding.kind,
      subject: finding.subject,
      state: finding.state,
      evidence: finding.evidence as Record<string, unknown>,
      repair: repairs[finding.kind].says,
      firstSeenAt: finding.firstSeenAt.toISOString(),
      lastSeenAt: finding.lastSeenAt.toISOString(),
      closedAt: finding.closedAt?.toISOString() ?? null,
      waiting: refund === undefined ? null : presentWaitingRefund(refund),
    };
  });
}
