import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { createSdkClient, startTestProvider, startWebhookReceiver } from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;
let webhookReceiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeEach(async () => {
  webhookReceiver = await startWebhookReceiver();
  provider = await startTestProvider({ webhookUrl: webhookReceiver.url });
  stripe = createSdkClient(provider);
});
afterEach(async () => {
  await provider.close();
  await webhookReceiver.close();
});

const payWithMethod = (method: string) =>
  stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd', confirm: true, payment_method: method });
const findEvents = (type: string) =>
  webhookReceiver.waitUntil((requests) =>
    requests.some(({ body }) => (JSON.parse(body) as { type: string }).type === type),
  );

describe('a refund', () => {
  it('returns a charge once, as a whole or in parts', async () => {
    const paidIntent = await payWithMethod('pm_card_visa');
    const partialRefund = await stripe.refunds.create({
      payment_intent: paidIntent.id,
      amount: 2_000,
      reason: 'requested_by_customer',
    });
    expect(partialRefund).toMatchObject({
      object: 'refund',
      amount: 2_000,
      status: 'succeeded',
      payment_intent: paidIntent.id,
    });
    await expect(stripe.refunds.create({ payment_intent: paidIntent.id, amount: 3_001 })).rejects.toMatchObject({
      statusCode: 400,
    });
    const remainingRefund = await stripe.refunds.create({ charge: paidIntent.latest_charge as string });
    expect(remainingRefund.amount).toBe(3_000);
    expect(await stripe.charges.retrieve(paidIntent.latest_charge as string)).toMatchObject({
      refunded: true,
      amount_refunded: 5_000,
      refunds: { data: [{ id: remainingRefund.id }, { id: partialRefund.id }], has_more: false },
    });
    await expect(stripe.refunds.create({ payment_intent: paidIntent.id })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
    const requests = await stripe.refunds.list({ payment_intent: paidIntent.id });
    expect(requests.data.map((refund) => refund.id)).toEqual([remainingRefund.id, partialRefund.id]);
    expect(await stripe.refunds.retrieve(partialRefund.id)).toMatchObject({ id: partialRefund.id });
    await findEvents('charge.refunded');
  });

  it('is refused for an intent that was never paid', async () => {
    const openIntent = await stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    await expect(stripe.refunds.create({ payment_intent: openIntent.id })).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({ statusCode: 404 });
  });

  it('can start as pending and succeed later', async () => {
    const refund = await stripe.refunds.create({ payment_intent: (await payWithMethod('pm_card_pendingRefund')).id });
    expect(refund.status).toBe('pending');
    await findEvents('refund.updated');
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
  });

  it('can fail after it had succeeded, and the charge can be refunded again', async () => {
    const paid = await payWithMethod('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: paid.id });
    expect(refund.status).toBe('succeeded');
    await findEvents('refund.failed');
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect((await stripe.charges.retrieve(paid.latest_charge as string)).amount_refunded).toBe(0);
  });
});
