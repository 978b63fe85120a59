import type { PayoutProvider } from '@carhouse/payments/payout-provider';
import { createStripePayoutProvider } from '@carhouse/payments/stripe-payout-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSandboxKeys } from '../testing/card-events.ts';
import { followLink, sendPayoutForm } from '../testing/payout-seller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let provider: PayoutProvider;

beforeAll(async () => {
  server = await startTestServer();
  provider = server.context.payoutProvider;
});
afterEach(() => server.sandbox.faults.clear());
afterAll(() => server.close());

let keyCount = 0;
const makeKey = (): string => `key-${++keyCount}`;
const returnLinks = { returnUrl: 'http://127.0.0.1:3000/done', refreshUrl: 'http://127.0.0.1:3000/again' };
const openOnboardingForm = async (accountId: string): Promise<string> =>
  followLink(server, await provider.createOnboardingLink({ accountId, ...returnLinks }));

describe('a connected account', () => {
  it('is created once for a key, for payouts that are made one by one', async () => {
    const accountRequest = { sellerId: 'seller-1', idempotencyKey: makeKey() };
    const account = await provider.createAccount(accountRequest);
    expect(await provider.createAccount(accountRequest)).toEqual(account);
    expect(account).toMatchObject({
      detailsSubmitted: false,
      canReceiveTransfers: false,
      canPayOut: false,
      bank: null,
    });
    expect(account.requirements).toContain('external_account');
    expect(server.sandbox.account.accounts().find(({ id }) => id === account.accountId)).toMatchObject({
      country: 'SG',
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'express' },
      },
      capabilities: { transfers: 'inactive' },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { seller_id: 'seller-1' },
    });
  });

  it('says what is missing, and can be paid when nothing is', async () => {
    const { accountId } = await provider.createAccount({ sellerId: 'seller-2', idempotencyKey: makeKey() });
    await sendPayoutForm(server, await openOnboardingForm(accountId), 'leave', {
      first_name: 'Ada',
      account_number: '000123456',
    });
    const startedAccount = await provider.findAccount(accountId);
    expect(startedAccount).toMatchObject({
      detailsSubmitted: false,
      canPayOut: false,
      disabledReason: 'requirements.past_due',
    });
    expect(startedAccount?.bank?.last4).toBe('3456');
    expect(startedAccount?.requirements).not.toContain('external_account');
    expect(startedAccount?.requirements).toContain('individual.last_name');
    expect(await sendPayoutForm(server, await openOnboardingForm(accountId), 'fill')).toBe(returnLinks.returnUrl);
    const finishedAccount = await provider.findAccount(accountId);
    expect(finishedAccount).toMatchObject({
      detailsSubmitted: true,
      canReceiveTransfers: true,
      canPayOut: true,
      requirements: [],
      disabledReason: null,
      bank: { bankId: startedAccount?.bank?.bankId, name: 'STRIPE TEST BANK', last4: '3456' },
    });
  });

  it('can be changed on a page of the provider once its form is complete', async () => {
    const { accountId } = await provider.createAccount({ sellerId: 'seller-3', idempotencyKey: makeKey() });
    await expect(provider.createLoginLink(accountId)).rejects.toThrow('has not completed onboarding');
    await sendPayoutForm(server, await openOnboardingForm(accountId), 'fill');
    const accountBeforeChange = await provider.findAccount(accountId);
    const page = await followLink(server, await provider.createLoginLink(accountId));
    await sendPayoutForm(server, page, 'bank', { account_number: '555555551' });
    const accountAfterChange = await provider.findAccount(accountId);
    expect(accountAfterChange?.bank?.last4).toBe('5551');
    expect(accountAfterChange?.bank?.bankId).not.toBe(accountBeforeChange?.bank?.bankId);
  });

  it('is null when the provider does not know it', async () => {
    expect(await provider.findAccount('acct_of_nobody')).toBeNull();
  });
});

describe('a provider that fails', () => {
  it.each(['hang', '500', '502_html', '429', 'lock_timeout', 'truncated', 'wrong_shape'] as const)(
    'leaves the outcome unknown: %s',
    async (kind) => {
      const { accountId } = await provider.createAccount({ sellerId: kind, idempotencyKey: makeKey() });
      server.sandbox.faults.addApiFault({ kind, on: /accounts/ });
      await expect(provider.findAccount(accountId)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    },
  );

  it('creates one account, although its first answer was lost', async () => {
    const accountRequest = { sellerId: 'seller-4', idempotencyKey: makeKey() };
    server.sandbox.faults.addApiFault({ kind: 'truncated', on: /POST \/v1\/accounts/, times: 1 });
    await expect(provider.createAccount(accountRequest)).rejects.toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    });
    const { accountId } = await provider.createAccount(accountRequest);
    const sellerAccounts = server.sandbox.account
      .accounts()
      .filter(({ metadata }) => metadata.seller_id === 'seller-4');
    expect(sellerAccounts.map(({ id }) => id)).toEqual([accountId]);
  });

  it('refuses a wrong key, which is a defect of this server', async () => {
    const { port } = new URL(server.sandbox.url);
    const { publishableKey } = await readSandboxKeys(server);
    const otherProvider = createStripePayoutProvider({
      secretKey: publishableKey.replace('pk_', 'sk_'),
      endpoint: { protocol: 'http', host: '127.0.0.1', port: Number(port) },
    });
    await expect(otherProvider.findAccount('acct_1')).rejects.toThrow('The card provider refused a call');
  });
});
