import type { ApprovalAnswer } from '@carhouse/contract/approvals';
import type { ListedApproval } from '@carhouse/database/approvals/approvals';
import type { Actor } from '@carhouse/domain/account/account';
import { dollarsFromCents } from '@carhouse/domain/money/money';

/**
 * Returns an approval request as an admin sees it. `own` is true for the admin's own requests, which they cannot
 * approve.
 */
export function presentApproval(approval: ListedApproval, actor: Actor, now: Date): ApprovalAnswer {
  const hasExpired = approval.state === 'waiting' && approval.expiresAt <= now;
  return {
    _id: approval.id,
    kind: approval.kind,
    state: hasExpired ? 'expired' : approval.state,
    subject: approval.subject,
    amount: approval.amount === null ? null : dollarsFromCents(approval.amount),
    reason: approval.reason,
    requestedBy: approval.requesterName,
    requestedAt: approval.requestedAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    decidedBy: approval.deciderName,
    own: approval.requestedBy === actor.accountId,
  };
}
