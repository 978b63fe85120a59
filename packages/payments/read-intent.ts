import { cents } from '@carhouse/domain/money/money';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import type Stripe from 'stripe';
import type { CardIntent, PaynowCode, PaynowFailure } from './card-provider.ts';
import { assertShape, readId, UnexpectedShapeError } from './read-stripe.ts';

/**
 * Maximum length of the content of a QR code, in characters. A longer text does not fit into a QR code that phones can
 * read.
 */
const maxCodeLength = 1_000;
const maxUrlLength = 2_000;

/**
 * Converts an intent of the provider's API.
 * @throws UnexpectedShapeError.
 */
export function readIntent(intent: Stripe.PaymentIntent): CardIntent {
  assertShape(intent, 'payment_intent', {
    status: 'string',
    amount: 'number',
    currency: 'string',
    livemode: 'boolean',
  });
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    intentId: intent.id,
    status: readIntentStatus(intent.status),
    isConfirming: ['requires_action', 'requires_confirmation', 'processing'].includes(intent.status),
    amount: cents(intent.amount),
    amountReceived: cents(intent.amount_received ?? 0),
    amountRefunded: cents(charge?.amount_refunded ?? 0),
    currency: intent.currency,
    livemode: intent.livemode,
    attemptId: intent.metadata?.attempt_id ?? null,
    clientSecret: intent.client_secret ?? null,
    chargeId: readId(intent.latest_charge),
    card: readCardOfCharge(charge),
    method: readMethod(charge),
    takesPaynow: intent.payment_method_types?.includes('paynow') ?? false,
    paynowCode: readPaynowCode(intent),
    failedPaynow: readFailedPaynow(intent.last_payment_error),
  };
}

/** Returns the card of a charge; null when the provider's response contains no card. */
function readCardOfCharge(charge: Stripe.Charge | null): CardIntent['card'] {
  const card = charge?.payment_method_details?.card;
  if (typeof card?.brand !== 'string' || !/^\d{4}$/.test(card.last4 ?? '')) return null;
  return { brand: card.brand.slice(0, 40), last4: card.last4 ?? '' };
}

function readMethod(charge: Stripe.Charge | null): PaymentMethod | null {
  const type = charge?.payment_method_details?.type;
  if (type === undefined) return null;
  return type === 'paynow' ? 'paynow' : 'card';
}

/**
 * Returns the PayNow code that an intent waits for the buyer to pay.
 * @throws UnexpectedShapeError when the intent waits for a code that cannot be shown.
 */
function readPaynowCode({ status, next_action: action }: Stripe.PaymentIntent): PaynowCode | null {
  if (status !== 'requires_action' || action?.type !== 'paynow_display_qr_code') return null;
  const { data, hosted_instructions_url: pageUrl } = action.paynow_display_qr_code ?? {};
  if (typeof data !== 'string' || data === '' || data.length > maxCodeLength || !isWebUrl(pageUrl)) {
    throw new UnexpectedShapeError('What the card provider sent is no PayNow code.');
  }
  return { data, pageUrl };
}

/** Whether a value is a URL that a page may link to. */
function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxUrlLength && /^https?:\/\//.test(value) && URL.canParse(value);
}

function readFailedPaynow(error: Stripe.PaymentIntent['last_payment_error']): PaynowFailure | null {
  if (error?.payment_method?.type !== 'paynow') return null;
  return error.code === 'payment_intent_payment_attempt_expired' ? 'expired' : 'refused';
}

function readIntentStatus(status: Stripe.PaymentIntent.Status): CardIntent['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'canceled') return 'cancelled';
  return status === 'processing' ? 'processing' : 'open';
}
