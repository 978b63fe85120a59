import type { Order } from '@carhouse/contract/bookings';
import { createClient } from '@carhouse/contract/client';
import type { PaymentIntentResult, Stripe, StripeCardNumberElement } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { CardRefusedError, HoldEndedError, payOrder } from './pay-order.ts';

const order = {
  _id: 'b1',
  resellPrice: 868_000,
  buyerName: 'Buyer One',
  buyerEmail: 'buyer@carhouse.example',
} as Order;

/** Imitates the card provider's script. Every call gets the same response. */
function makePaymentInput(providerAnswer: unknown) {
  const providerArguments: unknown[] = [];
  const stripe = {
    confirmCardPayment: async (...callArguments: unknown[]) => {
      providerArguments.push(callArguments);
      return providerAnswer as PaymentIntentResult;
    },
  } as unknown as Stripe;
  const card = {} as StripeCardNumberElement;
  return { asked: providerArguments, paymentInput: { stripe, card, clientSecret: 'pi_1_secret_2' } };
}

/** Makes a server that answers every call in the same way, and records requests. */
function makeClient(status: number, body: unknown) {
  const sentRequests: unknown[] = [];
  const client = createClient({
    origin: '',
    timeout: 1000,
    fetch: async (url, init) => {
      sentRequests.push([url, JSON.parse(init.body as string)]);
      return new Response(JSON.stringify(body), { status });
    },
  });
  return { sent: sentRequests, client };
}

const successfulResult = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };

describe('paying an order', () => {
  it("sends the buyer's name and address along and records the charge", async () => {
    const { asked: providerArguments, paymentInput } = makePaymentInput(successfulResult);
    const { sent: sentRequests, client } = makeClient(200, { acknowledged: true, insertedId: 'p1' });
    expect(await payOrder(client, order, paymentInput)).toEqual({ kind: 'paid', transactionId: 'pi_1' });
    expect(providerArguments).toEqual([
      [
        'pi_1_secret_2',
        {
          payment_method: {
            card: {},
            billing_details: { name: 'Buyer One', email: 'buyer@carhouse.example' },
          },
        },
      ],
    ]);
    expect(sentRequests).toEqual([
      [
        '/api/payment',
        { resellPrice: 868_000, transactionId: 'pi_1', buyerEmail: 'buyer@carhouse.example', paymentId: 'b1' },
      ],
    ]);
  });

  it("stops with the provider's own message when the card is declined, and records nothing", async () => {
    const { paymentInput } = makePaymentInput({ error: { message: 'Your card was declined.' } });
    const { sent: sentRequests, client } = makeClient(200, {});
    await expect(payOrder(client, order, paymentInput)).rejects.toThrow(
      new CardRefusedError({ message: 'Your card was declined.' }),
    );
    expect(sentRequests).toEqual([]);
  });

  it('records a charge that was made in another tab', async () => {
    const { paymentInput } = makePaymentInput({
      error: { message: 'Already.', payment_intent: successfulResult.paymentIntent },
    });
    const { client } = makeClient(200, { acknowledged: true, insertedId: 'p1' });
    expect((await payOrder(client, order, paymentInput)).kind).toBe('paid');
  });

  it('distinguishes an ended hold from a refused card', async () => {
    const { paymentInput } = makePaymentInput({
      error: { message: 'No.', payment_intent: { id: 'pi_1', status: 'canceled' } },
    });
    await expect(payOrder(makeClient(200, {}).client, order, paymentInput)).rejects.toThrow(HoldEndedError);
  });

  it('reports a payment as being confirmed when the card is charged and the server does not respond', async () => {
    const pendingAnswerFixture = makeClient(202, { acknowledged: true, status: 'PENDING' });
    expect(
      (await payOrder(pendingAnswerFixture.client, order, makePaymentInput(successfulResult).paymentInput)).kind,
    ).toBe('confirming');
    const failureAnswerFixture = makeClient(500, { code: 'INTERNAL', detail: 'Something went wrong on our side.' });
    expect(
      (await payOrder(failureAnswerFixture.client, order, makePaymentInput(successfulResult).paymentInput)).kind,
    ).toBe('confirming');
  });

  it('reports a payment as being confirmed when the session ended while the card was charged', async () => {
    const endedSessionFixture = makeClient(401, { code: 'UNAUTHENTICATED', detail: 'Please log in.' });
    expect(
      (await payOrder(endedSessionFixture.client, order, makePaymentInput(successfulResult).paymentInput)).kind,
    ).toBe('confirming');
  });

  it('reports that the server has refunded the charge', async () => {
    const { client } = makeClient(409, { code: 'PAYMENT_REFUNDED', detail: 'Sold a moment before.' });
    await expect(payOrder(client, order, makePaymentInput(successfulResult).paymentInput)).rejects.toMatchObject({
      code: 'PAYMENT_REFUNDED',
    });
  });
});
