import type { Cents } from '@carhouse/domain/money/money';
import type { PaymentMethod } from '@carhouse/domain/payment/payment-method';
import { createCallGuard } from './guard-calls.ts';

/** A QR code with which a buyer pays with PayNow, in the app of their bank. */
export type PaynowCode = {
  /** The content of the QR code. */
  readonly data: string;
  /** URL of the provider's own page with the code: https, or http at the sandbox. */
  readonly pageUrl: string;
};

/** Why the last try to pay has failed: the bank or the buyer refused it, or nobody paid the code in time. */
export type PaynowFailure = 'refused' | 'expired';

/**
 * The data of one payment (PaymentIntent) that the server uses. All values come from the provider, and none from a
 * client.
 */
export type CardIntent = {
  readonly intentId: string;
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  /**
   * Whether a payment is in progress: the bank decides about the buyer's card or waits for the buyer to authenticate,
   * or a PayNow code can be paid now.
   */
  readonly isConfirming: boolean;
  readonly amount: Cents;
  /** The amount that the provider has received. When the intent has succeeded, a value below `amount` is an error. */
  readonly amountReceived: Cents;
  /** The amount that was refunded; 0 when the provider's response has no charge. */
  readonly amountRefunded: Cents;
  /** The currency as ISO 4217 code, in lower case. */
  readonly currency: string;
  readonly livemode: boolean;
  /**
   * The id of the payment attempt on this server, from the metadata of the intent. The value is null for an intent that
   * this server did not create.
   */
  readonly attemptId: string | null;
  /** The secret with which the buyer's browser confirms this intent. */
  readonly clientSecret: string | null;
  /** The id of the newest charge; null before the buyer has confirmed. */
  readonly chargeId: string | null;
  /** Brand and last four digits of the charged card, when the provider's response has them. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** The method of the charge; null when the provider's response has no charge. */
  readonly method: PaymentMethod | null;
  /** Whether the provider accepts PayNow for this intent. */
  readonly takesPaynow: boolean;
  /** The PayNow code that can be paid now; null when the intent has no such code. */
  readonly paynowCode: PaynowCode | null;
  /**
   * How the last try to pay with PayNow ended; null when the intent has no failed try, or when the last try was by
   * card.
   */
  readonly failedPaynow: PaynowFailure | null;
};

/** One charge of a card or with PayNow, as the provider records it. */
export type CardCharge = {
  readonly chargeId: string;
  readonly intentId: string | null;
  /** The id of the payment attempt on this server. The value is null for a charge that this server did not create. */
  readonly attemptId: string | null;
  readonly hasSucceeded: boolean;
  readonly amount: Cents;
  readonly amountRefunded: Cents;
  readonly currency: string;
  readonly livemode: boolean;
  readonly createdAt: Date;
};

/** A dispute or an early fraud warning, which the buyer's bank has opened. */
export type CardDispute = {
  readonly disputeId: string;
  readonly kind: 'dispute' | 'warning';
  readonly intentId: string | null;
  /** The disputed amount; null for a fraud warning. */
  readonly amount: Cents | null;
  readonly reason: string;
  readonly status: string;
  /** Whether the bank has not yet decided the dispute. */
  readonly open: boolean;
  readonly createdAt: Date;
};

export type CardRefund = {
  /**
   * The id of the refund. The id is null when the provider has refused the refund, because the buyer's bank has already
   * taken the money back.
   */
  readonly refundId: string | null;
  readonly state: 'pending' | 'succeeded' | 'failed';
};

export type CardEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly createdAt: Date;
  /** The id of the intent that the event is about. The id is null for an event without an intent. */
  readonly intentId: string | null;
  /** The provider's id of the object that the event is about. The object may be of any kind. */
  readonly objectId: string | null;
  /**
   * The provider's id of the connected account that the event is about. The id is null for an event of Car House's own
   * account.
   */
  readonly accountId: string | null;
  readonly payload: unknown;
};

/**
 * A position in one of the provider's lists: directly after the object with the id `after`. The lists only grow. When
 * `after` is null or the provider does not know the id, the position is the time `since`.
 */
export type CardListPosition = { readonly after: string | null; readonly since: Date };

/**
 * The interface to the card provider. Idempotency keys are required arguments, because a retry must never charge or
 * refund twice. Every call may throw DomainError PAYMENT_PROVIDER_UNAVAILABLE, which means that the outcome is unknown.
 * A call throws a plain Error when the provider rejects the request, which is a defect of this server.
 */
export type CardProvider = {
  /**
   * Creates an intent that the buyer's browser will confirm, or that gets a PayNow code. A second call with the same key returns the same intent.
   */
  openIntent(input: {
    readonly amount: Cents;
    readonly currency: string;
    /** The methods with which the buyer may pay. The provider leaves out the methods that it does not offer. */
    readonly methods: readonly PaymentMethod[];
    readonly attemptId: string;
    readonly bookingId: string;
    readonly description: string;
    readonly idempotencyKey: string;
  }): Promise<CardIntent>;
  /**
   * Makes a new PayNow code for an intent. An earlier code of the intent can no longer be paid. When the intent can no
   * longer be paid or does not take PayNow, the function returns its current state without a code. The result is null
   * when the provider does not know the intent.
   */
  showPaynowCode(input: {
    readonly intentId: string;
    /** The name and the e-mail address of the buyer. */
    readonly payer: { readonly name: string; readonly email: string };
    /** URL of the payment page. The page of the code may lead back to the payment page. */
    readonly returnUrl: string;
  }): Promise<CardIntent | null>;
  /** Finds an intent; null when the provider does not know the intent. */
  findIntent(intentId: string): Promise<CardIntent | null>;
  /**
   * Cancels an intent that is not charged. Returns the current state of the intent, which may be `succeeded`. The
   * result is null when the provider does not know the intent.
   */
  cancelIntent(intentId: string): Promise<CardIntent | null>;
  /**
   * Refunds the whole amount, or a part of it. Returns the current state of the refund. For each key, a part is
   * refunded only once, no matter how long ago the key was used.
   */
  refundIntent(input: {
    readonly intentId: string;
    readonly idempotencyKey: string;
    /** The part of the amount that is refunded; null when the whole amount is refunded. */
    readonly partAmount: Cents | null;
  }): Promise<CardRefund>;
  /** Finds a refund; null when the provider does not know the refund. */
  findRefund(refundId: string): Promise<CardRefund | null>;
  /** Finds a dispute or a warning; null when the provider does not know the dispute. */
  findDispute(disputeId: string, kind: CardDispute['kind']): Promise<CardDispute | null>;
  /** The charges after a position, the oldest first. One call returns a few hundred objects at most. */
  listCharges(position: CardListPosition): Promise<readonly CardCharge[]>;
  /** The events of these types after a position, the oldest first. One call returns a few hundred objects at most. */
  listEvents(position: CardListPosition, types: readonly string[]): Promise<readonly CardEvent[]>;
  /**
   * Verifies and parses a webhook event.
   * @throws DomainError INVALID_SIGNATURE when the signature, its age or the mode is wrong.
   */
  readEvent(rawBody: Buffer, signature: string | undefined, now: Date): CardEvent;
};

/** Adds a circuit breaker to a provider (`createCallGuard`). */
export function guardProvider(provider: CardProvider): CardProvider {
  const guardCall = createCallGuard();
  return {
    openIntent: guardCall(provider.openIntent),
    showPaynowCode: guardCall(provider.showPaynowCode),
    findIntent: guardCall(provider.findIntent),
    cancelIntent: guardCall(provider.cancelIntent),
    refundIntent: guardCall(provider.refundIntent),
    findRefund: guardCall(provider.findRefund),
    findDispute: guardCall(provider.findDispute),
    listCharges: guardCall(provider.listCharges),
    listEvents: guardCall(provider.listEvents),
    readEvent: provider.readEvent,
  };
}
