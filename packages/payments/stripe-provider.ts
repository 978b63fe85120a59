import { DomainError } from '@carhouse/domain/errors/domain-error';
import { cents } from '@carhouse/domain/money/money';
import Stripe from 'stripe';
import type { CardEvent, CardIntent, CardProvider } from './card-provider.ts';
import { listAfter } from './list-after.ts';
import {
  assertShape,
  isProviderId,
  readCharge,
  readDispute,
  readRefund,
  readStoredEvent,
  readWarning,
  UnexpectedShapeError,
} from './read-stripe.ts';

export type StripeOptions = {
  readonly secretKey: string;
  /** All webhook secrets that are valid now: two while one replaces the other, otherwise one. */
  readonly webhookSecrets: readonly string[];
  /** Whether this server charges real money. Events and intents of the other mode (test or live) are refused. */
  readonly livemode: boolean;
  /** The URL of the provider. By default it is the URL of Stripe. */
  readonly endpoint?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number };
};

/**
 * Limits of one call to the provider (decision 0016; docs/reliability.md, fact 4 and limits): `timeout` is the maximum
 * duration of each attempt and `whole` that of all attempts with their pauses, both in milliseconds. `retries` is the
 * maximum number of retries. Without limits, a provider that does not respond would delay a request for minutes.
 */
export const providerLimits = { timeout: 3_000, retries: 2, whole: 8_000 } as const;
/**
 * Number of seconds by which the timestamp of an event may differ from the server's clock, in both directions. The
 * check of the SDK alone would accept a timestamp a year ahead (docs/reliability.md, fact 3).
 */
const maxSkewSeconds = 300;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Creates the card provider with the official Stripe SDK. `endpoint` selects the sandbox provider, which has the same
 * API.
 */
export function createStripeProvider(options: StripeOptions): CardProvider {
  const stripe = new Stripe(options.secretKey, {
    timeout: providerLimits.timeout,
    maxNetworkRetries: providerLimits.retries,
    telemetry: false,
    appInfo: { name: 'Car House' },
    ...options.endpoint,
  });
  return {
    openIntent: (given) =>
      callStripe(async () =>
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
      callStripe(async () => {
        try {
          return readIntent(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }));
        } catch (error) {
          if (isUnknown(error)) return null;
          throw error;
        }
      }),
    cancelIntent: (intentId) =>
      callStripe(async () => {
        try {
          return readIntent(await stripe.paymentIntents.cancel(intentId));
        } catch (error) {
          if (isUnknown(error)) return null;
          // The intent may have succeeded since it was read, so it is read again.
          if (!isUnexpectedState(error)) throw error;
          return readIntent(await stripe.paymentIntents.retrieve(intentId));
        }
      }),
    refundIntent: (given) =>
      callStripe(async () => {
        try {
          const refund = await stripe.refunds.create(
            { payment_intent: given.intentId },
            { idempotencyKey: given.idempotencyKey },
          );
          // For a day, the provider repeats its first response for the same key. The refund is therefore read again for
          // its current state.
          return readRefund(await stripe.refunds.retrieve(refund.id));
        } catch (error) {
          if (isDisputed(error)) return { refundId: null, state: 'failed' };
          if (!isAlreadyRefunded(error)) throw error;
          const list = await stripe.refunds.list({ payment_intent: given.intentId, limit: 1 });
          const refund = list.data[0];
          if (refund === undefined) throw error;
          return readRefund(refund);
        }
      }),
    findRefund: (refundId) =>
      callStripe(async () => readRefund(await stripe.refunds.retrieve(refundId))).catch(unknownIsNull),
    findDispute: (disputeId, kind) =>
      callStripe(async () =>
        kind === 'dispute'
          ? readDispute(await stripe.disputes.retrieve(disputeId))
          : readWarning(await stripe.radar.earlyFraudWarnings.retrieve(disputeId)),
      ).catch(unknownIsNull),
    listCharges: (place) =>
      callStripe(async () => (await listAfter((page) => stripe.charges.list(page), place, isUnknown)).map(readCharge)),
    listEvents: (place, types) =>
      callStripe(async () =>
        (await listAfter((page) => stripe.events.list({ ...page, types: [...types] }), place, isUnknown)).map(
          readStoredEvent,
        ),
      ),
    readEvent: (rawBody, signature, now) => readEvent(stripe, options, rawBody, signature, now),
  };
}

/**
 * Handles the error of a lookup: returns null when the provider does not know the id.
 * @throws every other error.
 */
function unknownIsNull(error: unknown): null {
  if (error instanceof Error && isUnknown(error.cause)) return null;
  throw error;
}

/**
 * Calls the provider. Errors of the network and of the provider, timeouts and unreadable responses all throw
 * PAYMENT_PROVIDER_UNAVAILABLE, which means that the outcome is unknown. A request that the provider rejects (wrong
 * key, wrong parameter) is a defect of this server. The SDK's error for it contains the status of the provider's
 * response. The error is wrapped in another one, because this status must not become the status of the server's own
 * response.
 */
async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  const silence = new AbortController();
  try {
    return await Promise.race([work(), rejectAfterTimeout(silence.signal)]);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (!isTransient(error))
      throw new Error(`The card provider refused a call: ${(error as Error).message}`, { cause: error });
    throw providerUnavailable(error);
  } finally {
    silence.abort();
  }
}

/** Returns a promise that rejects after `providerLimits.whole` milliseconds and never resolves. */
function rejectAfterTimeout(done: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(
      () => reject(providerUnavailable(new Error('The card provider was silent for too long.'))),
      providerLimits.whole,
    );
    done.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function providerUnavailable(cause: unknown): DomainError {
  return new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { retryAfter: 5, cause });
}

function isTransient(error: unknown): boolean {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError, StripeError } = Stripe.errors;
  if (
    error instanceof UnexpectedShapeError ||
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  )
    return true;
  // Status 409 means that the provider is still processing an earlier call with the same idempotency key.
  return error instanceof StripeError && error.statusCode === 409;
}

function readIntent(intent: Stripe.PaymentIntent): CardIntent {
  assertShape(intent, 'payment_intent', {
    status: 'string',
    amount: 'number',
    currency: 'string',
    livemode: 'boolean',
  });
  return {
    intentId: intent.id,
    status: intentStatus(intent.status),
    isConfirming: ['requires_action', 'requires_confirmation', 'processing'].includes(intent.status),
    amount: cents(intent.amount),
    amountReceived: cents(intent.amount_received ?? 0),
    amountRefunded: cents(typeof intent.latest_charge === 'object' ? (intent.latest_charge?.amount_refunded ?? 0) : 0),
    currency: intent.currency,
    livemode: intent.livemode,
    attemptId: intent.metadata?.attempt_id ?? null,
    clientSecret: intent.client_secret ?? null,
    card: readCardOfCharge(intent.latest_charge),
  };
}

/** Returns the card of a charge; null when the provider's response contains only the id of the charge. */
function readCardOfCharge(charge: Stripe.PaymentIntent['latest_charge']): CardIntent['card'] {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : undefined;
  if (typeof card?.brand !== 'string' || !/^\d{4}$/.test(card.last4 ?? '')) return null;
  return { brand: card.brand.slice(0, 40), last4: card.last4 ?? '' };
}

function intentStatus(status: Stripe.PaymentIntent.Status): CardIntent['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'canceled') return 'cancelled';
  return status === 'processing' ? 'processing' : 'open';
}

function readEvent(
  stripe: Stripe,
  options: StripeOptions,
  rawBody: Buffer,
  signature: string | undefined,
  now: Date,
): CardEvent {
  // The SDK removes a byte order mark before it checks the signature, so it would verify other bytes than those that
  // were signed.
  if (rawBody.subarray(0, 3).equals(byteOrderMark)) throw new DomainError('INVALID_SIGNATURE');
  const event = verify(stripe, options.webhookSecrets, rawBody, signature ?? '');
  if (!isEvent(event)) throw new DomainError('BAD_REQUEST');
  const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature ?? '')?.[1] ?? Number.NaN);
  const skewSeconds = Math.abs(now.getTime() / 1000 - signedAt);
  if (!(skewSeconds <= maxSkewSeconds) || event.livemode !== options.livemode)
    throw new DomainError('INVALID_SIGNATURE');
  return readStoredEvent(event);
}

/** Checks the event's fields. The SDK checks only the signature and the JSON. */
function isEvent(value: Stripe.Event | null): value is Stripe.Event {
  const object: unknown = value?.data?.object;
  const hasProviderIds = isProviderId(value?.id) && isProviderId(value?.type);
  return hasProviderIds && typeof object === 'object' && object !== null;
}

function verify(stripe: Stripe, secrets: readonly string[], rawBody: Buffer, signature: string): Stripe.Event {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(rawBody, signature, secret, maxSkewSeconds);
    } catch {
      // The signature may match the next secret.
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

function isDisputed(error: unknown): boolean {
  return codeOf(error) === 'charge_disputed';
}

function isAlreadyRefunded(error: unknown): boolean {
  return codeOf(error) === 'charge_already_refunded';
}
