import type Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import {
  createSdkClient,
  type ReceivedWebhook,
  startTestProvider,
  startWebhookReceiver,
  WEBHOOK_SECRET,
} from '../testing/start-test-provider.ts';

const closeFunctions: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const closeServer of closeFunctions.splice(0).reverse()) await closeServer();
});

async function startProvider(answer?: (index: number) => number) {
  const webhookReceiver = await startWebhookReceiver(answer);
  closeFunctions.push(webhookReceiver.close);
  const provider = await startTestProvider({ webhookUrl: webhookReceiver.url });
  closeFunctions.push(provider.close);
  return { shop: webhookReceiver, provider, stripe: createSdkClient(provider) };
}

const payWithMethod = (provider: SandboxCardProvider, method = 'pm_card_visa') =>
  createSdkClient(provider).paymentIntents.create({
    amount: 5_000,
    currency: 'sgd',
    confirm: true,
    payment_method: method,
  });
const readWebhook = (stripe: Stripe, { body, signature }: ReceivedWebhook) =>
  stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
const readEventType = ({ body }: ReceivedWebhook) => (JSON.parse(body) as Stripe.Event).type;

describe('webhooks', () => {
  it('are signed, and the official SDK accepts them', async () => {
    const { shop: webhookReceiver, provider, stripe } = await startProvider();
    const paidIntent = await payWithMethod(provider);
    await webhookReceiver.waitUntil((requests) => requests.length >= 3);
    const events = webhookReceiver.received.map((each) => readWebhook(stripe, each));
    expect(new Set(events.map((event) => event.type))).toEqual(
      new Set(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']),
    );
    const succeededEvent = events.find((event) => event.type === 'payment_intent.succeeded');
    expect(succeededEvent).toMatchObject({
      object: 'event',
      livemode: false,
      data: { object: { id: paidIntent.id, status: 'succeeded' } },
    });
    expect(succeededEvent?.id).toMatch(/^evt_/);
    expect(await stripe.events.retrieve(succeededEvent?.id ?? '')).toMatchObject({ type: 'payment_intent.succeeded' });
    expect((await stripe.events.list({ type: 'charge.succeeded' })).data).toHaveLength(1);
    expect(() =>
      stripe.webhooks.constructEvent(
        webhookReceiver.received[0]?.body ?? '',
        webhookReceiver.received[0]?.signature ?? '',
        'whsec_other',
      ),
    ).toThrow();
  });

  it('are posted for the chosen types only, and the other events can be listed', async () => {
    const webhookReceiver = await startWebhookReceiver();
    closeFunctions.push(webhookReceiver.close);
    const provider = await startTestProvider({
      webhookUrl: webhookReceiver.url,
      webhookEvents: ['payment_intent.succeeded'],
    });
    closeFunctions.push(provider.close);
    for (let number = 1; number <= 2; number += 1) await payWithMethod(provider);
    await webhookReceiver.waitUntil((requests) => requests.length >= 2);
    expect(webhookReceiver.received.map(readEventType)).toEqual([
      'payment_intent.succeeded',
      'payment_intent.succeeded',
    ]);
    const { data } = await createSdkClient(provider).events.list({ type: 'charge.succeeded' });
    expect(data.map((event) => event.pending_webhooks)).toEqual([0, 0]);
  });

  it('report declines and authentication', async () => {
    const { shop: webhookReceiver, provider } = await startProvider();
    await expect(payWithMethod(provider, 'pm_card_visa_chargeDeclined')).rejects.toMatchObject({
      code: 'card_declined',
    });
    await payWithMethod(provider, 'pm_card_authenticationRequired');
    await webhookReceiver.waitUntil((requests) =>
      ['payment_intent.payment_failed', 'payment_intent.requires_action'].every((type) =>
        requests.some((each) => readEventType(each) === type),
      ),
    );
  });

  it('are sent again after a receiver responded with 500, with the same event id', async () => {
    const { shop: webhookReceiver, provider, stripe } = await startProvider((index) => (index < 2 ? 500 : 200));
    await stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    await webhookReceiver.waitUntil((requests) => requests.length === 3);
    expect(new Set(webhookReceiver.received.map((each) => readWebhook(stripe, each).id)).size).toBe(1);
    expect(provider.account.events()).toHaveLength(1);
  });

  it('stop after the last attempt', async () => {
    const loggedMessages: string[] = [];
    const webhookReceiver = await startWebhookReceiver(() => 500);
    closeFunctions.push(webhookReceiver.close);
    let reportLoggedError: () => void = () => {};
    const errorLogPromise = new Promise<void>((resolveErrorLogged) => {
      reportLoggedError = resolveErrorLogged;
    });
    const provider = await startTestProvider({
      webhookUrl: webhookReceiver.url,
      log: (message) => {
        loggedMessages.push(message);
        reportLoggedError();
      },
    });
    closeFunctions.push(provider.close);
    await createSdkClient(provider).paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    await errorLogPromise;
    expect(webhookReceiver.received).toHaveLength(5);
    expect(loggedMessages).toEqual([expect.stringContaining('given up after 5 attempts')]);
  });

  it('never delay the response to the call that caused them', async () => {
    const { shop: webhookReceiver, stripe } = await startProvider();
    const provider = await startTestProvider({ webhookUrl: 'http://127.0.0.1:1/nobody-listens' });
    closeFunctions.push(provider.close);
    const intent = await createSdkClient(provider).paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    expect(intent.status).toBe('requires_payment_method');
    await stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    await webhookReceiver.waitUntil((requests) => requests.length === 1);
  });

  it('can be duplicated, dropped or signed wrongly by a test', async () => {
    const { shop: webhookReceiver, provider, stripe } = await startProvider();
    provider.faults.addWebhookFault({ kind: 'dup', copyCount: 2, on: /payment_intent\.created/ });
    provider.faults.addWebhookFault({ kind: 'drop', on: /charge/ });
    provider.faults.addWebhookFault({ kind: 'bad_sig', on: /intent\.succeeded/, times: 1 });
    await payWithMethod(provider);
    await webhookReceiver.waitUntil((requests) => requests.length === 3);
    expect(webhookReceiver.received.map(readEventType).toSorted()).toEqual([
      'payment_intent.created',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    const forgedEvent = webhookReceiver.received.find(
      (each) => readEventType(each) === 'payment_intent.succeeded',
    ) as ReceivedWebhook;
    expect(() => readWebhook(stripe, forgedEvent)).toThrow();
  });
});

describe('faults of the API', () => {
  it('lose the response but not the intent with rst_after_create, and the idempotency key finds it again', async () => {
    const { provider, stripe } = await startProvider();
    // The SDK always retries once after a cut connection, so the connection is cut twice.
    provider.faults.addApiFault({ kind: 'rst_after_create', on: /POST .*\/payment_intents$/, times: 2 });
    const create = () =>
      stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' }, { idempotencyKey: 'attempt-1' });
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const secondIntent = await create();
    expect(provider.account.intents().map((intent) => intent.id)).toEqual([secondIntent.id]);
  });

  it('return 500, hang, and return a wrong amount and mode when a fault is set', async () => {
    const { provider, stripe } = await startProvider();
    const create = () => stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    provider.faults.addApiFault({ kind: '500', times: 1 });
    await expect(create()).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
    provider.faults.addApiFault({ kind: 'hang', times: 1 });
    await expect(
      stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' }, { timeout: 2_000 }),
    ).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect(provider.account.intents()).toEqual([]);
    provider.faults.addApiFault({ kind: 'amount_tampered', by: -4_000 });
    provider.faults.addApiFault({ kind: 'livemode_true' });
    expect(await create()).toMatchObject({ amount: 1_000, livemode: true });
    provider.faults.clear();
    expect(await create()).toMatchObject({ amount: 5_000, livemode: false });
  });
});
