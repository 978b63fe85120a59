import type { Cents } from '@carhouse/core/money/money';

/** What the house knows of a charge at the provider. Everything in it was read from the provider, never from a client. */
export type CardIntent = {
  readonly intentId: string;
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  readonly amount: Cents;
  /** What has arrived: less than `amount` means that something is wrong. */
  readonly amountReceived: Cents;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly livemode: boolean;
  /** Our payment attempt, as we wrote it into the metadata; null for an intent that is not ours. */
  readonly attemptId: string | null;
  /** Lets the browser of this one buyer confirm this one intent. */
  readonly clientSecret: string | null;
};

export type CardRefund = {
  readonly refundId: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
};

export type CardEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly created: Date;
  /** The intent that the event speaks of, where it speaks of one. */
  readonly intentId: string | null;
  readonly payload: unknown;
};

/**
 * The card company, as the house uses it. Idempotency keys are required arguments: a retry must never charge or refund
 * twice. Every call may throw DomainError PAYMENT_PROVIDER_UNAVAILABLE, which means that the outcome is unknown, and a plain
 * Error where the provider refuses what we ask, which is a fault of ours.
 */
export type CardProvider = {
  /** Opens a charge that the buyer's browser will confirm. The same key gives the same intent. */
  openIntent(given: {
    readonly amount: Cents;
    readonly currency: string;
    readonly attemptId: string;
    readonly bookingId: string;
    readonly description: string;
    readonly idempotencyKey: string;
  }): Promise<CardIntent>;
  /** Null when the provider knows no such intent. */
  findIntent(intentId: string): Promise<CardIntent | null>;
  /**
   * Cancels an intent that was not charged; answers with the intent as it stands then, which may be `succeeded`. Null when
   * the provider knows no such intent.
   */
  cancelIntent(intentId: string): Promise<CardIntent | null>;
  /** Gives the whole amount back. */
  refundIntent(given: { readonly intentId: string; readonly idempotencyKey: string }): Promise<CardRefund>;
  /**
   * Reads a signed event.
   * @throws DomainError INVALID_SIGNATURE when the signature, its age or the mode is wrong.
   */
  readEvent(rawBody: Buffer, signature: string | undefined, now: Date): CardEvent;
};
