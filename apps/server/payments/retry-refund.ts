import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { findChargeMoneyPlace } from '@carhouse/database/payments/disputes';
import { findPaymentOfAttempt } from '@carhouse/database/payments/payments';
import { beginRefundRound, lockRefund } from '@carhouse/database/payments/refunds';
import type { PaymentAttempt } from '@carhouse/domain/payment/payment';
import { computeRefundEnd } from '@carhouse/domain/payment/payment-method';
import type { Context } from '../context.ts';

/**
 * Makes a refund due again when the provider has refused it because a bank disputed the charge. The function runs when
 * the bank has given the money back. Refunds that failed for another reason, or can no longer be made, are left to the
 * reconciliation. The booking must be locked.
 * @returns whether a refund is due, which the caller sends after the commit.
 */
export async function retryRefusedRefund(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  { id: attemptId, amount }: PaymentAttempt,
  intentId: string,
): Promise<boolean> {
  const refund = await lockRefund(trx, intentId);
  // A refund that the provider has made and the bank has returned has an id at the provider.
  if (refund?.state !== 'failed' || refund.providerRefundId !== null) return false;
  if ((await findChargeMoneyPlace(trx, { intentId, amount })) !== 'kept') return false;
  const now = context.now();
  const payment = await findPaymentOfAttempt(trx, attemptId);
  const end = payment === undefined ? null : computeRefundEnd(payment);
  if (end !== null && now >= end) return false;
  await beginRefundRound(trx, refund.id, now);
  await recordAudit(context, trx, {
    actorId: null,
    action: 'refund-again',
    noun: 'refund',
    nounId: refund.id,
    before: { state: refund.state, round: refund.round },
    after: { state: 'due', round: refund.round + 1 },
  });
  return true;
}
