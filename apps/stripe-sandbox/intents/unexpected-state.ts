import type { IntentRecord } from '../ledger/records.ts';
import type { Step } from '../step.ts';
import { StripeError } from '../stripe-error.ts';
import { presentIntent } from './present-intent.ts';

/** The error 400 `payment_intent_unexpected_state` with the current intent, so that the caller sees its status. */
export function unexpectedStateError(
  step: Step,
  intent: IntentRecord,
  verb: 'confirm' | 'cancel',
  allowed: readonly string[],
): StripeError {
  const participle = verb === 'confirm' ? 'confirmed' : 'canceled';
  const message =
    verb === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${participle}: ${allowed.join(', ')}.`;
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: presentIntent(step, intent),
  });
}
