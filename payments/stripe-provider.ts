import { DomainError } from '@carhouse/core/errors/domain-error';
import { cents } from '@carhouse/core/money/money';
import Stripe from 'stripe';
import type { CardEvent, CardIntent, CardProvider, CardRefund } from './card-provider.ts';

export type StripeOptions = {
  readonly secretKey: string;
  /** Every secret that is valid now: two during a roll-over. */
  readonly webhookSecrets: readonly string[];
  /** Whether this house charges real money. Events and intents of the other mode are refused. */
  readonly livemode: boolean;
  /** Where the provider listens; absent means the real one. */
  readonly endpoint?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
};

/** A silent provider must not hold a request for minutes: 3 s an attempt, two retries (RELIABILITY, fact 4 and §7.3). */
const timeout = 3_000;
const retries = 2;
/** Seconds that an event's time may differ from ours, both ways: the SDK alone accepts a year in the future (fact 3). */
const skewMaximum = 300;

/** The card provider on the official Stripe SDK. The sandbox provider speaks the same wire, so it is reached by `endpoint`. */
export function createStripeProvider(options: StripeOptions): CardProvider {
  const stripe = new Stripe(options.secretKey, {
    timeout,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'Car House' },
    ...options.endpoint,
  });
  return {
    openIntent: (given) =>
      answered(async () =>
        readIntent(
          await stripe.paymentIntents.create(
            {
              amount: Number(given.amount),
              currency: given.currency,
              allowed_payment_method_types: ['card'],
              description: given.description,
              metadata: { attempt_id: given.attemptId, booking_id: given.bookingId },
            },
            { idempotencyKey: given.idempotencyKey },
          ),
        ),
      ),
    findIntent: (intentId) =>
      answered(async () => {
        try {
          return readIntent(await stripe.paymentIntents.retrieve(intentId));
        } catch (error) {
          if (isUnknown(error)) return null;
          throw error;
        }
      }),
    cancelIntent: (intentId) =>
      answered(async () => {
        try {
          return readIntent(await stripe.paymentIntents.cancel(intentId));
        } catch (error) {
          if (isUnknown(error)) return null;
          // It may have succeeded a moment before: only the intent itself can tell.
          if (!isUnexpectedState(error)) throw error;
          return readIntent(await stripe.paymentIntents.retrieve(intentId));
        }
      }),
    refundIntent: (given) =>
      answered(async () => {
        try {
          const refund = await stripe.refunds.create(
            { payment_intent: given.intentId },
            { idempotencyKey: given.idempotencyKey },
          );
          // The same key gives the first answer again for a day; how the refund stands now, only the refund can tell.
          return readRefund(refund.status === 'pending' ? await stripe.refunds.retrieve(refund.id) : refund);
        } catch (error) {
          if (!isAlreadyRefunded(error)) throw error;
          const list = await stripe.refunds.list({ payment_intent: given.intentId, limit: 1 });
          const refund = list.data[0];
          if (refund === undefined) throw error;
          return readRefund(refund);
        }
      }),
    readEvent: (rawBody, signature, now) => readEvent(stripe, options, rawBody, signature, now),
  };
}

/**
 * Faults of the way to the provider, or of the provider itself, become one code: the outcome is unknown. What the provider
 * refuses (a wrong key, a wrong parameter) is a fault of ours. It is wrapped: the SDK's errors carry the status of the
 * provider's answer, which must not become the status of ours.
 */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isPassing(error))
      throw new Error(`The card provider refused a call: ${(error as Error).message}`, { cause: error });
    throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { retryAfter: 5, cause: error });
  }
}

function isPassing(error: unknown): boolean {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError, StripeError } = Stripe.errors;
  if (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  )
    return true;
  // The same key is still being worked on by an earlier call of ours.
  return error instanceof StripeError && error.statusCode === 409;
}

function readIntent(intent: Stripe.PaymentIntent): CardIntent {
  return {
    intentId: intent.id,
    status: intentStatus(intent.status),
    amount: cents(intent.amount),
    amountReceived: cents(intent.amount_received ?? 0),
    currency: intent.currency,
    livemode: intent.livemode,
    attemptId: intent.metadata?.attempt_id ?? null,
    clientSecret: intent.client_secret,
  };
}

function intentStatus(status: Stripe.PaymentIntent.Status): CardIntent['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'canceled') return 'cancelled';
  return status === 'processing' ? 'processing' : 'open';
}

function readRefund(refund: Stripe.Refund): CardRefund {
  const state =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending';
  return { refundId: refund.id, state };
}

function readEvent(
  stripe: Stripe,
  options: StripeOptions,
  rawBody: Buffer,
  signature: string | undefined,
  now: Date,
): CardEvent {
  const event = verify(stripe, options.webhookSecrets, rawBody, signature ?? '');
  if (!isEvent(event)) throw new DomainError('BAD_REQUEST');
  const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature ?? '')?.[1] ?? Number.NaN);
  const skew = Math.abs(now.getTime() / 1000 - signedAt);
  if (!(skew <= skewMaximum) || event.livemode !== options.livemode) throw new DomainError('INVALID_SIGNATURE');
  const object = event.data.object as { object?: string; id?: string; payment_intent?: unknown };
  const related = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return {
    eventId: event.id,
    type: event.type,
    livemode: event.livemode,
    created: new Date(event.created * 1000),
    intentId: typeof related === 'string' ? related : null,
    payload: event,
  };
}

/** The SDK vouches for the signature and the JSON only. */
function isEvent(value: Stripe.Event | null): value is Stripe.Event {
  const object: unknown = value?.data?.object;
  const named = typeof value?.id === 'string' && typeof value.type === 'string';
  return named && typeof object === 'object' && object !== null;
}

function verify(stripe: Stripe, secrets: readonly string[], rawBody: Buffer, signature: string): Stripe.Event {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(rawBody, signature, secret, skewMaximum);
    } catch {
      // the next secret may fit
    }
  }
  throw new DomainError('INVALID_SIGNATURE');
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined;
}

function isUnknown(error: unknown): boolean {
  return codeOf(error) === 'resource_missing';
}

function isUnexpectedState(error: unknown): boolean {
  return codeOf(error) === 'payment_intent_unexpected_state';
}

function isAlreadyRefunded(error: unknown): boolean {
  return codeOf(error) === 'charge_already_refunded';
}
