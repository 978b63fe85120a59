import type { Cents } from '@carhouse/domain/money/money';

/** What the server knows of a charge at the provider. Everything in it was read from the provider, never from a client. */
export type CardIntent = {
  readonly intentId: string;
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  /** The buyer has given a card and the bank, or the buyer before the bank, has yet to answer. */
  readonly isConfirming: boolean;
  readonly amount: Cents;
  /** What has arrived: less than `amount` means that something is wrong. */
  readonly amountReceived: Cents;
  /** The refunded amount, as far as the provider gave it; 0 where the charge was not included. */
  readonly amountRefunded: Cents;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly livemode: boolean;
  /** Our payment attempt, as we wrote it into the metadata; null for an intent that is not ours. */
  readonly attemptId: string | null;
  /** Lets the browser of this one buyer confirm this one intent. */
  readonly clientSecret: string | null;
  /** Brand and last four digits of the card that paid, where the provider gave them. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
};

/** One movement of money from a card, as the provider keeps it. */
export type CardCharge = {
  readonly chargeId: string;
  readonly intentId: string | null;
  /** Our payment attempt; null for a charge that is not ours. */
  readonly attemptId: string | null;
  readonly succeeded: boolean;
  readonly amount: Cents;
  readonly amountRefunded: Cents;
  readonly currency: string;
  readonly livemode: boolean;
  readonly createdAt: Date;
};

/** A dispute, or a warning of fraud, which the bank of the buyer has raised. */
export type CardDispute = {
  readonly disputeId: string;
  readonly kind: 'dispute' | 'warning';
  readonly intentId: string | null;
  readonly reason: string;
  readonly status: string;
  /** Whether there is still something to do or to wait for. */
  readonly open: boolean;
  readonly createdAt: Date;
};

export type CardRefund = {
  /** Null where the provider refused to make one, because the bank has taken the money back already. */
  readonly refundId: string | null;
  readonly state: 'pending' | 'succeeded' | 'failed';
};

export type CardEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly created: Date;
  /** The intent that the event speaks of, where it speaks of one. */
  readonly intentId: string | null;
  /** The provider's id of what the event is about, whatever that is. */
  readonly objectId: string | null;
  readonly payload: unknown;
};

/** The position in a growing list of the provider: after this id, or at this time when reading starts or the id is unknown. */
export type CardListPlace = { readonly after: string | null; readonly since: Date };

/**
 * The card provider, as the server uses it. Idempotency keys are required arguments: a retry must never charge or refund
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
  /** Gives the whole amount back. The state is the one of this moment, also when the key was used before. */
  refundIntent(given: { readonly intentId: string; readonly idempotencyKey: string }): Promise<CardRefund>;
  /** Null when the provider knows no such refund. */
  findRefund(refundId: string): Promise<CardRefund | null>;
  /** Null when the provider knows no such dispute or warning. */
  findDispute(disputeId: string, kind: CardDispute['kind']): Promise<CardDispute | null>;
  /** The charges after a place, oldest first; some hundreds at most. */
  listCharges(place: CardListPlace): Promise<readonly CardCharge[]>;
  /** The events of these types after a place, oldest first; some hundreds at most. */
  listEvents(place: CardListPlace, types: readonly string[]): Promise<readonly CardEvent[]>;
  /**
   * Reads a signed event.
   * @throws DomainError INVALID_SIGNATURE when the signature, its age or the mode is wrong.
   */
  readEvent(rawBody: Buffer, signature: string | undefined, now: Date): CardEvent;
};
