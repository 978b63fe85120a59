import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { makeSeller } from '../testing/connected-accounts.ts';
import { createSdkClient, startTestProvider } from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;

beforeEach(async () => {
  provider = await startTestProvider();
  provider.delayedChangeControl.hold();
  stripe = createSdkClient(provider);
});
afterEach(() => provider.close());

const payIntent = (amount: number, method = 'pm_card_visa', currency = 'sgd') =>
  stripe.paymentIntents.create({
    amount,
    currency,
    confirm: true,
    payment_method: method,
    expand: ['latest_charge.balance_transaction'],
  });
const readExpandedCharge = (intent: Stripe.PaymentIntent) => intent.latest_charge as Stripe.Charge;

/** The whole balance of an account, after it has been compared with the sum of its movements in each currency. */
async function readCheckedTotal(stripeAccount?: string): Promise<number> {
  const options = stripeAccount === undefined ? {} : { stripeAccount };
  const balance = await stripe.balance.retrieve({}, options);
  const sumByCurrency = new Map<string, number>();
  for await (const { currency, net, amount, fee } of stripe.balanceTransactions.list({ limit: 3 }, options)) {
    expect(net).toBe(amount - fee);
    sumByCurrency.set(currency, (sumByCurrency.get(currency) ?? 0) + net);
  }
  for (const { currency, amount } of balance.available) {
    const pendingAmount = balance.pending.find((each) => each.currency === currency)?.amount ?? 0;
    expect([currency, amount + pendingAmount]).toEqual([currency, sumByCurrency.get(currency) ?? 0]);
  }
  return sumByCurrency.get('sgd') ?? 0;
}

describe('the balance', () => {
  it('is always the sum of its movements, and money only leaves it for cards, banks and fees', async () => {
    const [ada, bob] = [await makeSeller(stripe), await makeSeller(stripe, { account_number: '111111113' })];
    let expectedTotal = 0;
    const checkTotal = async () => {
      const totalOfAllAccounts =
        (await readCheckedTotal()) + (await readCheckedTotal(ada.id)) + (await readCheckedTotal(bob.id));
      expect(totalOfAllAccounts).toBe(expectedTotal);
    };
    const transferFromCharge = async (intent: Stripe.PaymentIntent, destination: string, amount: number) =>
      stripe.transfers.create({
        amount,
        currency: 'sgd',
        destination,
        source_transaction: readExpandedCharge(intent).id,
      });

    const firstIntent = await payIntent(100_000);
    expectedTotal += 100_000 - 3_450;
    await checkTotal();
    const secondIntent = await payIntent(50_000, 'pm_card_refundFail');
    expectedTotal += 50_000 - 1_750;
    await checkTotal();
    await expect(payIntent(70_000, 'pm_card_visa_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' });
    await checkTotal();
    const transferToAda = await transferFromCharge(firstIntent, ada.id, 90_000);
    await transferFromCharge(secondIntent, bob.id, 20_000);
    await checkTotal();
    await stripe.transfers.createReversal(transferToAda.id, { amount: 10_000 });
    await checkTotal();
    const payout = await stripe.payouts.create({ amount: 30_000, currency: 'sgd' }, { stripeAccount: ada.id });
    expectedTotal -= 30_000;
    await checkTotal();
    await provider.delayedChangeControl.settle(payout.id);
    await provider.delayedChangeControl.settle(payout.id);
    await checkTotal();
    const failingPayout = await stripe.payouts.create({ amount: 20_000, currency: 'sgd' }, { stripeAccount: bob.id });
    expectedTotal -= 20_000;
    await checkTotal();
    await provider.delayedChangeControl.settle(failingPayout.id);
    await provider.delayedChangeControl.settle(failingPayout.id);
    expectedTotal += 20_000;
    await checkTotal();
    const refund = await stripe.refunds.create({ payment_intent: secondIntent.id, amount: 5_000 });
    expectedTotal -= 5_000;
    await checkTotal();
    await provider.delayedChangeControl.settle(refund.id);
    expectedTotal += 5_000;
    await checkTotal();
    await payIntent(10_000, 'pm_card_createDispute');
    expectedTotal += 10_000 - 390 - 10_000 - 1_500;
    await checkTotal();
    const [dispute] = (await stripe.disputes.list()).data;
    await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } });
    expectedTotal += 10_000;
    await checkTotal();
    await payIntent(8_000, 'pm_card_createDisputeInquiry');
    expectedTotal += 8_000 - 322;
    await checkTotal();
    await payIntent(5_000, 'pm_card_visa', 'usd');
    await checkTotal();
    const balance = await stripe.balance.retrieve();
    expect(balance.available.find(({ currency }) => currency === 'usd')?.amount).toBe(5_000 - 220);
  });

  it('is pending until the money of a charge is settled', async () => {
    let nowSeconds = Math.floor(Date.now() / 1000);
    const slowProvider = await startTestProvider({
      now: () => new Date(nowSeconds * 1000),
      pricing: { settlementSeconds: 100, card: { basisPoints: 200, fixed: 0 } },
    });
    try {
      const client = createSdkClient(slowProvider);
      const paidIntentParams = { amount: 10_000, currency: 'sgd', confirm: true };
      await client.paymentIntents.create({ ...paidIntentParams, payment_method: 'pm_card_visa' });
      await client.paymentIntents.create({ ...paidIntentParams, payment_method: 'pm_card_bypassPending' });
      const balanceBefore = await client.balance.retrieve();
      expect([balanceBefore.available[0]?.amount, balanceBefore.pending[0]?.amount]).toEqual([9_800, 9_800]);
      const { data } = await client.balanceTransactions.list();
      expect(data.map(({ status, available_on }) => [status, available_on])).toEqual([
        ['available', nowSeconds],
        ['pending', nowSeconds + 100],
      ]);
      nowSeconds += 100;
      const balanceAfter = await client.balance.retrieve();
      expect([balanceAfter.available[0]?.amount, balanceAfter.pending[0]?.amount]).toEqual([19_600, 0]);
    } finally {
      await slowProvider.close();
    }
  });
});

describe('a movement of the balance', () => {
  it('is in its charge, with the fee', async () => {
    const charge = readExpandedCharge(await payIntent(123_456));
    expect(charge.balance_transaction).toMatchObject({
      object: 'balance_transaction',
      type: 'charge',
      amount: 123_456,
      fee: 4_248,
      net: 119_208,
      fee_details: [{ amount: 4_248, currency: 'sgd', type: 'stripe_fee' }],
      source: charge.id,
      status: 'available',
    });
    const { id } = charge.balance_transaction as Stripe.BalanceTransaction;
    const retrievedTransaction = await stripe.balanceTransactions.retrieve(id, { expand: ['source'] });
    expect(retrievedTransaction.source).toMatchObject({ id: charge.id, object: 'charge', balance_transaction: id });
    expect((await stripe.charges.retrieve(charge.id)).balance_transaction).toBe(id);
    const { data } = await stripe.charges.list({ expand: ['data.balance_transaction'] });
    expect(data[0]?.balance_transaction).toMatchObject({ id });
  });

  it('is in a refund, in its failure and in a dispute', async () => {
    const paidIntent = await payIntent(10_000, 'pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: paidIntent.id, expand: ['balance_transaction'] });
    expect(refund.balance_transaction).toMatchObject({ type: 'refund', amount: -10_000, fee: 0, source: refund.id });
    await provider.delayedChangeControl.settle(refund.id);
    const failedRefund = await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] });
    expect(failedRefund.failure_balance_transaction).toMatchObject({ type: 'refund_failure', amount: 10_000 });
    await payIntent(10_000, 'pm_card_createDispute');
    const [dispute] = (await stripe.disputes.list()).data;
    expect(dispute?.balance_transactions).toMatchObject([
      { type: 'adjustment', reporting_category: 'dispute', amount: -10_000, fee: 1_500, source: dispute?.id },
    ]);
  });

  it('is listed by its type and its source, for the platform and for an account', async () => {
    const { id: seller } = await makeSeller(stripe);
    const paidIntent = await payIntent(10_000);
    const transfer = await stripe.transfers.create({
      amount: 9_000,
      currency: 'sgd',
      destination: seller,
      source_transaction: readExpandedCharge(paidIntent).id,
    });
    const payout = await stripe.payouts.create({ amount: 9_000, currency: 'sgd' }, { stripeAccount: seller });
    const listTypesAndSources = async (params: Stripe.BalanceTransactionListParams, stripeAccount?: string) => {
      const options = stripeAccount === undefined ? {} : { stripeAccount };
      return (await stripe.balanceTransactions.list(params, options)).data.map(({ type, source }) => [type, source]);
    };
    expect(await listTypesAndSources({})).toEqual([
      ['transfer', transfer.id],
      ['charge', readExpandedCharge(paidIntent).id],
    ]);
    expect(await listTypesAndSources({ type: 'charge' })).toEqual([['charge', readExpandedCharge(paidIntent).id]]);
    expect(await listTypesAndSources({ source: transfer.id })).toEqual([['transfer', transfer.id]]);
    expect(await listTypesAndSources({ currency: 'usd' })).toEqual([]);
    expect(await listTypesAndSources({}, seller)).toEqual([
      ['payout', payout.id],
      ['payment', transfer.destination_payment],
    ]);
    expect(await listTypesAndSources({ source: payout.id }, seller)).toEqual([['payout', payout.id]]);
    await expect(listTypesAndSources({ payout: payout.id }, seller)).rejects.toMatchObject({
      statusCode: 400,
      param: 'payout',
    });
    await expect(listTypesAndSources({ payout: payout.id })).rejects.toMatchObject({ statusCode: 404 });
    const [sellerTransaction] = (await stripe.balanceTransactions.list({}, { stripeAccount: seller })).data;
    await expect(stripe.balanceTransactions.retrieve(sellerTransaction?.id ?? '')).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});
