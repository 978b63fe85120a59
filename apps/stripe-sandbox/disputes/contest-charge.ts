import { moveBalance } from '../balance/balance-transactions.ts';
import { cardByNumber } from '../cards/cards.ts';
import type { ChargeRecord, DisputeRecord, PaymentMethodRecord } from '../ledger/records.ts';
import { recordEvent, type Step } from '../step.ts';
import { presentDispute, presentWarning } from './present-dispute.ts';

/** Creates the disputes, inquiries and fraud warnings that follow a charge of this card. Most cards cause none. */
export function contestCharge(step: Step, charge: ChargeRecord, method: PaymentMethodRecord): void {
  const row = method.testCard === null ? undefined : cardByNumber(method.testCard);
  const disputeIds: string[] = [];
  for (const contest of row?.contests ?? []) {
    const isWarning = contest.kind === 'warning';
    const id = step.newId(isWarning ? 'issfr' : 'du');
    const takesMoney = !isWarning && !contest.inquiry;
    const record: DisputeRecord = {
      id,
      kind: contest.kind,
      intentId: charge.intentId,
      chargeId: charge.id,
      amount: charge.amount,
      currency: charge.currency,
      created: step.now,
      reason: isWarning ? contest.fraudType : contest.reason,
      balanceTransactionIds: takesMoney ? [moveDispute(step, charge, id, 'withdrawn')] : [],
      status: !isWarning && contest.inquiry ? 'warning_needs_response' : 'needs_response',
    };
    step.put('disputes', record);
    if (isWarning) {
      recordEvent(step, 'radar.early_fraud_warning.created', presentWarning(step, record));
      continue;
    }
    disputeIds.push(record.id);
    step.put('charges', { ...charge, disputeIds });
    recordEvent(step, 'charge.dispute.created', presentDispute(step, record));
  }
}

/**
 * Moves the money of a dispute. The bank takes it from the platform's balance together with a fee, or gives it back
 * without the fee. Returns the id of the movement.
 */
export function moveDispute(
  step: Step,
  { amount, currency }: Pick<ChargeRecord, 'amount' | 'currency'>,
  disputeId: string,
  direction: 'reinstated' | 'withdrawn',
): string {
  const isWithdrawn = direction === 'withdrawn';
  return moveBalance(step, {
    account: null,
    type: 'adjustment',
    reportingCategory: isWithdrawn ? 'dispute' : 'dispute_reversal',
    amount: isWithdrawn ? -amount : amount,
    fee: isWithdrawn ? step.pricing.dispute : 0,
    currency,
    availableOn: step.now,
    description: isWithdrawn ? 'Chargeback withdrawal' : 'Chargeback reversal',
    source: disputeId,
  }).id;
}

/**
 * Whether the bank has taken the money of a charge back by a dispute. Such a charge cannot be refunded. An inquiry
 * moves no money.
 */
export function isChargedBack(step: Step, charge: ChargeRecord): boolean {
  const states = (charge.disputeIds ?? []).map((id) => step.get('disputes', id)?.status);
  return states.some((status) => status === 'needs_response' || status === 'lost');
}
