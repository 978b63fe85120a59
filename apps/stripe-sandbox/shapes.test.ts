import { existsSync, readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxCardProvider } from './start-sandbox-card-provider.ts';
import { compareShapes } from './testing/compare-shapes.ts';
import { makeSeller, RETURN_URL } from './testing/connected-accounts.ts';
import { createSdkClient, startTestProvider } from './testing/start-test-provider.ts';

const examplesFile = new URL('../../../shared/data/stripe-fixtures/objects.json', import.meta.url);

/** Objects whose keys depend on the parameters of the caller or on the type of an event. */
const openObjectPaths = ['.metadata', 'account.capabilities', 'event.data.object'];

let provider: SandboxCardProvider;
let sandboxObjects: Record<string, unknown>;

beforeAll(async () => {
  provider = await startTestProvider();
  provider.delayedChangeControl.hold();
  sandboxObjects = await collectObjects(createSdkClient(provider));
});
afterAll(() => provider.close());

/** Creates one object of each resource, and returns the objects as the official SDK reads them. */
async function collectObjects(stripe: Stripe): Promise<Record<string, unknown>> {
  const account = await makeSeller(stripe);
  const createPaidIntent = (payment_method: string) =>
    stripe.paymentIntents.create({ amount: 10_000, currency: 'sgd', confirm: true, payment_method });
  const paymentIntent = await createPaidIntent('pm_card_visa');
  const chargeId = paymentIntent.latest_charge as string;
  const transfer = await stripe.transfers.create({
    amount: 5_000,
    currency: 'sgd',
    destination: account.id,
    source_transaction: chargeId,
  });
  const transferReversal = await stripe.transfers.createReversal(transfer.id, { amount: 1_000 });
  const payout = await stripe.payouts.create({ amount: 1_000, currency: 'sgd' }, { stripeAccount: account.id });
  const refund = await stripe.refunds.create({ charge: chargeId, amount: 100 });
  await createPaidIntent('pm_card_createDispute');
  await createPaidIntent('pm_card_createIssuerFraudRecord');
  const [bankAccount] = account.external_accounts?.data ?? [];
  const fraudWarningEvents = await stripe.events.list({ type: 'radar.early_fraud_warning.created' });
  return {
    account,
    account_link: await stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: RETURN_URL,
      return_url: RETURN_URL,
    }),
    balance: await stripe.balance.retrieve(),
    balance_transaction: (await stripe.balanceTransactions.list({ type: 'charge' })).data[0],
    bank_account: bankAccount,
    charge: await stripe.charges.retrieve(chargeId),
    dispute: (await stripe.disputes.list()).data[0],
    event: (await stripe.events.list()).data[0],
    external_account: bankAccount,
    login_link: await stripe.accounts.createLoginLink(account.id),
    payment_intent: paymentIntent,
    payment_method: await stripe.paymentMethods.retrieve(paymentIntent.payment_method as string),
    payout,
    'radar.early_fraud_warning': fraudWarningEvents.data[0]?.data.object,
    refund,
    transfer: await stripe.transfers.retrieve(transfer.id),
    transfer_reversal: transferReversal,
  };
}

it('has all keys of the published example objects, with values of their types', (context) => {
  if (!existsSync(examplesFile)) context.skip('the example objects are not beside this checkout (../shared)');
  const publishedObjects = JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, unknown>;
  const differences = Object.entries(sandboxObjects).flatMap(([name, object]) => {
    expect([name, object]).not.toEqual([name, undefined]);
    expect(Object.keys(publishedObjects)).toContain(name);
    return compareShapes(name, publishedObjects[name], object, openObjectPaths);
  });
  expect(differences).toEqual([]);
});

it('finds a key that is missing and a value of another type', () => {
  const example = { id: 'x', amount: 1, list: [{ a: 'b' }], inner: { a: null, b: 'c' } };
  expect(compareShapes('x', example, example)).toEqual([]);
  expect(compareShapes('x', example, { id: 1, list: [{}], inner: { a: 'any' }, more: true })).toEqual([
    'x.id is of type number and not of type string',
    'x.amount is missing',
    'x.list[].a is missing',
    'x.inner.b is missing',
  ]);
});
