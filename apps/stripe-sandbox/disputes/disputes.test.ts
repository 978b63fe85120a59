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
const waitForEvent = (type: string) =>
  webhookReceiver.waitUntil((requests) =>
    requests.some(({ body }) => (JSON.parse(body) as { type: string }).type === type),
  );

describe('a disputed charge', () => {
  it('is sent as an event, listed, and cannot be refunded while the bank holds the money', async () => {
    const disputedIntent = await payWithMethod('pm_card_createDispute');
    await waitForEvent('charge.dispute.created');
    const { data } = await stripe.disputes.list({ payment_intent: disputedIntent.id });
    expect(data).toMatchObject([{ object: 'dispute', reason: 'fraudulent', status: 'needs_response', amount: 5_000 }]);
    expect((await stripe.charges.retrieve(disputedIntent.latest_charge as string)).disputed).toBe(true);
    await expect(stripe.refunds.create({ payment_intent: disputedIntent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    const id = data[0]?.id ?? '';
    expect(await stripe.disputes.update(id, { evidence: { customer_name: 'Ada' }, submit: false })).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: 'Ada', receipt: null },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } });
    await waitForEvent('charge.dispute.closed');
    expect((await stripe.disputes.retrieve(data[0]?.id ?? '')).status).toBe('won');
    expect((await stripe.refunds.create({ payment_intent: disputedIntent.id })).status).toBe('succeeded');
  });

  it('can be disputed twice, and lost', async () => {
    const paid = await payWithMethod('pm_card_createMultipleDisputes');
    const { data } = await stripe.disputes.list({ payment_intent: paid.id });
    expect(data.map((dispute) => dispute.reason).sort()).toEqual(['fraudulent', 'product_not_received']);
    expect((await stripe.disputes.close(data[0]?.id ?? '')).status).toBe('lost');
    await expect(stripe.disputes.close(data[0]?.id ?? '')).rejects.toMatchObject({ statusCode: 400 });
  });

  it('can be refunded while the bank only inquires', async () => {
    const paid = await payWithMethod('pm_card_createDisputeInquiry');
    const { data } = await stripe.disputes.list({ payment_intent: paid.id });
    expect(data).toMatchObject([{ status: 'warning_needs_response', is_charge_refundable: true }]);
    expect((await stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded');
    expect((await stripe.disputes.close(data[0]?.id ?? '')).status).toBe('warning_closed');
  });
});

describe('a warning of fraud', () => {
  it('is actionable until the charge is refunded', async () => {
    const paid = await payWithMethod('pm_card_createIssuerFraudRecord');
    await waitForEvent('radar.early_fraud_warning.created');
    const { data } = await stripe.events.list({ type: 'radar.early_fraud_warning.created' });
    const id = String((data[0]?.data.object as { id?: string } | undefined)?.id);
    expect(await stripe.radar.earlyFraudWarnings.retrieve(id)).toMatchObject({
      actionable: true,
      payment_intent: paid.id,
    });
    await stripe.refunds.create({ payment_intent: paid.id });
    expect((await stripe.radar.earlyFraudWarnings.retrieve(id)).actionable).toBe(false);
    await expect(stripe.disputes.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('the list of charges', () => {
  it('continues after a known charge', async () => {
    const firstIntent = await payWithMethod('pm_card_visa');
    await payWithMethod('pm_card_visa');
    const { data } = await stripe.charges.list({ ending_before: firstIntent.latest_charge as string });
    expect(data).toHaveLength(1);
    expect((await stripe.charges.list({ payment_intent: firstIntent.id })).data).toHaveLength(1);
  });
});
