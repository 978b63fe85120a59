import type { Pricing } from './balance/pricing.ts';
import type { RecordTransaction } from './ledger/ledger.ts';
import type { EventRecord, PaymentMethodRecord } from './ledger/records.ts';

/**
 * The API version of the objects. When a caller requests another API version, the response names the requested version,
 * and its objects do not change.
 */
export const API_VERSION = '2026-10-28.endive';

/** A transaction in progress, together with all external inputs that the handlers need. */
export type Step = RecordTransaction & {
  /** The time in seconds since 1970. The time is the same for the whole step. */
  now: number;
  newId(prefix: string): string;
  /** A payment method that a browser created and that has not been used yet. */
  findDraft(id: string): PaymentMethodRecord | undefined;
  /** The URL of the 3-D Secure challenge in the buyer's browser. */
  makeChallengeUrl(challengeId: string): string;
  /** The URL of the page of a PayNow code. `shopUrl` is any URL of the shop, or null when none is known. */
  makePaynowUrl(id: string, shopUrl: string | null): string;
  /**
   * The URL of a page for the owner of a connected account, in their browser. `shopUrl` is any URL of the shop, or null
   * when none is known.
   */
  makeConnectUrl(path: string, shopUrl: string | null): string;
  pricing: Pricing;
  /** Whether events of a type are posted to the webhook. */
  isEventPosted(type: string): boolean;
  request: EventRecord['request'];
};

export type EventType =
  | 'account.updated'
  | 'account.external_account.created'
  | 'account.external_account.updated'
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
  | 'payout.canceled'
  | 'payout.created'
  | 'payout.failed'
  | 'payout.paid'
  | 'payout.updated'
  | 'transfer.created'
  | 'transfer.reversed'
  | 'transfer.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'radar.early_fraud_warning.created';

/**
 * Records an event with the current object. The event is posted when the step is on disk. `account` is the connected
 * account in which the event happened; without `account`, the event belongs to the platform's own account.
 */
export function recordEvent(step: Step, type: EventType, object: unknown, account?: string): void {
  step.put('events', {
    id: step.newId('evt'),
    ...(account === undefined ? {} : { account }),
    type,
    created: step.now,
    apiVersion: API_VERSION,
    object,
    request: step.request,
    delivery: step.isEventPosted(type) ? 'pending' : 'none',
  });
}
