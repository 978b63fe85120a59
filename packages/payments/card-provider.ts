import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Cents } from '@carhouse/domain/money/money';
import { BrokenCircuitError, CountBreaker, circuitBreaker, handleWhen } from 'cockatiel';

/** What the server knows of a charge. All of it was read from the provider, never from a client. */
export type CardIntent = {
  readonly intentId: string;
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  /** The buyer has given a card, and the bank has not decided yet or waits for the buyer to authenticate. */
  readonly isConfirming: boolean;
  readonly amount: Cents;
  /** The amount received. Less than `amount` is an error. */
  readonly amountReceived: Cents;
  /** The refunded amount; 0 when the provider's response has no charge. */
  readonly amountRefunded: Cents;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly livemode: boolean;
  /** Our payment attempt, from the metadata of the intent; null for an intent that this server did not create. */
  readonly attemptId: string | null;
  /** The browser of the buyer uses it to confirm this intent. */
  readonly clientSecret: string | null;
  /** Brand and last four digits of the charged card, when the provider's response has them. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
};

/** One charge of a card, as the provider records it. */
export type CardCharge = {
  readonly chargeId: string;
  readonly intentId: string | null;
  /** Our payment attempt; null for a charge that this server did not create. */
  readonly attemptId: string | null;
  readonly succeeded: boolean;
  readonly amount: Cents;
  readonly amountRefunded: Cents;
  readonly currency: string;
  readonly livemode: boolean;
  readonly createdAt: Date;
};

/** A dispute, or an early fraud warning, of the buyer's bank. */
export type CardDispute = {
  readonly disputeId: string;
  readonly kind: 'dispute' | 'warning';
  readonly intentId: string | null;
  readonly reason: string;
  readonly status: string;
  /** Whether it still needs an answer or a decision. */
  readonly open: boolean;
  readonly createdAt: Date;
};

export type CardRefund = {
  /** Null when the provider refused the refund because the bank has already taken the money back. */
  readonly refundId: string | null;
  readonly state: 'pending' | 'succeeded' | 'failed';
};

export type CardEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly created: Date;
  /** The intent of the event; null for an event without one. */
  readonly intentId: string | null;
  /** The provider's id of the event's object, of any kind. */
  readonly objectId: string | null;
  readonly payload: unknown;
};

/** A position in a growing list of the provider: after this id, or from this time when there is no id or it is unknown. */
export type CardListPosition = { readonly after: string | null; readonly since: Date };

/**
 * The card provider's interface. Idempotency keys are required arguments: a retry must never charge or refund
 * twice. Every call may throw DomainError PAYMENT_PROVIDER_UNAVAILABLE, which means that the outcome is unknown, and a plain
 * Error when the provider rejects the request, which is a defect of this server.
 */
export type CardProvider = {
  /** Creates an intent that the buyer's browser will confirm. The same key returns the same intent. */
  openIntent(given: {
    readonly amount: Cents;
    readonly currency: string;
    readonly attemptId: string;
    readonly bookingId: string;
    readonly description: string;
    readonly idempotencyKey: string;
  }): Promise<CardIntent>;
  /** Null when the provider does not know the intent. */
  findIntent(intentId: string): Promise<CardIntent | null>;
  /**
   * Cancels an intent that is not charged. Returns its current state, which may be `succeeded`. Null when
   * the provider does not know the intent.
   */
  cancelIntent(intentId: string): Promise<CardIntent | null>;
  /** Refunds the whole amount. Returns the current state of the refund, also when the key was used before. */
  refundIntent(given: { readonly intentId: string; readonly idempotencyKey: string }): Promise<CardRefund>;
  /** Null when the provider does not know the refund. */
  findRefund(refundId: string): Promise<CardRefund | null>;
  /** Null when the provider does not know the dispute or warning. */
  findDispute(disputeId: string, kind: CardDispute['kind']): Promise<CardDispute | null>;
  /** The charges after a position, oldest first; some hundreds at most. */
  listCharges(place: CardListPosition): Promise<readonly CardCharge[]>;
  /** The events of these types after a position, oldest first; some hundreds at most. */
  listEvents(place: CardListPosition, types: readonly string[]): Promise<readonly CardEvent[]>;
  /**
   * Verifies and parses a webhook event.
   * @throws DomainError INVALID_SIGNATURE when the signature, its age or the mode is wrong.
   */
  readEvent(rawBody: Buffer, signature: string | undefined, now: Date): CardEvent;
};

/** The breaker opens when half of the last ten calls failed, and lets one call through after ten seconds (docs/reliability.md, limits). */
const calls = 10;
/** The library opens above its threshold, and five failures of ten must open it. */
const threshold = 0.499;
const pauseMs = 10_000;

/**
 * The same provider behind a circuit breaker. While the provider does not respond, calls are refused immediately instead of
 * waiting nine seconds each. Only PAYMENT_PROVIDER_UNAVAILABLE counts as a failure; a rejected request is a
 * response. A refused call has not reached the provider, and throws the same code.
 */
export function guardProvider(provider: CardProvider): CardProvider {
  const breaker = circuitBreaker(
    handleWhen((error) => isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE')),
    { halfOpenAfter: pauseMs, breaker: new CountBreaker({ threshold, size: calls, minimumNumberOfCalls: calls }) },
  );

  function guarded<Given extends readonly unknown[], Answer>(call: (...given: Given) => Promise<Answer>) {
    return async (...given: Given): Promise<Answer> => {
      try {
        return await breaker.execute(() => call(...given));
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { retryAfter: pauseMs / 1000, cause: error });
      }
    };
  }

  return {
    openIntent: guarded(provider.openIntent),
    findIntent: guarded(provider.findIntent),
    cancelIntent: guarded(provider.cancelIntent),
    refundIntent: guarded(provider.refundIntent),
    findRefund: guarded(provider.findRefund),
    findDispute: guarded(provider.findDispute),
    listCharges: guarded(provider.listCharges),
    listEvents: guarded(provider.listEvents),
    readEvent: provider.readEvent,
  };
}
