import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from './start-sandbox-card-provider.ts';
import {
  confirmAsBrowser,
  createSdkClient,
  PUBLISHABLE_KEY,
  startTestProvider,
} from './testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;

beforeEach(async () => {
  provider = await startTestProvider();
  stripe = createSdkClient(provider);
});
afterEach(() => provider.close());

const carPayment = { amount: 9_800_000, currency: 'sgd', metadata: { bookingId: 'b1' } };

describe('an intent', () => {
  it('is created, read and listed by the official SDK', async () => {
    const intent = await stripe.paymentIntents.create({ ...carPayment, allowed_payment_method_types: ['card'] });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 9_800_000,
      livemode: false,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      id: intent.id,
      metadata: { bookingId: 'b1' },
    });

    const secondIntent = await stripe.paymentIntents.create({
      ...carPayment,
      automatic_payment_methods: { enabled: true },
    });
    const newestIntents = await stripe.paymentIntents.list({ limit: 1, created: { gte: intent.created } });
    expect(newestIntents).toMatchObject({ has_more: true, data: [{ id: secondIntent.id }] });
    const olderIntents = await stripe.paymentIntents.list({ limit: 1, starting_after: secondIntent.id });
    expect(olderIntents).toMatchObject({ has_more: false, data: [{ id: intent.id }] });
    expect((await stripe.paymentIntents.list({ created: { gte: intent.created + 3600 } })).data).toEqual([]);
  });

  it.each([
    [{ amount: 49, currency: 'sgd' }, 'amount_too_small'],
    [{ amount: 100_000_000, currency: 'sgd' }, 'amount_too_large'],
    [{ amount: 10.5, currency: 'sgd' }, 'parameter_invalid_integer'],
    [{ amount: 100, currency: 'sgd', customer: 'cus_1' }, 'parameter_unknown'],
  ])('is refused with the parameters %j', async (params, code) => {
    await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({ statusCode: 400, code });
    expect(provider.account.intents()).toEqual([]);
  });

  it('is paid with a ready-made payment method, and shows its charge when asked', async () => {
    const { id } = await stripe.paymentIntents.create(carPayment);
    const paidIntent = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_sg',
      expand: ['latest_charge'],
    });
    expect(paidIntent).toMatchObject({ status: 'succeeded', amount_received: 9_800_000 });
    expect(paidIntent.latest_charge).toMatchObject({
      paid: true,
      amount: 9_800_000,
      payment_method_details: { card: { country: 'SG' } },
    });
    const chargeId = (paidIntent.latest_charge as Stripe.Charge).id;
    expect(await stripe.charges.retrieve(chargeId)).toMatchObject({
      payment_intent: id,
      metadata: { bookingId: 'b1' },
    });
  });

  it('can be created and paid in one call', async () => {
    const paid = await stripe.paymentIntents.create({ ...carPayment, confirm: true, payment_method: 'pm_card_visa' });
    expect(paid.status).toBe('succeeded');
  });

  it('returns a decline to the SDK as a card error, and accepts another card after it', async () => {
    const { id } = await stripe.paymentIntents.create(carPayment);
    const declinedConfirmationPromise = stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    });
    await expect(declinedConfirmationPromise).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
    await expect(declinedConfirmationPromise).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { id, status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    });
    expect((await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).status).toBe('succeeded');
  });

  it('is canceled once, and never after it was paid', async () => {
    const openIntent = await stripe.paymentIntents.create(carPayment);
    const canceledIntent = await stripe.paymentIntents.cancel(openIntent.id, { cancellation_reason: 'abandoned' });
    expect(canceledIntent).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    const unexpectedStateError = { statusCode: 400, code: 'payment_intent_unexpected_state' };
    await expect(stripe.paymentIntents.cancel(openIntent.id)).rejects.toMatchObject(unexpectedStateError);
    await expect(
      stripe.paymentIntents.confirm(openIntent.id, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject(unexpectedStateError);

    const paid = await stripe.paymentIntents.create({ ...carPayment, confirm: true, payment_method: 'pm_card_visa' });
    await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
      ...unexpectedStateError,
      payment_intent: { status: 'succeeded' },
    });
  });

  it('is charged once when sixteen browsers confirm it at the same moment', async () => {
    const intent = await stripe.paymentIntents.create(carPayment);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => confirmAsBrowser(provider, intent, { number: '4242424242424242' })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refusedAnswers = answers.filter((answer) => answer.status !== 200);
    expect(new Set(refusedAnswers.map((answer) => answer.body.error?.code))).toEqual(
      new Set(['payment_intent_unexpected_state']),
    );
    expect(provider.account.charges()).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  it('returns the first response again, with a header that says so', async () => {
    const options = { idempotencyKey: 'attempt-1' };
    const firstIntent = await stripe.paymentIntents.create(carPayment, options);
    const secondIntent = await stripe.paymentIntents.create(carPayment, options);
    expect(secondIntent.id).toBe(firstIntent.id);
    expect(firstIntent.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(secondIntent.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(provider.account.intents()).toHaveLength(1);
  });

  it('repeats a decline instead of charging again', async () => {
    const { id } = await stripe.paymentIntents.create(carPayment);
    const confirmIntent = () =>
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }, { idempotencyKey: 'pay-1' });
    await expect(confirmIntent()).rejects.toMatchObject({ code: 'card_declined' });
    await expect(confirmIntent()).rejects.toMatchObject({ code: 'card_declined' });
    expect(provider.account.charges()).toHaveLength(1);
  });

  it('is refused with another body', async () => {
    await stripe.paymentIntents.create(carPayment, { idempotencyKey: 'attempt-1' });
    await expect(
      stripe.paymentIntents.create({ ...carPayment, amount: 100 }, { idempotencyKey: 'attempt-1' }),
    ).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeIdempotencyError',
    });
  });

  it('can be used again after an error of the parameters', async () => {
    const options = { idempotencyKey: 'attempt-1' };
    await expect(stripe.paymentIntents.create({ ...carPayment, amount: 1 }, options)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.paymentIntents.create(carPayment, options)).amount).toBe(carPayment.amount);
  });

  it('is refused with 409 while the first call is running', async () => {
    provider.faults.addApiFault({ kind: 'slow_ms', ms: 100, times: 1 });
    const answers = await Promise.allSettled([
      stripe.paymentIntents.create(carPayment, { idempotencyKey: 'attempt-1' }),
      stripe.paymentIntents.create(carPayment, { idempotencyKey: 'attempt-1' }),
    ]);
    const rejectedCalls = answers.filter((answer) => answer.status === 'rejected');
    expect(rejectedCalls.map((answer) => answer.reason)).toMatchObject([
      { statusCode: 409, code: 'idempotency_key_in_use' },
    ]);
    expect(provider.account.intents()).toHaveLength(1);
  });
});

describe('keys', () => {
  it('refuses an unknown key with 401', async () => {
    await expect(createSdkClient(provider, 'sk_test_wrong').paymentIntents.create(carPayment)).rejects.toMatchObject({
      statusCode: 401,
      type: 'StripeAuthenticationError',
    });
  });

  it('lets the publishable key read and confirm only with the right client secret, and nothing else', async () => {
    const intent = await stripe.paymentIntents.create(carPayment);
    const browserClient = createSdkClient(provider, PUBLISHABLE_KEY);
    const clientSecret = intent.client_secret ?? '';
    const readIntent = await browserClient.paymentIntents.retrieve(intent.id, { client_secret: clientSecret });
    expect(readIntent).toMatchObject({ id: intent.id, amount: carPayment.amount });
    expect(readIntent).not.toHaveProperty('metadata');
    await expect(browserClient.paymentIntents.retrieve(intent.id, { client_secret: 'wrong' })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(browserClient.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(browserClient.paymentIntents.create(carPayment)).rejects.toMatchObject({ statusCode: 403 });
    await expect(browserClient.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      statusCode: 403,
    });
    const stolenConfirmation = await confirmAsBrowser(
      provider,
      { id: intent.id, client_secret: 'guess' },
      { number: '4242424242424242' },
    );
    expect(stolenConfirmation.status).toBe(400);
    // A secret key in a form or a URL could end up in a log, so it is accepted in the header only.
    expect((await fetch(`${provider.url}/v1/events?key=sk_test_0123456789abcdef`)).status).toBe(401);
  });
});
