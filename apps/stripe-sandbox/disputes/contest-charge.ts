import { cardByNumber } from '../cards/cards.ts';
import type { ChargeRecord, DisputeRecord, PaymentMethodRecord } from '../ledger/records.ts';
import { presentDispute, presentWarning } from '../present.ts';
import { recordEvent, type Step } from '../step.ts';

/** Creates the disputes, inquiries and fraud warnings that follow a charge of this card. Most cards cause none. */
export function contestCharge(step: Step, charge: ChargeRecord, method: PaymentMethodRecord): void {
  const row = method.testCard === null ? undefined : cardByNumber(method.testCard);
  const disputeIds: string[] = [];
  for (const contest of row?.contests ?? []) {
    const isWarning = contest.kind === 'warning';
    const record: DisputeRecord = {
      id: step.newId(isWarning ? 'issfr' : 'du'),
      kind: contest.kind,
      intentId: charge.intentId,
      chargeId: charge.id,
      amount: charge.amount,
      currency: charge.currency,
      created: step.now,
      reason: isWarning ? contest.fraudType : contest.reason,
      status: !isWarning && contest.inquiry ? 'warning_needs_response' : 'needs_response',
    };
    step.put('disputes', record);
    if (isWarning) {
      recordEvent(step, 'radar.early_fraud_warning.created', presentWarning(step, record));
      continue;
    }
    disputeIds.push(record.id);
    step.put('charges', { ...charge, disputeIds });
    recordEvent(step, 'charge.dispute.created', presentDispute(record));
  }
}

/**
 * Whether the bank has taken the money of a charge back by a dispute. Such a charge cannot be refunded. An inquiry
 * moves no money.
 */
export function isChargedBack(step: Step, charge: ChargeRecord): boolean {
  const states = (charge.disputeIds ?? []).map((id) => step.get('disputes', id)?.status);
  return states.some((status) => status === 'needs_response' || status === 'lost');
}
