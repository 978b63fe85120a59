import type { BalanceTransactionRecord } from '../balance/balance-records.ts';
import { recordBalanceMovement } from '../balance/balance-transactions.ts';
import { computeFee } from '../balance/pricing.ts';
import { findTestCardRow } from '../cards/card-of-method.ts';
import { type Decline, notATestCardDecline } from '../cards/cards.ts';
import { presentCharge } from '../charges/present-charge.ts';
import { contestCharge } from '../disputes/contest-charge.ts';
import type { ChargeRecord, IntentRecord, PaymentMethodRecord } from '../ledger/records.ts';
import { presentPaymentMethod } from '../payment-methods/present-payment-method.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeDocUrl, type StripeErrorBody } from '../stripe-error.ts';
import { presentIntent } from './present-intent.ts';

/** Why a payment was refused: the failure in the charge, and the error in the intent. */
export type PaymentRefusal = { failure: NonNullable<ChargeRecord['failure']>; error: StripeErrorBody };

/**
 * Charges the intent's card. The intent's status becomes `succeeded`, or `requires_payment_method` with the decline.
 */
export function chargeIntent(step: Step, intent: IntentRecord, method: PaymentMethodRecord): IntentRecord {
  const decline = findDecline(method);
  if (decline === null) return settleCharge(step, intent, method, null);
  const { code, declineCode, message, isBlockedByRisk: blocked = false } = decline;
  const failure = { code, declineCode, message, blocked };
  return settleCharge(step, intent, method, { failure, error: makeCardRefusal(decline, method) });
}

/** Records the charge of an intent, and the status of the intent that results from the charge. */
export function settleCharge(
  step: Step,
  intent: IntentRecord,
  method: PaymentMethodRecord,
  refusal: PaymentRefusal | null,
): IntentRecord {
  const id = step.newId(method.type === 'paynow' ? 'py' : 'ch');
  const charge: ChargeRecord = {
    id,
    intentId: intent.id,
    paymentMethodId: method.id,
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    created: step.now,
    status: refusal === null ? 'succeeded' : 'failed',
    description: intent.description,
    metadata: intent.metadata,
    transferGroup: intent.transferGroup ?? null,
    ...(refusal === null ? { balanceTransactionId: receiveMoney(step, intent, id, method).id } : {}),
    failure: refusal === null ? null : refusal.failure,
  };
  step.put('charges', charge);
  recordEvent(step, refusal === null ? 'charge.succeeded' : 'charge.failed', presentCharge(step, charge));
  if (refusal !== null) {
    return failIntent(step, { ...intent, latestChargeId: id }, { ...refusal.error, charge: id });
  }
  const paidIntent: IntentRecord = {
    ...intent,
    status: 'succeeded',
    latestChargeId: id,
    challengeId: null,
    paynow: null,
  };
  step.put('intents', paidIntent);
  recordEvent(step, 'payment_intent.succeeded', presentIntent(step, paidIntent));
  contestCharge(step, charge, method);
  return paidIntent;
}

/** Sets the intent's status to `requires_payment_method` and stores the error. */
export function failIntent(step: Step, intent: IntentRecord, error: StripeErrorBody): IntentRecord {
  const failedIntent: IntentRecord = {
    ...intent,
    status: 'requires_payment_method',
    paymentMethodId: null,
    challengeId: null,
    paynow: null,
    lastPaymentError: error,
  };
  step.put('intents', failedIntent);
  recordEvent(step, 'payment_intent.payment_failed', presentIntent(step, failedIntent));
  return failedIntent;
}

/** Moves the money of a charge into the platform's balance. The provider deducts its fee. */
export function receiveMoney(
  step: Step,
  chargedPayment: Pick<ChargeRecord, 'amount' | 'currency' | 'description'>,
  chargeId: string,
  method: PaymentMethodRecord | undefined,
): BalanceTransactionRecord {
  const row = findTestCardRow(method);
  return recordBalanceMovement(step, {
    account: null,
    type: method?.type === 'paynow' ? 'payment' : 'charge',
    reportingCategory: 'charge',
    amount: chargedPayment.amount,
    fee: computeFee(chargedPayment.amount, step.pricing[method?.type ?? 'card']),
    currency: chargedPayment.currency,
    availableOn: row?.bypassesPending ? step.now : step.now + step.pricing.settlementSeconds,
    description: chargedPayment.description,
    source: chargeId,
  });
}

function findDecline(method: PaymentMethodRecord): Decline | null {
  const row = findTestCardRow(method);
  if (row === undefined || method.type === 'paynow') return notATestCardDecline;
  return row.decline?.needsCvc && !method.cvcGiven ? null : row.decline;
}

function makeCardRefusal(decline: Decline, method: PaymentMethodRecord): StripeErrorBody {
  return {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
    message: decline.message,
    doc_url: makeDocUrl(decline.code),
    payment_method: presentPaymentMethod(method),
  };
}
