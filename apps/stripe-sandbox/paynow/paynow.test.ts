import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { makeSeller, submitPage } from '../testing/connected-accounts.ts';
import { createSdkClient, PUBLISHABLE_KEY, startTestProvider } from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;
let seconds: number;

beforeEach(async () => {
  seconds = Math.floor(Date.now() / 1000);
  provider = await startTestProvider({ now: () => new Date(seconds * 1000) });
  provider.delayedChangeControl.hold();
  stripe = createSdkClient(provider);
});
afterEach(() => provider.close());

const carIntentParams = {
  amount: 1_000_000,
  currency: 'sgd',
  allowed_payment_method_types: ['card' as const, 'paynow' as const],
};

/** Confirms an intent with PayNow, and returns the intent with the URL of the page of its QR code. */
async function confirmWithPaynow(params: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const intent = await stripe.paymentIntents.create({
    ...carIntentParams,
    ...params,
    confirm: true,
    payment_method_data: { type: 'paynow', billing_details: { name: 'Ada Buyer' } },
  });
  const code = intent.next_action?.paynow_display_qr_code;
  return { intent, code, url: code?.hosted_instructions_url ?? '' };
}

const readIntent = (id: string) =>
  stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction', 'payment_method'] });

describe('a payment with PayNow', () => {
  it('shows a code, and succeeds when the buyer pays it', async () => {
    const { intent, code, url } = await confirmWithPaynow();
    expect(intent).toMatchObject({
      status: 'requires_action',
      payment_method_types: ['card', 'paynow'],
      next_action: { type: 'paynow_display_qr_code' },
      latest_charge: null,
    });
    expect(code).toEqual({
      data: url,
      hosted_instructions_url: url,
      image_url_png: `${url}.png`,
      image_url_svg: `${url}.svg`,
    });
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('SGD 10,000.00')]);
    expect((await submitPage(url, { result: 'approve' })).html).toContain('Payment complete');
    expect(await readIntent(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 1_000_000,
      next_action: null,
      payment_method: { type: 'paynow', paynow: {}, billing_details: { name: 'Ada Buyer' } },
      latest_charge: {
        id: expect.stringMatching(/^py_/),
        paid: true,
        payment_method_details: { type: 'paynow', paynow: { reference: expect.stringMatching(/^\w{12}$/) } },
        balance_transaction: { type: 'payment', amount: 1_000_000, fee: 13_000, net: 987_000 },
      },
    });
    const types = (await stripe.events.list()).data.map((event) => event.type);
    expect(types).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.requires_action',
      'payment_intent.created',
    ]);
    expect((await submitPage(url, { result: 'approve' })).status).toBe(410);
    expect(provider.account.charges()).toHaveLength(1);
  });

  it('draws its code as SVG and as PNG until it is paid', async () => {
    const { code, url } = await confirmWithPaynow();
    const [svg, png] = await Promise.all([fetch(code?.image_url_svg ?? ''), fetch(code?.image_url_png ?? '')]);
    expect(svg.headers.get('content-type')).toContain('image/svg+xml');
    expect(await svg.text()).toMatch(/^<svg .*<\/svg>\n$/);
    expect(png.headers.get('content-type')).toBe('image/png');
    const pngBytes = Buffer.from(await png.arrayBuffer());
    expect(pngBytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(pngBytes.readUInt32BE(16)).toBe(pngBytes.readUInt32BE(20));
    await submitPage(url, { result: 'approve' });
    expect((await fetch(code?.image_url_svg ?? '')).status).toBe(404);
  });

  it.each([
    ['decline', 'payment_intent_payment_attempt_failed', 1],
    ['expire', 'payment_intent_payment_attempt_expired', 0],
  ])('needs another payment method after %s, and can be paid by card then', async (result, code, charges) => {
    const { intent, url } = await confirmWithPaynow();
    await submitPage(url, { result });
    expect(await readIntent(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code, payment_method: { type: 'paynow' } },
    });
    expect(provider.account.charges()).toHaveLength(charges);
    expect((await stripe.events.list({ type: 'payment_intent.payment_failed' })).data).toHaveLength(1);
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(0);
    const paidIntent = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paidIntent.status).toBe('succeeded');
  });

  it('expires by itself after an hour', async () => {
    const { intent, url } = await confirmWithPaynow();
    seconds += 3_600;
    expect((await fetch(url)).status).toBe(410);
    expect((await submitPage(url, { result: 'approve' })).status).toBe(410);
    expect(await provider.delayedChangeControl.settle(intent.id)).toBe(1);
    expect((await readIntent(intent.id)).last_payment_error?.code).toBe('payment_intent_payment_attempt_expired');
  });

  it('takes the place of an earlier attempt, and is replaced by a later one', async () => {
    const { intent, url } = await confirmWithPaynow();
    const secondIntent = await stripe.paymentIntents.confirm(intent.id, { payment_method_data: { type: 'paynow' } });
    expect(secondIntent.next_action?.paynow_display_qr_code?.hosted_instructions_url).not.toBe(url);
    expect((await submitPage(url, { result: 'approve' })).status).toBe(410);
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' });
    await provider.delayedChangeControl.settle(intent.id);
    expect((await readIntent(intent.id)).next_action?.type).toBe('use_stripe_sdk');
    const canceledIntent = await stripe.paymentIntents.cancel((await confirmWithPaynow()).intent.id);
    expect(canceledIntent).toMatchObject({ status: 'canceled', next_action: null });
  });

  it('can be confirmed by a browser, and with a payment method made before', async () => {
    const intent = await stripe.paymentIntents.create(carIntentParams);
    const browser = createSdkClient(provider, PUBLISHABLE_KEY);
    const method = await browser.paymentMethods.create({ type: 'paynow' });
    expect(method).toMatchObject({ type: 'paynow', paynow: {} });
    const waitingIntent = await browser.paymentIntents.confirm(intent.id, {
      client_secret: intent.client_secret ?? '',
      payment_method: method.id,
      return_url: 'https://shop.example/pay',
    } as never);
    expect(waitingIntent.next_action?.type).toBe('paynow_display_qr_code');
  });

  it.each([
    [{ currency: 'usd' }, 'currency'],
    [{ amount: 20_000_001 }, 'amount'],
    [{ amount: 49 }, 'amount'],
    [{ payment_method_types: ['paynow', 'grabpay'] }, 'payment_method_types'],
  ])('is refused with %j', async (params, param) => {
    // The types in this parameter of older API versions must all fit the intent; none is ignored.
    const intentParams = { amount: 5_000, currency: 'sgd', payment_method_types: ['paynow'], ...params };
    await expect(stripe.paymentIntents.create(intentParams)).rejects.toMatchObject({ statusCode: 400, param });
  });

  it('is left out of the allowed types where it does not fit', async () => {
    const expensiveIntent = await stripe.paymentIntents.create({ ...carIntentParams, amount: 20_000_001 });
    expect([expensiveIntent.payment_method_types, expensiveIntent.allowed_payment_method_types]).toEqual([
      ['card'],
      ['card', 'paynow'],
    ]);
    const paynowOnlyParams = { ...carIntentParams, currency: 'usd', allowed_payment_method_types: ['paynow' as const] };
    await expect(stripe.paymentIntents.create(paynowOnlyParams)).rejects.toMatchObject({ param: 'currency' });
    const cardIntent = await stripe.paymentIntents.create({ amount: 5_000, currency: 'sgd' });
    await expect(
      stripe.paymentIntents.confirm(cardIntent.id, { payment_method_data: { type: 'paynow' } }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'payment_method' });
  });
});

describe('money that was paid with PayNow', () => {
  it.each([
    ['approve', 'succeeded', undefined, 0],
    ['approve_refund_fails', 'failed', 'declined', 1_000_000],
  ])('is refunded later: %s gives %s', async (result, status, failureReason, balance) => {
    const { intent, url } = await confirmWithPaynow();
    await submitPage(url, { result });
    const refund = await stripe.refunds.create({ payment_intent: intent.id, expand: ['balance_transaction'] });
    expect(refund).toMatchObject({
      id: expect.stringMatching(/^pyr_/),
      status: 'pending',
      destination_details: { type: 'paynow', paynow: {} },
      balance_transaction: { type: 'payment_refund', amount: -1_000_000, fee: 0 },
    });
    await provider.delayedChangeControl.settle(refund.id);
    const settledRefund = await stripe.refunds.retrieve(refund.id);
    expect([settledRefund.status, settledRefund.failure_reason]).toEqual([status, failureReason]);
    const { latest_charge: charge } = await readIntent(intent.id);
    expect((charge as Stripe.Charge).amount_refunded).toBe(1_000_000 - balance);
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(balance - 13_000);
    const type = status === 'failed' ? 'refund.failed' : 'refund.updated';
    expect((await stripe.events.list({ type })).data).toHaveLength(1);
  });

  it('can be transferred to a connected account', async () => {
    const { id: seller } = await makeSeller(stripe);
    const { intent, url } = await confirmWithPaynow();
    await submitPage(url, { result: 'approve' });
    const { latest_charge: charge } = await readIntent(intent.id);
    const transfer = await stripe.transfers.create({
      amount: 900_000,
      currency: 'sgd',
      destination: seller,
      source_transaction: (charge as Stripe.Charge).id,
    });
    expect(transfer.source_transaction).toMatch(/^py_/);
  });
});
