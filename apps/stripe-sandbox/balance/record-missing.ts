import { moveDispute } from '../disputes/contest-charge.ts';
import { receiveMoney } from '../intents/charge-intent.ts';
import type { ChargeRecord } from '../ledger/records.ts';
import { moveRefund } from '../refunds/create-refund.ts';
import type { Step } from '../step.ts';

/**
 * Records the movements of the balance of charges, refunds and disputes in a journal that is older than the balance, and
 * which refunds belong to a charge. The
 * movements have the times at which they would have been made, as far as these are known. It changes nothing when no
 * movement is missing.
 */
export function recordMissingMovements(step: Step): void {
  const charges = step.all('charges').filter(isWithoutMovement);
  for (const charge of charges) {
    const then = { ...step, now: charge.created };
    const method = step.get('paymentMethods', charge.paymentMethodId);
    const balanceTransactionId = receiveMoney(then, charge, charge.id, method).id;
    const refundIds = step.all('refunds').flatMap((refund) => (refund.chargeId === charge.id ? [refund.id] : []));
    step.put('charges', { ...charge, balanceTransactionId, refundIds });
  }
  const isOld = new Set(charges.map(({ id }) => id));
  for (const refund of step.all('refunds')) {
    const charge = step.get('charges', refund.chargeId);
    if (charge === undefined || !isOld.has(charge.id)) continue;
    const then = { ...step, now: refund.created };
    const { id, amount } = refund;
    const hasFailed = refund.status === 'failed';
    step.put('refunds', {
      ...refund,
      balanceTransactionId: moveRefund(then, charge, { id, amount: -amount, type: 'refund' }),
      ...(hasFailed ? { failureTransactionId: moveRefund(then, charge, { id, amount, type: 'refund_failure' }) } : {}),
    });
  }
  for (const dispute of step.all('disputes')) {
    const takesMoney = ['needs_response', 'won', 'lost'].includes(dispute.status) && dispute.kind === 'dispute';
    if (!isOld.has(dispute.chargeId) || !takesMoney) continue;
    const then = { ...step, now: dispute.created };
    const transactionId = moveDispute(then, dispute, dispute.id, 'withdrawn');
    const back = dispute.status === 'won' ? [moveDispute(then, dispute, dispute.id, 'reinstated')] : [];
    step.put('disputes', { ...dispute, balanceTransactionIds: [transactionId, ...back] });
  }
}

function isWithoutMovement(charge: ChargeRecord): boolean {
  return charge.status === 'succeeded' && charge.balanceTransactionId === undefined;
}
