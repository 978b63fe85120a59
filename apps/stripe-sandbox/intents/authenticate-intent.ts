import type { IntentRecord } from '../ledger/records.ts';
import { presentPaymentMethod } from '../payment-methods/present-payment-method.ts';
import type { Step } from '../step.ts';
import { makeDocUrl } from '../stripe-error.ts';
import { chargeIntent, failIntent } from './charge-intent.ts';

/**
 * Ends a 3-D Secure challenge. When `isCompleted`, the card is charged and may still be declined. When the challenge is
 * not completed, the intent needs another card.
 */
export function authenticateIntent(step: Step, intent: IntentRecord, isCompleted: boolean): IntentRecord {
  const method = intent.paymentMethodId === null ? undefined : step.get('paymentMethods', intent.paymentMethodId);
  if (method === undefined) throw new Error(`${intent.id} waits for authentication without a payment method`);
  if (isCompleted) return chargeIntent(step, { ...intent, challengeId: null }, method);
  return failIntent(step, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    doc_url: makeDocUrl('payment_intent_authentication_failure'),
    payment_method: presentPaymentMethod(method),
  });
}
