import { recordBalanceMovement } from '../balance/balance-transactions.ts';
import { findTestCardRow } from '../cards/card-of-method.ts';
import type { ChargeRecord, DisputeRecord, PaymentMethodRecord } from '../ledger/records.ts';
import { recordEvent, type Step } from '../step.ts';
import { presentDispute, presentWarning } from './present-dispute.ts';

/**
 * Creates the disputes, inquiries and fraud warnings that follow a charge of this card. Most cards cause no dispute,
 * inquiry or warning.
 */
export function contestCharge(step: Step, charge: ChargeRecord, method: PaymentMethodRecord): void {
  const row = findTestCardRow(method);
  const disputeIds: string[] = [];
  for (const bankContest of row?.bankContests ?? []) {
    const isWarning = bankContest.kind === 'warning';
    const id = step.newId(isWarning ? 'issfr' : 'du');
    const takesMoney = !isWarning && !bankContest.isInquiry;
    const disputeRecord: DisputeRecord = {
      id,
      kind: bankContest.kind,
      intentId: charge.intentId,
      chargeId: charge.id,
      amount: charge.amount,
      currency: charge.currency,
      created: step.now,
      reason: isWarning ? bankContest.fraudType : bankContest.reason,
      balanceTransactionIds: takesMoney ? [moveDisputedMoney(step, charge, id, 'withdrawn')] : [],
      status: !isWarning && bankContest.isInquiry ? 'warning_needs_response' : 'needs_response',
    };
    step.put('disputes', disputeRecord);
    if (isWarning) {
      recordEvent(step, 'radar.early_fraud_warning.created', presentWarning(step, disputeRecord));
      continue;
    }
    disputeIds.push(disputeRecord.id);
    step.put('charges', { ...charge, disputeIds });
    recordEvent(step, 'charge.dispute.created', presentDispute(step, disputeRecord));
  }
}

/**
 * Moves the money of a dispute. The bank takes the money from the platform's balance together with a fee, or gives the
 * money back without the fee. Returns the id of the movement.
 */
export function moveDisputedMoney(
  step: Step,
  { amount, currency }: Pick<ChargeRecord, 'amount' | 'currency'>,
  disputeId: string,
  direction: 'reinstated' | 'withdrawn',
): string {
  const isMoneyTaken = direction === 'withdrawn';
  return recordBalanceMovement(step, {
    account: null,
    type: 'adjustment',
    reportingCategory: isMoneyTaken ? 'dispute' : 'dispute_reversal',
    amount: isMoneyTaken ? -amount : amount,
    fee: isMoneyTaken ? step.pricing.dispute : 0,
    currency,
    availableOn: step.now,
    description: isMoneyTaken ? 'Chargeback withdrawal' : 'Chargeback reversal',
    source: disputeId,
  }).id;
}

/**
 * Whether the bank has taken the money of a charge back by a dispute. A charge whose money the bank has taken back
 * cannot be refunded. An inquiry moves no money.
 */
export function isChargedBack(step: Step, charge: ChargeRecord): boolean {
  const disputeStatuses = (charge.disputeIds ?? []).map((id) => step.get('disputes', id)?.status);
  return disputeStatuses.some((status) => status === 'needs_response' || status === 'lost');
}
