import { cardByNumber } from '../cards/cards.ts';
import { paymentMethodOf } from '../cards/read-card.ts';
import type { IntentRecord, PaymentMethodRecord } from '../ledger/records.ts';
import { assertAllowedNames, type Params } from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { invalidRequestError, StripeError } from '../stripe-error.ts';
import { chargeIntent } from './charge-intent.ts';
import { presentIntent } from './present-intent.ts';
import { unexpectedState } from './unexpected-state.ts';

const PARAMS = [
  'client_secret',
  'expected_payment_method_type',
  'payment_method',
  'payment_method_data',
  'receipt_email',
  'return_url',
  'use_stripe_sdk',
];

/**
 * Maximum number of attempts of one intent. Each attempt is recorded, and any client with the client secret can make an
 * attempt.
 */
const maxAttempts = 50;

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * Tries to charge the intent. The intent's status becomes `succeeded`, `requires_action` (3-D Secure), or again
 * `requires_payment_method` with the decline in `lastPaymentError`. The step is synchronous, so of two confirmations at
 * the same time the second one sees the result of the first. Throws 400 when the intent can no longer be paid, and 402
 * for invalid card data.
 */
export function confirmIntent(step: Step, intent: IntentRecord, params: Params): IntentRecord {
  assertAllowedNames(params, PARAMS);
  return confirmWith(step, intent, params);
}

/** Does the same as `confirmIntent` for `confirm=true` at creation. The creation has checked the parameters. */
export function confirmWith(step: Step, intent: IntentRecord, params: Params): IntentRecord {
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(step, intent, 'confirm', CONFIRMABLE);
  const attempts = (intent.attempts ?? 0) + 1;
  if (attempts > maxAttempts) {
    throw new StripeError(429, { type: 'rate_limit_error', message: 'Too many attempts to pay this PaymentIntent.' });
  }
  const method = paymentMethodOf(step, params) ?? attachedMethod(step, intent);
  if (method === null) {
    throw invalidRequestError(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      'payment_intent_unexpected_state',
    );
  }
  const row = method.testCard === null ? undefined : cardByNumber(method.testCard);
  // A new attempt ends an unfinished challenge, because only one of the attempts may lead to a charge.
  const attempt: IntentRecord = {
    ...intent,
    attempts,
    paymentMethodId: method.id,
    challengeId: null,
    lastPaymentError: null,
  };
  if (row?.authentication !== 'required') return chargeIntent(step, attempt, method);

  const waitingIntent: IntentRecord = { ...attempt, status: 'requires_action', challengeId: step.newId('tds') };
  step.put('intents', waitingIntent);
  recordEvent(step, 'payment_intent.requires_action', presentIntent(step, waitingIntent));
  return waitingIntent;
}

function attachedMethod(step: Step, intent: IntentRecord): PaymentMethodRecord | null {
  return intent.paymentMethodId === null ? null : (step.get('paymentMethods', intent.paymentMethodId) ?? null);
}
