import { cents } from '@carhouse/domain/money/money';
import type Stripe from 'stripe';
import type { CardCharge, CardDispute, CardEvent, CardRefund } from './card-provider.ts';

/** Converts the provider's API objects to the server's types. */

/**
 * Thrown when the provider's response has a success status but not the requested object. After such a response, the
 * outcome of the request is unknown.
 */
export class UnexpectedShapeError extends Error {}

/**
 * Checks that a response is the requested object and has the fields that the server reads. The SDK itself accepts any
 * JSON.
 * @throws UnexpectedShapeError.
 */
export function assertShape(
  value: unknown,
  objectType: string,
  fields: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {},
): void {
  const object = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const hasExpectedFields =
    object.object === objectType &&
    typeof object.id === 'string' &&
    Object.entries(fields).every(([name, type]) =>
      type === 'number'
        ? Number.isSafeInteger(object[name]) && Number(object[name]) >= 0
        : typeof object[name] === type,
    );
  if (!hasExpectedFields) throw new UnexpectedShapeError(`What the card provider sent is no ${objectType}.`);
}

export function readRefund(refund: Stripe.Refund): CardRefund {
  assertShape(refund, 'refund');
  const state =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending';
  return { refundId: refund.id, state };
}

export function readCharge(charge: Stripe.Charge): CardCharge {
  assertShape(charge, 'charge', { amount: 'number', amount_refunded: 'number', currency: 'string', created: 'number' });
  return {
    chargeId: charge.id,
    intentId: readId(charge.payment_intent),
    attemptId: charge.metadata?.attempt_id ?? null,
    hasSucceeded: charge.status === 'succeeded',
    amount: cents(charge.amount),
    amountRefunded: cents(charge.amount_refunded),
    currency: charge.currency,
    livemode: charge.livemode,
    createdAt: new Date(charge.created * 1000),
  };
}

/** The final statuses of a dispute. */
const closedStatuses = ['won', 'lost', 'warning_closed', 'prevented'];

export function readDispute(dispute: Stripe.Dispute): CardDispute {
  assertShape(dispute, 'dispute', { status: 'string', created: 'number', amount: 'number' });
  return {
    disputeId: dispute.id,
    kind: 'dispute',
    intentId: readId(dispute.payment_intent),
    amount: cents(dispute.amount),
    reason: dispute.reason,
    status: dispute.status,
    open: !closedStatuses.includes(dispute.status),
    createdAt: new Date(dispute.created * 1000),
  };
}

/** Converts an early fraud warning. A warning is open while a refund can still prevent a dispute. */
export function readWarning(warning: Stripe.Radar.EarlyFraudWarning): CardDispute {
  assertShape(warning, 'radar.early_fraud_warning', { created: 'number' });
  return {
    disputeId: warning.id,
    kind: 'warning',
    intentId: readId(warning.payment_intent),
    amount: null,
    reason: warning.fraud_type,
    status: warning.actionable ? 'actionable' : 'closed',
    open: warning.actionable,
    createdAt: new Date(warning.created * 1000),
  };
}

export function readStoredEvent(event: Stripe.Event): CardEvent {
  const object = event.data.object as { object?: string; id?: unknown; payment_intent?: unknown };
  const intentReference = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return {
    eventId: event.id,
    type: event.type,
    livemode: event.livemode,
    createdAt: new Date(event.created * 1000),
    intentId: isProviderId(intentReference) ? intentReference : null,
    objectId: isProviderId(object.id) ? object.id : null,
    accountId: isProviderId(event.account) ? event.account : null,
    payload: event.account === undefined ? event : removeContent(event, object),
  };
}

/**
 * Returns an event of a connected account without its content, because the content has personal data of a seller. The
 * server needs only to know which object changed, because it reads the object from the provider.
 */
function removeContent(event: Stripe.Event, object: { object?: string; id?: unknown }): unknown {
  const { id, type, created, livemode, account } = event;
  return {
    id,
    type,
    created,
    livemode,
    account,
    data: { object: { id: object.id, object: object.object } },
    bare: true,
  };
}

/**
 * Whether a value is a short text, as all ids and event types of the provider are. The webhook inbox uses the
 * provider's ids and event types as keys.
 */
export function isProviderId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,255}$/.test(value);
}

/** Returns the id of a reference, which is the id itself or the whole object. */
export function readId(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}
