import { type BalanceTransactionRecord, moveBalance } from '../balance/balance-transactions.ts';
import { computeFee } from '../balance/pricing.ts';
import { cardByNumber, type Decline, notATestCard } from '../cards/cards.ts';
import { presentPaymentMethod } from '../cards/present-payment-method.ts';
import { presentCharge } from '../charges/present-charge.ts';
import { contestCharge } from '../disputes/contest-charge.ts';
import type { ChargeRecord, IntentRecord, PaymentMethodRecord } from '../ledger/records.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeDocUrl, type StripeErrorBody } from '../stripe-error.ts';
import { presentIntent } from './present-intent.ts';

/**
 * Charges the intent's card. The intent's status becomes `succeeded`, or `requires_payment_method` with the decline.
 */
export function chargeIntent(step: Step, intent: IntentRecord, method: PaymentMethodRecord): IntentRecord {
  const decline = declineOfMethod(method);
  const id = step.newId('ch');
  const charge: ChargeRecord = {
    id,
    intentId: intent.id,
    paymentMethodId: method.id,
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    created: step.now,
    status: decline === null ? 'succeeded' : 'failed',
    description: intent.description,
    metadata: intent.metadata,
    transferGroup: intent.transferGroup ?? null,
    ...(decline === null ? { balanceTransactionId: receiveMoney(step, intent, id, method).id } : {}),
    failure:
      decline === null
        ? null
        : {
            code: decline.code,
            declineCode: decline.declineCode,
            message: decline.message,
            blocked: decline.isBlockedByRisk ?? false,
          },
  };
  step.put('charges', charge);
  recordEvent(step, decline === null ? 'charge.succeeded' : 'charge.failed', presentCharge(step, charge));
  if (decline !== null)
    return failIntent(step, { ...intent, latestChargeId: charge.id }, makeCardError(decline, charge, method));

  const paid: IntentRecord = { ...intent, status: 'succeeded', latestChargeId: charge.id, challengeId: null };
  step.put('intents', paid);
  recordEvent(step, 'payment_intent.succeeded', presentIntent(step, paid));
  contestCharge(step, charge, method);
  return paid;
}

/** Sets the intent's status to `requires_payment_method`, with the reason. */
export function failIntent(step: Step, intent: IntentRecord, error: StripeErrorBody): IntentRecord {
  const failed: IntentRecord = {
    ...intent,
    status: 'requires_payment_method',
    paymentMethodId: null,
    challengeId: null,
    lastPaymentError: error,
  };
  step.put('intents', failed);
  recordEvent(step, 'payment_intent.payment_failed', presentIntent(step, failed));
  return failed;
}

/** Moves the money of a charge into the platform's balance. The provider keeps its fee. */
export function receiveMoney(
  step: Step,
  charged: Pick<ChargeRecord, 'amount' | 'currency' | 'description'>,
  chargeId: string,
  method: PaymentMethodRecord | undefined,
): BalanceTransactionRecord {
  const row = method?.testCard == null ? undefined : cardByNumber(method.testCard);
  return moveBalance(step, {
    account: null,
    type: 'charge',
    reportingCategory: 'charge',
    amount: charged.amount,
    fee: computeFee(charged.amount, step.pricing.card),
    currency: charged.currency,
    availableOn: row?.bypassesPending ? step.now : step.now + step.pricing.settlementSeconds,
    description: charged.description,
    source: chargeId,
  });
}

function declineOfMethod(method: PaymentMethodRecord): Decline | null {
  const row = method.testCard === null ? undefined : cardByNumber(method.testCard);
  if (row === undefined) return notATestCard;
  return row.decline?.needsCvc && !method.cvcGiven ? null : row.decline;
}

function makeCardError(decline: Decline, charge: ChargeRecord, method: PaymentMethodRecord): StripeErrorBody {
  return {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
    message: decline.message,
    doc_url: makeDocUrl(decline.code),
    charge: charge.id,
    payment_method: presentPaymentMethod(method),
  };
}
