import { failIntent, settleCharge } from '../intents/charge-intent.ts';
import { presentIntent } from '../intents/present-intent.ts';
import type { IntentRecord, PaynowMethodRecord } from '../ledger/records.ts';
import { presentPaymentMethod } from '../payment-methods/present-payment-method.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeDocUrl, type StripeErrorBody } from '../stripe-error.ts';

/** The time in seconds for which a QR code can be paid. */
const CODE_LIFETIME_SECONDS = 60 * 60;

/**
 * What a buyer does with a QR code: pays it, refuses to pay, or lets it expire. With `approve_refund_fails` the buyer
 * pays, and a later refund of the payment fails, for tests of failed refunds.
 */
export type PaynowOutcome = 'approve' | 'approve_refund_fails' | 'decline' | 'expire';

const errorsByOutcome = {
  decline: {
    code: 'payment_intent_payment_attempt_failed',
    message: 'The payment attempt failed. Provide a new payment method to attempt to fulfill this PaymentIntent again.',
  },
  expire: {
    code: 'payment_intent_payment_attempt_expired',
    message:
      'The latest payment attempt of this PaymentIntent has expired. Provide a new payment method to attempt to fulfill this PaymentIntent again.',
  },
};

/** Shows a QR code for an intent: its status becomes `requires_action` until the code is paid or has expired. */
export function startPaynow(step: Step, intent: IntentRecord, returnUrl: string | null): IntentRecord {
  const paynow = { id: step.newId('paynow'), expiresAt: step.now + CODE_LIFETIME_SECONDS, shopUrl: returnUrl };
  const waitingIntent: IntentRecord = { ...intent, status: 'requires_action', paynow };
  step.put('intents', waitingIntent);
  recordEvent(step, 'payment_intent.requires_action', presentIntent(step, waitingIntent));
  return waitingIntent;
}

/** Whether the QR code of an intent can still be paid. `now` is in seconds since 1970. */
export function isCodePayable(intent: IntentRecord, now: number): boolean {
  return intent.status === 'requires_action' && intent.paynow != null && now < intent.paynow.expiresAt;
}

/** Ends the wait for a QR code. The function does nothing when the intent does not wait for a QR code. */
export function finishPaynow(step: Step, intent: IntentRecord, outcome: PaynowOutcome): void {
  const method = intent.paymentMethodId === null ? undefined : step.get('paymentMethods', intent.paymentMethodId);
  if (intent.status !== 'requires_action' || intent.paynow == null || method?.type !== 'paynow') return;
  if (outcome === 'approve' || outcome === 'approve_refund_fails') {
    const usedMethod: PaynowMethodRecord = { ...method, doRefundsFail: outcome === 'approve_refund_fails' };
    step.put('paymentMethods', usedMethod);
    settleCharge(step, intent, usedMethod, null);
    return;
  }
  const { code, message } = errorsByOutcome[outcome];
  const error: StripeErrorBody = {
    type: 'invalid_request_error',
    code,
    message,
    doc_url: makeDocUrl(code),
    payment_method: presentPaymentMethod(method),
  };
  // An unpaid QR code leaves no charge.
  if (outcome === 'expire') failIntent(step, intent, error);
  else settleCharge(step, intent, method, { failure: { code, declineCode: null, message, blocked: false }, error });
}
