import type { IntentRecord } from '../ledger/records.ts';
import { assertAllowedNames, type Params, text } from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError } from '../stripe-error.ts';
import { presentIntent } from './present-intent.ts';
import { makeUnexpectedStateError } from './unexpected-state.ts';

const CANCELABLE_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'];

/** Cancels an unpaid intent. Throws 400 `payment_intent_unexpected_state` when the intent is paid or canceled. */
export function cancelIntent(step: Step, intent: IntentRecord, params: Params): IntentRecord {
  assertAllowedNames(params, ['cancellation_reason']);
  const reason = text(params, 'cancellation_reason') ?? null;
  if (reason !== null && !CANCELLATION_REASONS.includes(reason)) {
    throw makeInvalidRequestError(
      `Invalid cancellation_reason: must be one of ${CANCELLATION_REASONS.join(', ')}`,
      undefined,
      'cancellation_reason',
    );
  }
  if (!CANCELABLE_STATUSES.includes(intent.status))
    throw makeUnexpectedStateError(step, intent, 'cancel', CANCELABLE_STATUSES);
  const canceledIntent: IntentRecord = {
    ...intent,
    status: 'canceled',
    challengeId: null,
    paynow: null,
    canceledAt: step.now,
    cancellationReason: reason,
  };
  step.put('intents', canceledIntent);
  recordEvent(step, 'payment_intent.canceled', presentIntent(step, canceledIntent));
  return canceledIntent;
}
