import { closeApproval } from '@carhouse/database/approvals/approvals';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import type { CurrentAdmin } from '@carhouse/domain/account/current-actor';
import type { Approval, ApprovalState } from '@carhouse/domain/approval/approval';
import type { Context } from '../context.ts';

/** Closes a waiting approval request whose time has passed. */
export async function closeExpiredApproval(context: Context, trx: Transaction, approval: Approval): Promise<void> {
  await closeApproval(trx, approval.id, { state: 'expired', by: null, now: context.now() });
  await recordDecision(context, trx, approval, null, 'expired');
}

/** Records the end of an approval request. `by` is null when the request has expired. */
export function recordDecision(
  context: Context,
  trx: Transaction,
  approval: Approval,
  admin: CurrentAdmin | null,
  state: ApprovalState,
): Promise<void> {
  return recordAudit(context, trx, {
    actorId: admin?.accountId ?? null,
    action: 'decide',
    noun: 'approval',
    nounId: approval.id,
    before: { state: approval.state },
    after: { kind: approval.kind, state },
  });
}
