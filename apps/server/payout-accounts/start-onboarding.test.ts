import type { PayoutProvider } from '@carhouse/payments/payout-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { makeConfirmedSeller, openPayoutForm, readProviderAccountId } from '../testing/payout-seller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayoutAccounts } from './reconcile-payout-accounts.ts';

const path = '/api/v1/me/payout-account';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  server.setClock(() => new Date());
  server.sandbox.faults.clear();
});
afterAll(() => server.close());

const startOnboarding = (seller: TestUser) => call(server, seller, 'POST', `${path}/onboarding`);
const readShownAccount = async (seller: TestUser) => (await call(server, seller, 'GET', path)).body;
/** The ids of a seller's accounts at the provider. */
const listAccountIdsOfSeller = (seller: TestUser): string[] =>
  server.sandbox.account.accounts().flatMap(({ id, metadata }) => (metadata.seller_id === seller.id ? [id] : []));

async function countAuditEntries(seller: TestUser, action: string): Promise<number> {
  const { rows } = await server.context.pool.query<{ count: number }>(
    "SELECT count(*)::int FROM audit_entry WHERE noun = 'payout_account' AND noun_id = $1 AND action = $2",
    [seller.id, action],
  );
  return rows[0]?.count ?? -1;
}

/** Starts the onboarding of a seller on a server with a changed payout provider. */
async function startWithProvider(
  seller: TestUser,
  changeProvider: (provider: PayoutProvider) => Partial<PayoutProvider>,
) {
  const { payoutProvider } = server.context;
  const app = await buildApp({
    ...server.context,
    payoutProvider: { ...payoutProvider, ...changeProvider(payoutProvider) },
  });
  const answer = await app.inject({
    method: 'POST',
    url: `${path}/onboarding`,
    headers: { authorization: seller.token },
  });
  await app.close();
  return answer;
}

describe('two starts of one seller', () => {
  it('at the same time make one account at the provider, and are mailed once', async () => {
    const seller = await makeConfirmedSeller(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => startOnboarding(seller)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(8);
    expect(listAccountIdsOfSeller(seller)).toEqual([await readProviderAccountId(server, seller)]);
    expect([await countAuditEntries(seller, 'start'), await countAuditEntries(seller, 'open')]).toEqual([1, 1]);
    const { rows } = await server.context.pool.query(
      "SELECT FROM pgboss.job WHERE name = 'account-notice' AND data->>'accountId' = $1 AND data->>'notice' = 'payouts-started'",
      [seller.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('one after the other lead to the same account', async () => {
    const seller = await makeConfirmedSeller(server);
    await openPayoutForm(server, seller);
    await openPayoutForm(server, seller);
    expect(listAccountIdsOfSeller(seller)).toHaveLength(1);
  });
});

describe('a server that ends between the answer of the provider and saving it', () => {
  const failAccountCreation = (provider: PayoutProvider): Partial<PayoutProvider> => ({
    createAccount: async (accountRequest) => {
      await provider.createAccount(accountRequest);
      throw new Error('the process has ended');
    },
  });

  it('finds the same account at the next start', async () => {
    const seller = await makeConfirmedSeller(server);
    expect((await startWithProvider(seller, failAccountCreation)).statusCode).toBe(500);
    expect(listAccountIdsOfSeller(seller)).toHaveLength(1);
    expect((await startOnboarding(seller)).status).toBe(200);
    expect(listAccountIdsOfSeller(seller)).toEqual([await readProviderAccountId(server, seller)]);
  });

  it('is made up for by the reconciler, which leaves a start under way alone', async () => {
    const seller = await makeConfirmedSeller(server);
    await startWithProvider(seller, failAccountCreation);
    await reconcilePayoutAccounts(server.context);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'none' });
    server.setClock(() => new Date(Date.now() + 3 * 60_000));
    await reconcilePayoutAccounts(server.context);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'onboarding' });
    expect(listAccountIdsOfSeller(seller)).toEqual([await readProviderAccountId(server, seller)]);
    expect((await readShownAccount(seller)).requirements).toContain('external_account');
  });
});

describe('a provider that does not respond', () => {
  it('is 503, keeps the start, and the next one goes on with it', async () => {
    const seller = await makeConfirmedSeller(server);
    server.sandbox.faults.addApiFault({ kind: 'rst_after_create', on: /POST \/v1\/accounts/ });
    const answer = await startOnboarding(seller);
    expect([answer.status, answer.body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'none', confirmed: true });
    server.sandbox.faults.clear();
    expect((await startOnboarding(seller)).status).toBe(200);
    expect(listAccountIdsOfSeller(seller)).toHaveLength(1);
    expect([await countAuditEntries(seller, 'start'), await countAuditEntries(seller, 'open-form')]).toEqual([1, 1]);
  });

  it('is not asked for every account by the reconciler', async () => {
    await server.context.pool.query('UPDATE payout_account SET next_check_at = NULL');
    for (let createdCount = 0; createdCount < 5; createdCount += 1)
      await openPayoutForm(server, await makeConfirmedSeller(server));
    server.setClock(() => new Date(Date.now() + 2 * 3_600_000));
    server.sandbox.faults.addApiFault({ kind: '500', on: /accounts/ });
    expect(await reconcilePayoutAccounts(server.context)).toBe(3);
    server.sandbox.faults.clear();
    // Accounts that could not be read wait ten minutes, so other accounts are read before them.
    expect(await reconcilePayoutAccounts(server.context)).toBe(2);
    expect(await reconcilePayoutAccounts(server.context)).toBe(0);
    server.setClock(() => new Date(Date.now() + 2 * 3_600_000 + 11 * 60_000));
    expect(await reconcilePayoutAccounts(server.context)).toBe(3);
  });
});

it('a seller who is suspended while the provider answers gets no link, and keeps the account', async () => {
  const [seller, admin] = [await makeConfirmedSeller(server), await makeUser(server, 'admin')];
  const answer = await startWithProvider(seller, (provider) => ({
    createAccount: async (accountRequest) => {
      const account = await provider.createAccount(accountRequest);
      await call(server, admin, 'POST', `/api/v1/accounts/${seller.id}/suspension`, { reason: 'any' });
      return account;
    },
  }));
  expect(answer.statusCode).toBe(401);
  expect(listAccountIdsOfSeller(seller)).toEqual([await readProviderAccountId(server, seller)]);
});

it('no code sends the money of a seller to another account', async () => {
  const seller = await makeConfirmedSeller(server);
  await openPayoutForm(server, seller);
  const change = server.context.pool.query(
    "UPDATE payout_account SET provider_account_id = 'acct_of_another' WHERE seller_id = $1",
    [seller.id],
  );
  await expect(change).rejects.toMatchObject({ constraint: 'payout_account_identity' });
  const restorationPromise = server.context.pool.query(
    "UPDATE payout_account SET provider_account_id = NULL, state = 'none' WHERE seller_id = $1",
    [seller.id],
  );
  await expect(restorationPromise).rejects.toMatchObject({ code: '23514' });
});
