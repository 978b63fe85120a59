import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { createSellerAccount, makeSeller } from '../testing/connected-accounts.ts';
import {
  createSdkClient,
  PUBLISHABLE_KEY,
  startTestProvider,
  startWebhookReceiver,
} from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;
let seller: string;
let seconds: number;

const DAY_SECONDS = 24 * 60 * 60;

beforeEach(async () => {
  seconds = Math.floor(Date.now() / 1000);
  provider = await startTestProvider({
    now: () => new Date(seconds * 1000),
    pricing: { settlementSeconds: 2 * DAY_SECONDS },
  });
  stripe = createSdkClient(provider);
  seller = (await makeSeller(stripe)).id;
});
afterEach(() => provider.close());

/** Charges a card, and returns the id of the charge. */
async function chargeCard(amount: number, method = 'pm_card_visa', transferGroup?: string): Promise<string> {
  const paidIntent = await stripe.paymentIntents.create({
    amount,
    currency: 'sgd',
    confirm: true,
    payment_method: method,
    ...(transferGroup === undefined ? {} : { transfer_group: transferGroup }),
  });
  return paidIntent.latest_charge as string;
}

const createTransfer = (params: Partial<Stripe.TransferCreateParams>, options?: Stripe.RequestOptions) =>
  stripe.transfers.create({ currency: 'sgd', destination: seller, ...params }, options);

async function readFunds(stripeAccount?: string): Promise<{ available: number; pending: number }> {
  const balance = await stripe.balance.retrieve({}, stripeAccount === undefined ? {} : { stripeAccount });
  return { available: balance.available[0]?.amount ?? 0, pending: balance.pending[0]?.amount ?? 0 };
}

describe('a transfer', () => {
  it('moves the pending money of its charge, which is available when the charge is', async () => {
    const source = await chargeCard(100_000);
    const createdTransfer = await createTransfer({
      amount: 90_000,
      source_transaction: source,
      transfer_group: 'booking-1',
      metadata: { booking_id: 'booking-1' },
      description: 'A car',
    });
    expect(createdTransfer).toMatchObject({
      object: 'transfer',
      amount: 90_000,
      amount_reversed: 0,
      reversed: false,
      destination: seller,
      source_transaction: source,
      transfer_group: 'booking-1',
      metadata: { booking_id: 'booking-1' },
    });
    expect((await stripe.charges.retrieve(source)).transfer_group).toBe('booking-1');
    expect(await readFunds()).toEqual({ available: 0, pending: 100_000 - 3_450 - 90_000 });
    expect(await readFunds(seller)).toEqual({ available: 0, pending: 90_000 });
    seconds += 2 * DAY_SECONDS;
    expect(await readFunds(seller)).toEqual({ available: 90_000, pending: 0 });
    const retrievedTransfer = await stripe.transfers.retrieve(createdTransfer.id, { expand: ['balance_transaction'] });
    expect(retrievedTransfer.balance_transaction).toMatchObject({
      type: 'transfer',
      amount: -90_000,
      fee: 0,
      source: createdTransfer.id,
    });
  });

  it('is listed by its group and its destination', async () => {
    const source = await chargeCard(100_000, 'pm_card_visa', 'booking-1');
    const firstTransfer = await createTransfer({ amount: 1_000, source_transaction: source });
    const secondTransfer = await createTransfer({
      amount: 2_000,
      source_transaction: source,
      transfer_group: 'booking-1',
    });
    const otherTransfer = await createTransfer({ amount: 1_000, source_transaction: await chargeCard(5_000) });
    const transfersOfGroup = await stripe.transfers.list({ transfer_group: 'booking-1' });
    expect(transfersOfGroup.data.map(({ id }) => id)).toEqual([secondTransfer.id, firstTransfer.id]);
    expect(otherTransfer.transfer_group).toBe(`group_${otherTransfer.source_transaction as string}`);
    const { id } = await makeSeller(stripe);
    expect((await stripe.transfers.list({ destination: id })).data).toEqual([]);
    const updatedTransfer = await stripe.transfers.update(firstTransfer.id, { metadata: { note: 'n' } });
    expect(updatedTransfer.metadata).toEqual({ note: 'n' });
  });

  it('needs available money when it names no charge, or one whose money is available', async () => {
    const source = await chargeCard(100_000);
    await expect(createTransfer({ amount: 1_000 })).rejects.toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    });
    await chargeCard(10_000, 'pm_card_bypassPending');
    expect((await createTransfer({ amount: 9_000 })).source_transaction).toBeNull();
    seconds += 2 * DAY_SECONDS;
    // The platform now has the money of both charges that was not transferred.
    await expect(createTransfer({ amount: 100_000, source_transaction: source })).rejects.toMatchObject({
      code: 'balance_insufficient',
    });
    expect(provider.account.transfers()).toHaveLength(1);
  });

  it('cannot take more from a charge than is neither refunded nor transferred', async () => {
    const source = await chargeCard(10_000);
    await createTransfer({ amount: 6_000, source_transaction: source });
    await expect(createTransfer({ amount: 4_001, source_transaction: source })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    await stripe.refunds.create({ charge: source, amount: 2_000 });
    await expect(createTransfer({ amount: 2_001, source_transaction: source })).rejects.toMatchObject({
      param: 'amount',
    });
    await createTransfer({ amount: 2_000, source_transaction: source });
    const refundedChargeId = await chargeCard(10_000);
    await stripe.refunds.create({ charge: refundedChargeId });
    await expect(createTransfer({ amount: 100, source_transaction: refundedChargeId })).rejects.toMatchObject({
      statusCode: 400,
      param: 'source_transaction',
    });
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 100, source_transaction: 'ch_none' }, 'source_transaction'],
    [{ amount: 100, destination: 'acct_none' }, 'destination'],
    [{ amount: 100, source_type: 'fpx' as const }, 'source_type'],
    [{}, 'amount'],
  ])('is refused with %j', async (params, param) => {
    await expect(createTransfer(params)).rejects.toMatchObject({ param });
    expect(provider.account.transfers()).toEqual([]);
  });

  it('is refused in another currency or group than its charge', async () => {
    const source = await chargeCard(10_000, 'pm_card_visa', 'booking-1');
    await expect(createTransfer({ amount: 100, currency: 'usd', source_transaction: source })).rejects.toMatchObject({
      param: 'currency',
    });
    await expect(
      createTransfer({ amount: 100, transfer_group: 'booking-2', source_transaction: source }),
    ).rejects.toMatchObject({ param: 'transfer_group' });
  });

  it('is refused for an account that cannot receive transfers', async () => {
    const source = await chargeCard(10_000);
    const refusal = { statusCode: 400, code: 'insufficient_capabilities_for_transfer' };
    const { id } = await createSellerAccount(stripe);
    await expect(createTransfer({ amount: 100, destination: id, source_transaction: source })).rejects.toMatchObject(
      refusal,
    );
    await provider.accountControl.restrict(seller);
    await expect(createTransfer({ amount: 100, source_transaction: source })).rejects.toMatchObject(refusal);
  });

  it('is made once under an idempotency key, whatever the network does', async () => {
    const source = await chargeCard(10_000);
    const send = () => createTransfer({ amount: 5_000, source_transaction: source }, { idempotencyKey: 'transfer-1' });
    provider.faults.addApiFault({ kind: 'rst_after_create', on: /^POST \/v1\/transfers$/ });
    await expect(send()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    provider.faults.clear();
    for (const kind of ['500', '502_html', 'lock_timeout'] as const) {
      provider.faults.addApiFault({ kind, on: /^POST \/v1\/transfers$/, times: 1 });
      await expect(send()).rejects.toBeInstanceOf(Stripe.errors.StripeError);
    }
    provider.faults.addApiFault({ kind: 'slow_ms', ms: 100, times: 1 });
    const transferResults = await Promise.allSettled([send(), send()]);
    expect(transferResults.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { statusCode: 409, code: 'idempotency_key_in_use' } },
    ]);
    expect(provider.account.transfers()).toHaveLength(1);
    expect(await readFunds(seller)).toMatchObject({ pending: 5_000 });
  });

  it('can be shown wrongly by a fault, and needs the secret key', async () => {
    const { id } = await createTransfer({ amount: 5_000, source_transaction: await chargeCard(10_000) });
    provider.faults.addApiFault({ kind: 'amount_tampered', by: -1, on: /^GET \/v1\/transfers/, times: 2 });
    expect((await stripe.transfers.retrieve(id)).amount).toBe(4_999);
    expect((await stripe.transfers.list()).data[0]?.amount).toBe(4_999);
    expect((await stripe.transfers.retrieve(id)).amount).toBe(5_000);
    await expect(createSdkClient(provider, PUBLISHABLE_KEY).transfers.list()).rejects.toMatchObject({
      statusCode: 403,
    });
  });
});

describe('a reversal', () => {
  it('takes a transfer back in parts, also while its money is pending', async () => {
    const webhookReceiver = await startWebhookReceiver();
    provider.setWebhookUrl(webhookReceiver.url);
    const createdTransfer = await createTransfer({ amount: 9_000, source_transaction: await chargeCard(10_000) });
    const partialReversal = await stripe.transfers.createReversal(createdTransfer.id, {
      amount: 4_000,
      metadata: { refund: 'r1' },
    });
    expect(partialReversal).toMatchObject({
      object: 'transfer_reversal',
      amount: 4_000,
      transfer: createdTransfer.id,
      metadata: { refund: 'r1' },
    });
    await expect(stripe.transfers.createReversal(createdTransfer.id, { amount: 5_001 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    const remainingReversal = await stripe.transfers.createReversal(createdTransfer.id);
    expect(remainingReversal.amount).toBe(5_000);
    await expect(stripe.transfers.createReversal(createdTransfer.id)).rejects.toThrow(/already fully reversed/);
    expect(await stripe.transfers.retrieve(createdTransfer.id)).toMatchObject({
      amount_reversed: 9_000,
      reversed: true,
      reversals: { data: [{ id: remainingReversal.id }, { id: partialReversal.id }], has_more: false },
    });
    expect((await stripe.transfers.listReversals(createdTransfer.id, { limit: 1 })).has_more).toBe(true);
    expect((await stripe.transfers.retrieveReversal(createdTransfer.id, partialReversal.id)).amount).toBe(4_000);
    expect(await readFunds(seller)).toEqual({ available: 0, pending: 0 });
    expect(await readFunds()).toEqual({ available: 0, pending: 10_000 - 390 });
    await webhookReceiver.waitUntil(
      (requests) => requests.filter(({ body }) => body.includes('"transfer.reversed"')).length === 2,
    );
    await webhookReceiver.close();
  });

  it('is refused when the account no longer has the money', async () => {
    const createdTransfer = await createTransfer({ amount: 9_000, source_transaction: await chargeCard(10_000) });
    seconds += 2 * DAY_SECONDS;
    await stripe.payouts.create({ amount: 1_000, currency: 'sgd' }, { stripeAccount: seller });
    const options = { idempotencyKey: 'reversal-1' };
    const refusal = { statusCode: 400, code: 'balance_insufficient' };
    await expect(stripe.transfers.createReversal(createdTransfer.id, {}, options)).rejects.toMatchObject(refusal);
    expect((await stripe.transfers.createReversal(createdTransfer.id, { amount: 8_000 })).amount).toBe(8_000);
    // The refusal remains the response to the idempotency key for a day.
    await expect(stripe.transfers.createReversal(createdTransfer.id, {}, options)).rejects.toMatchObject(refusal);
    expect(await readFunds(seller)).toEqual({ available: 0, pending: 0 });
  });
});
