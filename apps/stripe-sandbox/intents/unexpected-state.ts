import type { IntentRecord } from '../ledger/records.ts';
import type { Step } from '../step.ts';
import { StripeError } from '../stripe-error.ts';
import { presentIntent } from './present-intent.ts';

/** The error 400 `payment_intent_unexpected_state` with the current intent, so that the caller sees its status. */
export function makeUnexpectedStateError(
  step: Step,
  intent: IntentRecord,
  actionVerb: 'confirm' | 'cancel',
  allowedStatuses: readonly string[],
): StripeError {
  const verbForm = actionVerb === 'confirm' ? 'confirmed' : 'canceled';
  const message =
    actionVerb === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${actionVerb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verbForm}: ${allowedStatuses.join(', ')}.`;
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: presentIntent(step, intent),
  });
}
