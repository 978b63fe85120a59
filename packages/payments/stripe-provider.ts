import { DomainError } from '@carhouse/domain/errors/domain-error';
import type Stripe from 'stripe';
import {
  callStripe,
  createStripeClient,
  isRequestRejection,
  isUnknownObject,
  readErrorCode,
  returnNullIfUnknownObject,
  type StripeOptions,
} from './call-stripe.ts';
import type { CardEvent, CardProvider } from './card-provider.ts';
import { listAfterPosition } from './list-after.ts';
import { readIntent } from './read-intent.ts';
import { isProviderId, readCharge, readDispute, readRefund, readStoredEvent, readWarning } from './read-stripe.ts';

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
  const stripe = createStripeClient(options);
  return {
    openIntent: (input) =>
      callStripe(async () =>
        readIntent(
          await stripe.paymentIntents.create(
            {
              amount: Number(input.amount),
              currency: input.currency,
              allowed_payment_method_types: [...input.methods],
              description: input.description,
              metadata: { attempt_id: input.attemptId, booking_id: input.bookingId },
            },
            { idempotencyKey: input.idempotencyKey },
          ),
        ),
      ),
    showPaynowCode: (input) =>
      callStripe(async () => {
        try {
          return readIntent(
            await stripe.paymentIntents.confirm(input.intentId, {
              payment_method_data: { type: 'paynow', billing_details: { ...input.payer } },
              return_url: input.returnUrl,
            }),
          );
        } catch (error) {
          if (isUnknownObject(error)) return null;
          // The intent may have been paid or cancelled after it was read, or it does not take PayNow. The server
          // therefore reads the intent again.
          if (!isUnexpectedState(error) && !isRequestRejection(error)) throw error;
          const intent = readIntent(await stripe.paymentIntents.retrieve(input.intentId));
          if (intent.status === 'open' && intent.takesPaynow) throw error;
          return intent;
        }
      }),
    findIntent: (intentId) =>
      callStripe(async () => {
        try {
          return readIntent(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }));
        } catch (error) {
          if (isUnknownObject(error)) return null;
          throw error;
        }
      }),
    cancelIntent: (intentId) =>
      callStripe(async () => {
        try {
          return readIntent(await stripe.paymentIntents.cancel(intentId));
        } catch (error) {
          if (isUnknownObject(error)) return null;
          // The intent may have succeeded since it was read, so it is read again.
          if (!isUnexpectedState(error)) throw error;
          return readIntent(await stripe.paymentIntents.retrieve(intentId));
        }
      }),
    refundIntent: (input) =>
      callStripe(async () => {
        try {
          const earlierRefund = input.partAmount === null ? undefined : await findRefundByKey(stripe, input);
          if (earlierRefund !== undefined) return readRefund(earlierRefund);
          const refund = await stripe.refunds.create(
            {
              payment_intent: input.intentId,
              ...(input.partAmount === null
                ? {}
                : { amount: Number(input.partAmount), metadata: { refund_key: input.idempotencyKey } }),
            },
            { idempotencyKey: input.idempotencyKey },
          );
          // For a day, the provider repeats its first response for the same key. The refund is therefore read again for
          // its current state.
          return readRefund(await stripe.refunds.retrieve(refund.id));
        } catch (error) {
          if (isDisputed(error)) return { refundId: null, state: 'failed' };
          if (!isAlreadyRefunded(error) || input.partAmount !== null) throw error;
          const refundList = await stripe.refunds.list({ payment_intent: input.intentId, limit: 1 });
          const refund = refundList.data[0];
          if (refund === undefined) throw error;
          return readRefund(refund);
        }
      }),
    findRefund: (refundId) =>
      callStripe(async () => readRefund(await stripe.refunds.retrieve(refundId))).catch(returnNullIfUnknownObject),
    findDispute: (disputeId, kind) =>
      callStripe(async () =>
        kind === 'dispute'
          ? readDispute(await stripe.disputes.retrieve(disputeId))
          : readWarning(await stripe.radar.earlyFraudWarnings.retrieve(disputeId)),
      ).catch(returnNullIfUnknownObject),
    listCharges: (position) =>
      callStripe(async () =>
        (await listAfterPosition((page) => stripe.charges.list(page), position, isUnknownObject)).map(readCharge),
      ),
    listEvents: (position, types) =>
      callStripe(async () =>
        (
          await listAfterPosition(
            (page) => stripe.events.list({ ...page, types: [...types] }),
            position,
            isUnknownObject,
          )
        ).map(readStoredEvent),
      ),
    readEvent: (rawBody, signature, now) => readEvent(stripe, options, rawBody, signature, now),
  };
}

/**
 * Finds the refund of a part of a charge that was made with this key. The provider forgets a key after a day, and would
 * then refund another part. A whole charge is never refunded twice.
 */
async function findRefundByKey(
  stripe: Stripe,
  input: { readonly intentId: string; readonly idempotencyKey: string },
): Promise<Stripe.Refund | undefined> {
  const refundList = await stripe.refunds.list({ payment_intent: input.intentId, limit: 100 });
  return refundList.data.find(({ metadata }) => metadata?.refund_key === input.idempotencyKey);
}

function readEvent(
  stripe: Stripe,
  options: StripeOptions,
  rawBody: Buffer,
  signature: string | undefined,
  now: Date,
): CardEvent {
  // The SDK removes a byte order mark before it checks the signature, so it would not verify exactly the bytes that
  // were signed.
  if (rawBody.subarray(0, 3).equals(byteOrderMark)) throw new DomainError('INVALID_SIGNATURE');
  const event = verifySignature(stripe, options.webhookSecrets, rawBody, signature ?? '');
  if (!hasEventFields(event)) throw new DomainError('BAD_REQUEST');
  const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature ?? '')?.[1] ?? Number.NaN);
  const skewSeconds = Math.abs(now.getTime() / 1000 - signedAt);
  if (!(skewSeconds <= maxSkewSeconds) || event.livemode !== options.livemode)
    throw new DomainError('INVALID_SIGNATURE');
  return readStoredEvent(event);
}

/** Checks the event's fields. The SDK checks only the signature and the JSON. */
function hasEventFields(value: Stripe.Event | null): value is Stripe.Event {
  const object: unknown = value?.data?.object;
  const hasProviderIds = isProviderId(value?.id) && isProviderId(value?.type);
  return hasProviderIds && typeof object === 'object' && object !== null;
}

function verifySignature(stripe: Stripe, secrets: readonly string[], rawBody: Buffer, signature: string): Stripe.Event {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(rawBody, signature, secret, maxSkewSeconds);
    } catch {
      // The signature may match the next secret.
    }
  }
  throw new DomainError('INVALID_SIGNATURE');
}

function isUnexpectedState(error: unknown): boolean {
  return readErrorCode(error) === 'payment_intent_unexpected_state';
}

function isDisputed(error: unknown): boolean {
  return readErrorCode(error) === 'charge_disputed';
}

function isAlreadyRefunded(error: unknown): boolean {
  return readErrorCode(error) === 'charge_already_refunded';
}
