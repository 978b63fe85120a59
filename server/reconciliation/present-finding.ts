import type { WireFinding } from '@carhouse/contract/reconciliation';
import type { Finding } from '@carhouse/core/payment/finding';
import { repairs } from './find-repair.ts';

export function presentFinding(finding: Finding): WireFinding {
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
  };
}
