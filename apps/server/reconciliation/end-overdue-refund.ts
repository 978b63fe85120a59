import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { changeAttemptState } from '@carhouse/database/payments/payment-attempts';
import { findPaymentOfAttempt } from '@carhouse/database/payments/payments';
import { saveRefundState } from '@carhouse/database/payments/refunds';
import type { Actor } from '@carhouse/domain/account/account';
import { makeVoidRefundedChargeEntry } from '@carhouse/domain/ledger/payment-entries';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { lockRefundOfOrder, sendRefund } from '../payments/refund-charge.ts';

/**
 * Sends again a refund that has been due for too long. When the provider does not know the charge, no money was ever
 * charged, so the refund ends as `void`. A partial refund of a deposit stays due, because the rest of the deposit
 * belongs to the seller.
 * @throws DomainError PAYMENT_PROVIDER_UNAVAILABLE, and the errors of `authoriseAdmin`.
 */
export async function endOverdueRefund(context: Context, actor: Actor, intentId: string): Promise<void> {
  const intent = await context.cardProvider.findIntent(intentId);
  const isVoid = intent?.status !== 'succeeded' && (await voidRefund(context, actor, intentId));
  if (!isVoid) await sendRefund(context, intentId);
}

/** @returns false when the refund was already sent, has ended, or covers only a part of the charge. */
async function voidRefund(context: Context, actor: Actor, intentId: string): Promise<boolean> {
  return inTransaction(context.database, async (trx) => {
    const admin = await authoriseAdmin(context, trx, actor);
    const refund = await lockRefundOfOrder(trx, intentId);
    if (refund?.state !== 'due' || refund.providerRefundId !== null) return false;
    const payment = await findPaymentOfAttempt(trx, refund.attemptId);
    if (payment === undefined || payment.amount !== refund.amount) return false;
    const now = context.now();
    await saveRefundState(trx, refund.id, { state: 'void', refundId: null, now });
    await changeAttemptState(trx, refund.attemptId, 'refund_due', 'refunded', { now });
    await recordAudit(context, trx, {
      actorId: admin.accountId,
      action: 'refund-void',
      noun: 'refund',
      nounId: refund.id,
      before: { state: refund.state, round: refund.round },
      after: { state: 'void', round: refund.round },
    });
    await recordEntries(context, trx, [makeVoidRefundedChargeEntry(payment, payment.id)]);
    return true;
  });
}
