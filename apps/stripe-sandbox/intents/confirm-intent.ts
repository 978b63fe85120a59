import { findTestCardRow } from '../cards/card-of-method.ts';
import type { IntentRecord, PaymentMethodRecord } from '../ledger/records.ts';
import { assertAllowedNames, type Params, text } from '../params.ts';
import { readMethodOfCall } from '../payment-methods/read-payment-method.ts';
import { startPaynow } from '../paynow/finish-paynow.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError, StripeError } from '../stripe-error.ts';
import { chargeIntent } from './charge-intent.ts';
import { presentIntent } from './present-intent.ts';
import { makeUnexpectedStateError } from './unexpected-state.ts';

const CONFIRM_PARAMETERS = [
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
const maxAttemptCount = 50;

const CONFIRMABLE_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * Tries to charge the intent. The intent's status becomes `succeeded`, `requires_action` (3-D Secure), or again
 * `requires_payment_method` with the decline in `lastPaymentError`. The step is synchronous, so of two confirmations at
 * the same time the second one sees the result of the first. Throws 400 when the intent can no longer be paid, and 402
 * for invalid card data.
 */
export function confirmIntent(step: Step, intent: IntentRecord, params: Params): IntentRecord {
  assertAllowedNames(params, CONFIRM_PARAMETERS);
  return confirmIntentWithParams(step, intent, params);
}

/**
 * Confirms an intent whose creation has `confirm=true`, as `confirmIntent` does. The parameters have been checked by
 * the creation of the intent.
 */
export function confirmIntentWithParams(step: Step, intent: IntentRecord, params: Params): IntentRecord {
  if (!CONFIRMABLE_STATUSES.includes(intent.status))
    throw makeUnexpectedStateError(step, intent, 'confirm', CONFIRMABLE_STATUSES);
  const attemptCount = (intent.attempts ?? 0) + 1;
  if (attemptCount > maxAttemptCount) {
    throw new StripeError(429, { type: 'rate_limit_error', message: 'Too many attempts to pay this PaymentIntent.' });
  }
  const method = readMethodOfCall(step, params) ?? findAttachedMethod(step, intent);
  if (method === null) {
    throw makeInvalidRequestError(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      'payment_intent_unexpected_state',
    );
  }
  assertAllowedType(intent, method);
  // A new attempt ends an unfinished challenge, because only one of the attempts may lead to a charge.
  const attemptedIntent: IntentRecord = {
    ...intent,
    attempts: attemptCount,
    paymentMethodId: method.id,
    challengeId: null,
    paynow: null,
    lastPaymentError: null,
  };
  if (method.type === 'paynow') return startPaynow(step, attemptedIntent, readReturnUrl(params));
  if (findTestCardRow(method)?.authentication !== 'required') return chargeIntent(step, attemptedIntent, method);

  const waitingIntent: IntentRecord = { ...attemptedIntent, status: 'requires_action', challengeId: step.newId('tds') };
  step.put('intents', waitingIntent);
  recordEvent(step, 'payment_intent.requires_action', presentIntent(step, waitingIntent));
  return waitingIntent;
}

function assertAllowedType(intent: IntentRecord, { type = 'card' }: PaymentMethodRecord): void {
  if (intent.paymentMethodTypes.includes(type)) return;
  throw makeInvalidRequestError(
    `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.paymentMethodTypes.join(', ')}.`,
    undefined,
    'payment_method',
  );
}

function readReturnUrl(params: Params): string | null {
  const url = text(params, 'return_url') ?? null;
  if (url === null || URL.canParse(url)) return url;
  throw makeInvalidRequestError('Not a valid URL', 'url_invalid', 'return_url');
}

function findAttachedMethod(step: Step, intent: IntentRecord): PaymentMethodRecord | null {
  return intent.paymentMethodId === null ? null : (step.get('paymentMethods', intent.paymentMethodId) ?? null);
}
