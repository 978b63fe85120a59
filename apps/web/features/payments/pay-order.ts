import type { Order } from '@carhouse/contract/bookings';
import { ApiError, type Client } from '@carhouse/contract/client';
import { postPayment } from '@carhouse/contract/payments';
import type { PaymentIntentResult, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js';
import { paymentMessages } from '#messages/payment';

export type PaymentStart = {
  readonly stripe: Stripe;
  readonly card: StripeCardNumberElement;
  readonly clientSecret: string;
};

/** `confirming`: the card is charged, and the server has yet to record it. */
export type PaymentResult = { readonly kind: 'paid' | 'confirming'; readonly transactionId: string };

/** The card provider refused the card. The message is its own and is shown as it is. */
export class CardRefusal extends Error {
  constructor(error: Pick<StripeError, 'message'>) {
    super(error.message ?? paymentMessages.declined);
    this.name = 'CardRefusal';
  }
}

/** The charge was refunded because the hold on the car had ended. Nothing was charged. */
export class HoldEnded extends Error {
  constructor() {
    super(paymentMessages.holdOver.title);
    this.name = 'HoldEnded';
  }
}

/**
 * Checks the card, charges it and records the payment (specification, section 4).
 * @throws CardRefusal when the provider refuses; nothing was charged then.
 * @throws HoldEnded when the charge is no longer valid.
 * @throws ApiError when the server refuses a charge: PAYMENT_REFUNDED, ALREADY_PAID and others.
 */
export async function payOrder(client: Client, order: Order, start: PaymentStart): Promise<PaymentResult> {
  const confirmed = await start.stripe.confirmCardPayment(start.clientSecret, {
    payment_method: { card: start.card, billing_details: { name: order.buyerName, email: order.buyerEmail } },
  });
  const intent = chargedIntent(confirmed);
  if (intent.status === 'processing') return { kind: 'confirming', transactionId: intent.id };
  return recordPayment(client, order, intent.id);
}

/** The charge, also when another tab or an earlier press has made it already. */
function chargedIntent({ paymentIntent, error }: PaymentIntentResult): { id: string; status: string } {
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return intent;
  if (intent?.status === 'canceled') throw new HoldEnded();
  throw new CardRefusal(error ?? { message: paymentMessages.notCharged });
}

async function recordPayment(client: Client, order: Order, transactionId: string): Promise<PaymentResult> {
  try {
    const answer = await client(postPayment, {
      body: {
        resellPrice: order.resellPrice,
        transactionId,
        buyerEmail: order.buyerEmail,
        paymentId: order._id,
      },
    });
    return { kind: 'insertedId' in answer ? 'paid' : 'confirming', transactionId };
  } catch (error) {
    // The card is charged. The provider notifies the server as well, so the payment is recorded even when this call gets no answer.
    if (isTransient(error)) return { kind: 'confirming', transactionId };
    throw error;
  }
}

/** None of these errors concerns the charge; the end of the session does not either. */
const passingCodes = ['PAYMENT_PENDING', 'RATE_LIMITED', 'UNAUTHENTICATED'];

function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500 || passingCodes.includes(error.code);
}
