import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type TestUser } from '../testing/builders.ts';
import { openNodeInMode } from '../testing/introducer-node.ts';
import { payOrder } from '../testing/paid-order.ts';
import { makePaidSeller, makeSellerWithSecondFactor, requestPayoutLinkToken } from '../testing/payout-seller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const path = '/api/v1/me/payout-account';

let server: TestServer;
let introducerServer: Awaited<ReturnType<typeof openNodeInMode>>;

beforeAll(async () => {
  server = await startTestServer();
  introducerServer = await openNodeInMode(server, 'introducer');
});
afterAll(async () => {
  await introducerServer.closeNode();
  await server.close();
});

const postPage = (caller: TestUser, page: string, body?: object) =>
  call(introducerServer, caller, 'POST', `${path}/${page}`, body);
const listAccountsOfSeller = (caller: TestUser) =>
  server.sandbox.account.accounts().filter(({ metadata }) => metadata.seller_id === caller.id);

describe('where buyers pay sellers directly, a seller whom nobody has paid here', () => {
  it('neither confirms nor starts an account at the payment company', async () => {
    const seller = await makeSellerWithSecondFactor(server);
    const token = await requestPayoutLinkToken(server, seller);
    for (const [page, body] of [
      ['confirmation-link', undefined],
      ['confirmation', { token }],
      ['onboarding', undefined],
      ['provider-page', undefined],
    ] as const) {
      expect([page, await postPage(seller, page, body)]).toMatchObject([
        page,
        { status: 409, body: { code: 'PAYMENTS_NOT_TAKEN' } },
      ]);
    }
    // The refused call has not used up the link, so the link still works on the node that takes
    // payments.
    expect((await call(server, seller, 'POST', `${path}/confirmation`, { token })).status).toBe(200);
    expect((await postPage(seller, 'onboarding')).body.code).toBe('PAYMENTS_NOT_TAKEN');
    expect(listAccountsOfSeller(seller)).toEqual([]);
  });

  it('does not change an account from before either', async () => {
    const seller = await makePaidSeller(server);
    expect((await postPage(seller, 'provider-page')).body.code).toBe('PAYMENTS_NOT_TAKEN');
    expect((await call(introducerServer, seller, 'GET', path)).body).toMatchObject({
      state: 'active',
      hasSales: false,
    });
  });
});

describe('where buyers pay sellers directly, a seller whom a buyer has paid here before', () => {
  it('can still be paid: they confirm, start and change their account', async () => {
    const seller = await makeSellerWithSecondFactor(server);
    await payOrder(server, seller);
    const token = await requestPayoutLinkToken(introducerServer, seller);
    expect((await postPage(seller, 'confirmation', { token })).status).toBe(200);
    expect((await postPage(seller, 'onboarding')).status).toBe(200);
    expect(listAccountsOfSeller(seller)).toHaveLength(1);
    const paidSeller = await makePaidSeller(server);
    await payOrder(server, paidSeller);
    expect((await postPage(paidSeller, 'provider-page')).status).toBe(200);
  });
});
