import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { makeSeller, openPage, submitPage } from '../testing/connected-accounts.ts';
import { createSdkClient, startTestProvider } from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;

beforeEach(async () => {
  provider = await startTestProvider();
  provider.delayedChangeControl.hold();
  stripe = createSdkClient(provider);
});
afterEach(() => provider.close());

/** Makes a seller with this bank account, and pays them the given amount for a sale. */
async function makePaidSeller(amount: number, accountNumber = '000123456'): Promise<string> {
  const { id } = await makeSeller(stripe, { account_number: accountNumber });
  const paidIntent = await stripe.paymentIntents.create({
    amount: amount * 2,
    currency: 'sgd',
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  await stripe.transfers.create({
    amount,
    currency: 'sgd',
    destination: id,
    source_transaction: paidIntent.latest_charge as string,
  });
  return id;
}

const createPayout = (stripeAccount: string, amount: number, otherParams: Partial<Stripe.PayoutCreateParams> = {}) =>
  stripe.payouts.create({ amount, currency: 'sgd', ...otherParams }, { stripeAccount });

const readPayout = (stripeAccount: string, id: string) => stripe.payouts.retrieve(id, {}, { stripeAccount });

async function readAvailableAmount(stripeAccount: string): Promise<number> {
  return (await stripe.balance.retrieve({}, { stripeAccount })).available[0]?.amount ?? 0;
}

const listEvents = async (stripeAccount: string, type: string) =>
  (await stripe.events.list({ type, limit: 100 }, { stripeAccount })).data;

describe('a payout', () => {
  it('goes from pending to in transit to paid, and announces it', async () => {
    const seller = await makePaidSeller(5_000);
    const createdPayout = await createPayout(seller, 5_000, {
      metadata: { sale: 's1' },
      statement_descriptor: 'CAR HOUSE',
    });
    expect(createdPayout).toMatchObject({
      object: 'payout',
      status: 'pending',
      automatic: false,
      method: 'standard',
      type: 'bank_account',
      metadata: { sale: 's1' },
      statement_descriptor: 'CAR HOUSE',
    });
    expect(createdPayout.arrival_date).toBeGreaterThan(createdPayout.created);
    expect([0, 6]).not.toContain(new Date(createdPayout.arrival_date * 1000).getUTCDay());
    expect(await readAvailableAmount(seller)).toBe(0);
    expect(await provider.delayedChangeControl.settle(createdPayout.id)).toBe(1);
    expect((await readPayout(seller, createdPayout.id)).status).toBe('in_transit');
    await provider.delayedChangeControl.settle(createdPayout.id);
    expect(await readPayout(seller, createdPayout.id)).toMatchObject({ status: 'paid', failure_code: null });
    expect(await provider.delayedChangeControl.settle(createdPayout.id)).toBe(0);
    for (const type of ['payout.created', 'payout.updated', 'payout.paid']) {
      expect(await listEvents(seller, type)).toMatchObject([
        { account: seller, data: { object: { id: createdPayout.id } } },
      ]);
    }
    expect((await stripe.events.list({ type: 'payout.paid' })).data).toEqual([]);
  });

  it('reaches its final status by itself when nobody holds it', async () => {
    provider.delayedChangeControl.resume();
    const seller = await makePaidSeller(5_000);
    const { id } = await createPayout(seller, 5_000);
    await expect.poll(async () => (await readPayout(seller, id)).status, { timeout: 20_000 }).toBe('paid');
  });

  it.each([
    ['111111116', 'no_account'],
    ['111111113', 'account_closed'],
    ['222222227', 'insufficient_funds'],
    ['333333335', 'debit_not_authorized'],
    ['444444440', 'invalid_currency'],
  ])('to the account %s fails with %s, gives its money back and disables the account', async (number, code) => {
    const seller = await makePaidSeller(5_000, number);
    const { id } = await createPayout(seller, 3_000);
    await provider.delayedChangeControl.settle(id);
    await provider.delayedChangeControl.settle(id);
    const failedPayout = await stripe.payouts.retrieve(
      id,
      { expand: ['failure_balance_transaction'] },
      { stripeAccount: seller },
    );
    expect(failedPayout).toMatchObject({
      status: 'failed',
      failure_code: code,
      failure_message: expect.stringMatching(/./),
      failure_balance_transaction: { type: 'payout_failure', amount: 3_000, source: id },
    });
    expect(await readAvailableAmount(seller)).toBe(5_000);
    expect(await stripe.accounts.retrieve(seller)).toMatchObject({
      payouts_enabled: false,
      capabilities: { transfers: 'active' },
      external_accounts: { data: [{ status: 'errored' }] },
      requirements: { currently_due: ['external_account'] },
    });
    await expect(createPayout(seller, 3_000)).rejects.toMatchObject({ statusCode: 400, code: 'payouts_not_allowed' });
  });

  it('can be paid first and returned later, and be made again to another bank account', async () => {
    const seller = await makePaidSeller(5_000, '555555551');
    const { id } = await createPayout(seller, 5_000);
    await provider.delayedChangeControl.settle(id);
    await provider.delayedChangeControl.settle(id);
    expect((await readPayout(seller, id)).status).toBe('paid');
    await provider.delayedChangeControl.settle(id);
    expect(await readPayout(seller, id)).toMatchObject({ status: 'failed', failure_code: 'account_closed' });
    expect((await listEvents(seller, 'payout.paid')).length).toBe(1);
    expect((await listEvents(seller, 'payout.failed')).length).toBe(1);

    const page = (await openPage((await stripe.accounts.createLoginLink(seller)).url)).location;
    await submitPage(page, { account_number: '000123456', action: 'bank' });
    const secondPayout = await createPayout(seller, 5_000);
    await provider.delayedChangeControl.settle(secondPayout.id);
    await provider.delayedChangeControl.settle(secondPayout.id);
    expect((await readPayout(seller, secondPayout.id)).status).toBe('paid');
    expect(await readAvailableAmount(seller)).toBe(0);
  });

  it('can stay in transit until a test moves it', async () => {
    const seller = await makePaidSeller(5_000, '666666662');
    const { id } = await createPayout(seller, 5_000);
    expect(await provider.delayedChangeControl.settle()).toBe(1);
    expect(await provider.delayedChangeControl.settle()).toBe(0);
    expect((await readPayout(seller, id)).status).toBe('in_transit');
    await provider.delayedChangeControl.settle(id);
    expect((await readPayout(seller, id)).status).toBe('paid');
  });

  it('is canceled while it is pending, and not after that', async () => {
    const seller = await makePaidSeller(5_000);
    const { id } = await createPayout(seller, 5_000);
    const canceledPayout = await stripe.payouts.cancel(id, {}, { stripeAccount: seller });
    expect(canceledPayout.status).toBe('canceled');
    expect(await readAvailableAmount(seller)).toBe(5_000);
    await provider.delayedChangeControl.settle(id);
    expect((await readPayout(seller, id)).status).toBe('canceled');
    const secondPayoutOfSeller = await createPayout(seller, 5_000);
    await provider.delayedChangeControl.settle(secondPayoutOfSeller.id);
    await expect(stripe.payouts.cancel(secondPayoutOfSeller.id, {}, { stripeAccount: seller })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('needs available money', async () => {
    const seller = await makePaidSeller(5_000);
    await expect(createPayout(seller, 5_001)).rejects.toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    });
    await createPayout(seller, 5_000);
    await expect(createPayout(seller, 1)).rejects.toMatchObject({ code: 'balance_insufficient' });
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ currency: 'usd' }, 'currency'],
    [{ destination: 'ba_none' }, 'destination'],
    [{ method: 'instant' as const }, 'method'],
    [{ statement_descriptor: 'x'.repeat(23) }, 'statement_descriptor'],
  ])('is refused with %j', async (params, param) => {
    const seller = await makePaidSeller(5_000);
    await expect(createPayout(seller, 100, params)).rejects.toMatchObject({ statusCode: 400, param });
  });

  it('belongs to its account only, and is listed by its status', async () => {
    const [seller, otherSeller] = [await makePaidSeller(5_000), await makePaidSeller(5_000)];
    const firstPayout = await createPayout(seller, 1_000);
    await provider.delayedChangeControl.settle(firstPayout.id);
    const secondPayout = await createPayout(seller, 2_000);
    const listIds = async (params: Stripe.PayoutListParams, stripeAccount = seller) =>
      (await stripe.payouts.list(params, { stripeAccount })).data.map(({ id }) => id);
    expect(await listIds({})).toEqual([secondPayout.id, firstPayout.id]);
    expect(await listIds({ status: 'in_transit' })).toEqual([firstPayout.id]);
    expect(await listIds({}, otherSeller)).toEqual([]);
    await expect(readPayout(otherSeller, firstPayout.id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.payouts.retrieve(firstPayout.id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.payouts.create({ amount: 1, currency: 'sgd' })).rejects.toMatchObject({ statusCode: 400 });
    const updatedPayout = await stripe.payouts.update(
      firstPayout.id,
      { metadata: { a: 'b' } },
      { stripeAccount: seller },
    );
    expect(updatedPayout.metadata).toEqual({ a: 'b' });
  });

  it('is made once for each account under one idempotency key', async () => {
    const [seller, otherSeller] = [await makePaidSeller(5_000), await makePaidSeller(5_000)];
    const createSamePayout = (stripeAccount: string) =>
      stripe.payouts.create({ amount: 1_000, currency: 'sgd' }, { stripeAccount, idempotencyKey: 'payout-1' });
    const createdPayout = await createSamePayout(seller);
    expect((await createSamePayout(seller)).id).toBe(createdPayout.id);
    expect((await createSamePayout(otherSeller)).id).not.toBe(createdPayout.id);
    expect(provider.account.payouts()).toHaveLength(2);
  });
});
