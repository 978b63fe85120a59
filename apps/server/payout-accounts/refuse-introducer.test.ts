import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type TestUser } from '../testing/builders.ts';
import { openNodeInMode } from '../testing/introducer-node.ts';
import { payOrder } from '../testing/paid-order.ts';
import { mailPayoutLink, makePaidSeller, makeProvedSeller } from '../testing/payout-seller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const path = '/api/v1/me/payout-account';

let server: TestServer;
let introducer: Awaited<ReturnType<typeof openNodeInMode>>;

beforeAll(async () => {
  server = await startTestServer();
  introducer = await openNodeInMode(server, 'introducer');
});
afterAll(async () => {
  await introducer.closeNode();
  await server.close();
});

const post = (who: TestUser, page: string, body?: object) => call(introducer, who, 'POST', `${path}/${page}`, body);
const accountsOf = (who: TestUser) =>
  server.sandbox.account.accounts().filter(({ metadata }) => metadata.seller_id === who.id);

describe('where buyers pay sellers directly, a seller whom nobody has paid here', () => {
  it('neither confirms nor starts an account at the payment company', async () => {
    const seller = await makeProvedSeller(server);
    const token = await mailPayoutLink(server, seller);
    for (const [page, body] of [
      ['confirmation-link', undefined],
      ['confirmation', { token }],
      ['onboarding', undefined],
      ['provider-page', undefined],
    ] as const) {
      expect([page, await post(seller, page, body)]).toMatchObject([
        page,
        { status: 409, body: { code: 'PAYMENTS_NOT_TAKEN' } },
      ]);
    }
    // The link was not spent: it works where buyers pay here.
    expect((await call(server, seller, 'POST', `${path}/confirmation`, { token })).status).toBe(200);
    expect((await post(seller, 'onboarding')).body.code).toBe('PAYMENTS_NOT_TAKEN');
    expect(accountsOf(seller)).toEqual([]);
  });

  it('does not change an account from before either', async () => {
    const seller = await makePaidSeller(server);
    expect((await post(seller, 'provider-page')).body.code).toBe('PAYMENTS_NOT_TAKEN');
    expect((await call(introducer, seller, 'GET', path)).body).toMatchObject({ state: 'active', hasSales: false });
  });
});

describe('where buyers pay sellers directly, a seller whom a buyer has paid here before', () => {
  it('can still be paid: they confirm, start and change their account', async () => {
    const seller = await makeProvedSeller(server);
    await payOrder(server, seller);
    const token = await mailPayoutLink(introducer, seller);
    expect((await post(seller, 'confirmation', { token })).status).toBe(200);
    expect((await post(seller, 'onboarding')).status).toBe(200);
    expect(accountsOf(seller)).toHaveLength(1);
    const paid = await makePaidSeller(server);
    await payOrder(server, paid);
    expect((await post(paid, 'provider-page')).status).toBe(200);
  });
});
