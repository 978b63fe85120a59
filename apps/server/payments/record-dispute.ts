import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { saveDispute } from '@carhouse/database/payments/disputes';
import type { DisputeKind } from '@carhouse/domain/payment/payment';
import type { Context } from '../context.ts';

/**
 * Records the state that a dispute or a fraud warning has at the provider. The order stays paid and gets a flag, and
 * the reconciliation reports the dispute to admins. A dispute is ignored when the provider does not know it or its
 * charge has no intent.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function recordDispute(context: Context, disputeId: string, kind: DisputeKind): Promise<void> {
  const dispute = await context.cardProvider.findDispute(disputeId, kind);
  if (dispute?.intentId == null) return;
  const { intentId, reason, status, open, createdAt } = dispute;
  const now = context.now();
  await inTransaction(context.database, async (trx) => {
    const isNew = await saveDispute(trx, { id: disputeId, kind, intentId, reason, status, open, createdAt }, now);
    if (!isNew) return;
    await recordAudit(context, trx, {
      actorId: null,
      action: open ? 'dispute' : 'dispute-closed',
      noun: 'dispute',
      nounId: disputeId,
      after: { kind, intentId, reason, state: status },
    });
  });
}
