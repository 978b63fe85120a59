import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxCardProvider } from '../start-sandbox-card-provider.ts';
import { createSellerAccount, makeSeller, RETURN_URL } from '../testing/connected-accounts.ts';
import { createSdkClient, SECRET_KEY, startTestProvider } from '../testing/start-test-provider.ts';

let provider: SandboxCardProvider;
let stripe: Stripe;
let sellerAccountId: string;

beforeAll(async () => {
  provider = await startTestProvider();
  stripe = createSdkClient(provider);
  sellerAccountId = (await makeSeller(stripe)).id;
});
afterEach(() => provider.faults.clear());
afterAll(() => provider.close());

const transferParams = { amount: 100, currency: 'sgd' };
const namedCalls: [name: string, call: (client: Stripe) => Promise<unknown>][] = [
  ['POST /v1/accounts', (client) => createSellerAccount(client)],
  ['GET /v1/accounts', (client) => client.accounts.list()],
  ['GET /v1/accounts/:id', (client) => client.accounts.retrieve(sellerAccountId)],
  ['POST /v1/accounts/:id', (client) => client.accounts.update(sellerAccountId, { metadata: { a: 'b' } })],
  ['POST /v1/accounts/:id/login_links', (client) => client.accounts.createLoginLink(sellerAccountId)],
  [
    'POST /v1/account_links',
    (client) =>
      client.accountLinks.create({
        account: sellerAccountId,
        type: 'account_onboarding',
        refresh_url: RETURN_URL,
        return_url: RETURN_URL,
      }),
  ],
  ['POST /v1/transfers', (client) => client.transfers.create({ ...transferParams, destination: sellerAccountId })],
  ['GET /v1/transfers', (client) => client.transfers.list()],
  ['GET /v1/transfers/:id', (client) => client.transfers.retrieve('tr_1')],
  ['POST /v1/transfers/:id', (client) => client.transfers.update('tr_1', { metadata: {} })],
  ['POST /v1/transfers/:id/reversals', (client) => client.transfers.createReversal('tr_1')],
  ['GET /v1/transfers/:id/reversals', (client) => client.transfers.listReversals('tr_1')],
  ['GET /v1/transfers/:id/reversals/:id', (client) => client.transfers.retrieveReversal('tr_1', 'trr_1')],
  ['POST /v1/payouts', (client) => client.payouts.create(transferParams, { stripeAccount: sellerAccountId })],
  ['GET /v1/payouts', (client) => client.payouts.list({}, { stripeAccount: sellerAccountId })],
  ['GET /v1/payouts/:id', (client) => client.payouts.retrieve('po_1', {}, { stripeAccount: sellerAccountId })],
  [
    'POST /v1/payouts/:id',
    (client) => client.payouts.update('po_1', { metadata: {} }, { stripeAccount: sellerAccountId }),
  ],
  ['POST /v1/payouts/:id/cancel', (client) => client.payouts.cancel('po_1', {}, { stripeAccount: sellerAccountId })],
  ['GET /v1/balance', (client) => client.balance.retrieve({}, { stripeAccount: sellerAccountId })],
  ['GET /v1/balance_transactions', (client) => client.balanceTransactions.list({}, { stripeAccount: sellerAccountId })],
  ['GET /v1/balance_transactions/:id', (client) => client.balanceTransactions.retrieve('txn_1')],
];

describe.each(namedCalls)('%s', (name, call) => {
  const [method = '', path = ''] = name.split(' ');
  const on = new RegExp(`^${method} ${path.replaceAll(':id', '\\w+')}$`);

  it('can fail, hang and belong to another account, and nothing is processed', async () => {
    const eventCountBefore = provider.account.events().length;
    provider.faults.addApiFault({ kind: '500', on });
    await expect(call(stripe)).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
    provider.faults.clear();
    provider.faults.addApiFault({ kind: '429', on });
    await expect(call(stripe)).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    provider.faults.clear();
    if (path.includes(':id')) {
      provider.faults.addApiFault({ kind: 'other_account', on });
      await expect(call(stripe)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
      provider.faults.clear();
    }
    provider.faults.addApiFault({ kind: 'hang', on });
    await expect(call(createSdkClient(provider, SECRET_KEY, { timeout: 100 }))).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    expect(provider.account.events()).toHaveLength(eventCountBefore);
  });
});
