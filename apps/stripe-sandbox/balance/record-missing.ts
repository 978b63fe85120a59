import { moveDisputedMoney } from '../disputes/contest-charge.ts';
import { receiveMoney } from '../intents/charge-intent.ts';
import type { ChargeRecord } from '../ledger/records.ts';
import { moveRefundedMoney } from '../refunds/create-refund.ts';
import type { Step } from '../step.ts';

/**
 * Completes a journal that was written before the provider had a balance: records the movements of the balance that
 * charges, refunds and disputes caused, and which refunds belong to a charge. The movements have the times at which
 * they would have been made, as far as these times are known. The function changes nothing when no movement is missing.
 */
export function recordMissingMovements(step: Step): void {
  const charges = step.all('charges').filter(lacksMovement);
  for (const charge of charges) {
    const contextAtChargeTime = { ...step, now: charge.created };
    const method = step.get('paymentMethods', charge.paymentMethodId);
    const balanceTransactionId = receiveMoney(contextAtChargeTime, charge, charge.id, method).id;
    const refundIds = step.all('refunds').flatMap((refund) => (refund.chargeId === charge.id ? [refund.id] : []));
    step.put('charges', { ...charge, balanceTransactionId, refundIds });
  }
  const oldChargeIds = new Set(charges.map(({ id }) => id));
  for (const refund of step.all('refunds')) {
    const charge = step.get('charges', refund.chargeId);
    if (charge === undefined || !oldChargeIds.has(charge.id)) continue;
    const contextAtRefundTime = { ...step, now: refund.created };
    const { id, amount } = refund;
    const hasFailed = refund.status === 'failed';
    step.put('refunds', {
      ...refund,
      balanceTransactionId: moveRefundedMoney(contextAtRefundTime, charge, { id, amount: -amount, type: 'refund' }),
      ...(hasFailed
        ? {
            failureTransactionId: moveRefundedMoney(contextAtRefundTime, charge, {
              id,
              amount,
              type: 'refund_failure',
            }),
          }
        : {}),
    });
  }
  for (const dispute of step.all('disputes')) {
    const isMoneyWithdrawn = ['needs_response', 'won', 'lost'].includes(dispute.status) && dispute.kind === 'dispute';
    if (!oldChargeIds.has(dispute.chargeId) || !isMoneyWithdrawn) continue;
    const contextAtDisputeTime = { ...step, now: dispute.created };
    const transactionId = moveDisputedMoney(contextAtDisputeTime, dispute, dispute.id, 'withdrawn');
    const reinstatementIds =
      dispute.status === 'won' ? [moveDisputedMoney(contextAtDisputeTime, dispute, dispute.id, 'reinstated')] : [];
    step.put('disputes', { ...dispute, balanceTransactionIds: [transactionId, ...reinstatementIds] });
  }
}

function lacksMovement(charge: ChargeRecord): boolean {
  return charge.status === 'succeeded' && charge.balanceTransactionId === undefined;
}
