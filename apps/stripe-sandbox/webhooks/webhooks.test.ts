import type Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import {
  type Received,
  sdk,
  startReceiver,
  startTestProvider,
  WEBHOOK_SECRET,
} from '../testing/start-test-provider.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(answer?: (index: number) => number) {
  const shop = await startReceiver(answer);
  closing.push(shop.close);
  const provider = await startTestProvider({ webhookUrl: shop.url });
  closing.push(provider.close);
  return { shop, provider, stripe: sdk(provider) };
}

const pay = (provider: SandboxCardProvider, method = 'pm_card_visa') =>
  sdk(provider).paymentIntents.create({ amount: 5_000, currency: 'sgd', confirm: true, payment_method: method });
const read = (stripe: Stripe, { body, signature }: Received) =>
  stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
const typeOf = ({ body }: Received) => (JSON.parse(body) as Stripe.Event).type;

describe('webhooks', () => {
  it('are signed, and the official SDK accepts them', async () => {
    const { shop, provider, stripe } = await start();
    const paid = await pay(provider);
    await shop.until((all) => all.length >= 3);
    const events = shop.received.map((each) => read(stripe, each));
    expect(new Set(events.map((event) => event.type))).toEqual(
      new Set(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']),
    );
    const succeeded = events.find((event) => event.type === 'payment_intent.succeeded');
    expect(succeeded).toMatchObject({
      object: 'event',
      livemode: false,
      data: { object: { id: paid.id, status: 'succeeded' } },
    });
    expect(succeeded?.id).toMatch(/^evt_/);
    expect(await stripe.events.retrieve(succeeded?.id ?? '')).toMatchObject({ type: 'payment_intent.succeeded' });
    expect((await stripe.events.list({ type: 'charge.succeeded' })).data).toHaveLength(1);
    expect(() =>
      stripe.webhooks.constructEvent(shop.received[0]?.body ?? '', shop.received[0]?.signature ?? '', 'whsec_other'),
    ).toThrow();
  });

  it('report declines and authentication', async () => {
    const { shop, provider } = await start();
    await expect(pay(provider, 'pm_card_visa_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' });
    await pay(provider, 'pm_card_authenticationRequired');
    await shop.until((all) =>
      ['payment_intent.payment_failed', 'payment_intent.requires_action'].every((type) =>
        all.some((each) => typeOf(each) === type),
      ),
    );
  });

  it('are sent again after a receiver responded with 500, with the same event id', async () => {
    const { shop, provider, stripe } = await start((index) => (index < 2 ? 500 : 200));
    await stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    await shop.until((all) => all.length === 3);
    expect(new Set(shop.received.map((each) => read(stripe, each).id)).size).toBe(1);
    expect(provider.account.events()).toHaveLength(1);
  });

  it('stop after the last attempt', async () => {
    const given: string[] = [];
    const shop = await startReceiver(() => 500);
    closing.push(shop.close);
    let tell: () => void = () => {};
    const logged = new Promise<void>((done) => {
      tell = done;
    });
    const provider = await startTestProvider({
      webhookUrl: shop.url,
      log: (message) => {
        given.push(message);
        tell();
      },
    });
    closing.push(provider.close);
    await sdk(provider).paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    await logged;
    expect(shop.received).toHaveLength(5);
    expect(given).toEqual([expect.stringContaining('given up after 5 attempts')]);
  });

  it('never delay the response to the call that caused them', async () => {
    const { shop, stripe } = await start();
    const provider = await startTestProvider({ webhookUrl: 'http://127.0.0.1:1/nobody-listens' });
    closing.push(provider.close);
    const intent = await sdk(provider).paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    expect(intent.status).toBe('requires_payment_method');
    await stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    await shop.until((all) => all.length === 1);
  });

  it('can be duplicated, dropped or signed wrongly by a test', async () => {
    const { shop, provider, stripe } = await start();
    provider.faults.webhook({ kind: 'dup', copies: 2, on: /payment_intent\.created/ });
    provider.faults.webhook({ kind: 'drop', on: /charge/ });
    provider.faults.webhook({ kind: 'bad_sig', on: /intent\.succeeded/, times: 1 });
    await pay(provider);
    await shop.until((all) => all.length === 3);
    expect(shop.received.map(typeOf).toSorted()).toEqual([
      'payment_intent.created',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    const forged = shop.received.find((each) => typeOf(each) === 'payment_intent.succeeded') as Received;
    expect(() => read(stripe, forged)).toThrow();
  });
});

describe('faults of the API', () => {
  it('lose the response but not the intent with rst_after_create, and the idempotency key finds it again', async () => {
    const { provider, stripe } = await start();
    // The SDK always retries a cut connection once, so it is cut twice.
    provider.faults.api({ kind: 'rst_after_create', on: /POST .*\/payment_intents$/, times: 2 });
    const create = () =>
      stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' }, { idempotencyKey: 'attempt-1' });
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const again = await create();
    expect(provider.account.intents().map((intent) => intent.id)).toEqual([again.id]);
  });

  it('return 500, hang, and return a wrong amount and mode when a fault is set', async () => {
    const { provider, stripe } = await start();
    const create = () => stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    provider.faults.api({ kind: '500', times: 1 });
    await expect(create()).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
    provider.faults.api({ kind: 'hang', times: 1 });
    await expect(
      stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' }, { timeout: 2_000 }),
    ).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect(provider.account.intents()).toEqual([]);
    provider.faults.api({ kind: 'amount_tampered', by: -4_000 });
    provider.faults.api({ kind: 'livemode_true' });
    expect(await create()).toMatchObject({ amount: 1_000, livemode: true });
    provider.faults.clear();
    expect(await create()).toMatchObject({ amount: 5_000, livemode: false });
  });
});
