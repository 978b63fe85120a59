import type { Order } from '@carhouse/contract/bookings';
import { ApiError, type Client } from '@carhouse/contract/client';
import { postPayment } from '@carhouse/contract/payments';
import type { PaymentIntentResult, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js';
import { paymentMessages } from '#messages/payment';

export type CardPaymentInput = {
  readonly stripe: Stripe;
  readonly card: StripeCardNumberElement;
  readonly clientSecret: string;
};

/**
 * The result of a payment. `confirming` means that the card is charged and the server has not recorded the charge yet.
 */
export type PaymentResult = { readonly kind: 'paid' | 'confirming'; readonly transactionId: string };

/** The error for a card that the card provider refused. The provider's message is shown unchanged. */
export class CardRefusedError extends Error {
  constructor(error: Pick<StripeError, 'message'>) {
    super(error.message ?? paymentMessages.declined);
    this.name = 'CardRefusedError';
  }
}

/**
 * The error for a charge that was refunded because the hold on the car had ended. When this error is thrown, the buyer
 * pays nothing.
 */
export class HoldEndedError extends Error {
  constructor() {
    super(paymentMessages.holdOver.title);
    this.name = 'HoldEndedError';
  }
}

/**
 * Checks the card, charges it and records the payment (specification, section 4).
 * @throws CardRefusedError when the provider refuses the card; nothing is charged then.
 * @throws HoldEndedError when the charge is no longer valid.
 * @throws ApiError when the server refuses the charge: PAYMENT_REFUNDED, ALREADY_PAID and others.
 */
export async function payOrder(client: Client, order: Order, paymentInput: CardPaymentInput): Promise<PaymentResult> {
  const confirmation = await paymentInput.stripe.confirmCardPayment(paymentInput.clientSecret, {
    payment_method: { card: paymentInput.card, billing_details: { name: order.buyerName, email: order.buyerEmail } },
  });
  const intent = findChargedIntent(confirmation);
  if (intent.status === 'processing') return { kind: 'confirming', transactionId: intent.id };
  return recordPayment(client, order, intent.id);
}

/** Returns the charge, even when another tab or an earlier click has already made it. */
function findChargedIntent({ paymentIntent, error }: PaymentIntentResult): { id: string; status: string } {
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return intent;
  if (intent?.status === 'canceled') throw new HoldEndedError();
  throw new CardRefusedError(error ?? { message: paymentMessages.notCharged });
}

async function recordPayment(client: Client, order: Order, transactionId: string): Promise<PaymentResult> {
  try {
    const paymentAnswer = await client(postPayment, {
      body: {
        resellPrice: order.resellPrice,
        transactionId,
        buyerEmail: order.buyerEmail,
        paymentId: order._id,
      },
    });
    return { kind: 'insertedId' in paymentAnswer ? 'paid' : 'confirming', transactionId };
  } catch (error) {
    // At this point the card is already charged. The provider also notifies the server, so the payment is recorded even
    // when no response to this call arrives.
    if (isTransient(error)) return { kind: 'confirming', transactionId };
    throw error;
  }
}

/**
 * Codes of errors after which the charge may still be recorded. The end of the session is one of the errors after which
 * the charge may still be recorded.
 */
const temporaryErrorCodes = ['PAYMENT_PENDING', 'RATE_LIMITED', 'UNAUTHENTICATED'];

function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500 || temporaryErrorCodes.includes(error.code);
}
