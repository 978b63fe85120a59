import type { Change } from './ledger/ledger.ts';
import type { EventRecord, PaymentMethodRecord } from './ledger/records.ts';

/** The version of the API format that the objects follow; callers that name another one get their name echoed only. */
export const API_VERSION = '2026-10-28.endive';

/** A state change in progress, with all external inputs that the rules need. */
export type Step = Change & {
  /** Seconds since 1970, the same for the whole step. */
  now: number;
  newId(prefix: string): string;
  /** A payment method that a browser has made and that has not been used yet. */
  draft(id: string): PaymentMethodRecord | undefined;
  /** Where a browser shows the 3-D Secure challenge. */
  challengeUrl(challengeId: string): string;
  /** Whether events of this step are to be posted somewhere. */
  webhooksOn: boolean;
  request: EventRecord['request'];
};

export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'payment_intent.requires_action'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'radar.early_fraud_warning.created';

/** Records an event with the object as it is now. It is posted once the step is on disk. */
export function announce(step: Step, type: EventType, object: unknown): void {
  step.put('events', {
    id: step.newId('evt'),
    type,
    created: step.now,
    apiVersion: API_VERSION,
    object,
    request: step.request,
    delivery: step.webhooksOn ? 'pending' : 'none',
  });
}
