import { insertApproval } from '@carhouse/database/approvals/approvals';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import { type Approval, approvalLifetimeMs } from '@carhouse/domain/approval/approval';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';

export type ApprovalRequest =
  | { readonly kind: 'new-admin'; readonly accountId: AccountId }
  | { readonly kind: 'refund'; readonly paymentId: PaymentId; readonly reason: string; readonly isVoid: boolean };

/**
 * Stores a request that asks the other admins to approve an action that needs two admins. The function runs in the
 * caller's transaction.
 */
export async function requestApproval(
  context: Context,
  trx: Transaction,
  admin: CurrentAdmin,
  approvalRequest: ApprovalRequest,
): Promise<Approval> {
  const now = context.now();
  const approval: Approval = {
    id: context.newId(),
    kind: approvalRequest.kind,
    state: 'waiting',
    accountId: approvalRequest.kind === 'new-admin' ? approvalRequest.accountId : null,
    paymentId: approvalRequest.kind === 'refund' ? approvalRequest.paymentId : null,
    reason: approvalRequest.kind === 'refund' ? approvalRequest.reason : '',
    isVoid: approvalRequest.kind === 'refund' && approvalRequest.isVoid,
    requestedBy: admin.accountId,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + approvalLifetimeMs),
  };
  await insertApproval(trx, admin, approval);
  await recordAudit(context, trx, {
    actorId: admin.accountId,
    action: 'ask',
    noun: 'approval',
    nounId: approval.id,
    after: { kind: approval.kind, state: approval.state },
  });
  return approval;
}
