import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { deliverMails, readMailsTo } from '../testing/mailbox.ts';
import {
  makeConfirmedSeller,
  makePaidSeller,
  makeSellerWithSecondFactor,
  openPayoutForm,
  requestPayoutLinkToken,
} from '../testing/payout-seller.ts';
import { enrolAuthenticatorApp, proveByApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const path = '/api/v1/me/payout-account';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

const postToPage = (caller: TestUser | null, page: string, body?: object) =>
  call(server, caller, 'POST', `${path}/${page}`, body);
const postAndReadCode = async (caller: TestUser | null, page: string, body?: object): Promise<unknown> =>
  (await postToPage(caller, page, body)).body.code;

/** The pages on which a seller starts or changes where their money goes. */
const pagesThatNeedProof = ['onboarding', 'provider-page'] as const;

async function countAccountsOfSeller(caller: TestUser): Promise<number> {
  return server.sandbox.account.accounts().filter(({ metadata }) => metadata.seller_id === caller.id).length;
}

/**
 * Removes the second factor of a seller with a proof, and adds another factor, as an attacker does who knows only the
 * password.
 */
async function replaceFactor(caller: TestUser): Promise<TestUser> {
  const tokenWithProof = await proveByApp(server, caller.email, caller.token);
  await call(server, { ...caller, token: tokenWithProof }, 'DELETE', '/api/v1/me/second-factor/app');
  const { token } = await enrolAuthenticatorApp(server, caller.email, tokenWithProof);
  return { ...caller, token: await proveByApp(server, caller.email, token) };
}

describe('where the money goes', () => {
  it('is read and changed by sellers only', async () => {
    for (const role of ['Buyer', 'admin'] as const) {
      const otherUser = await makeUser(server, role);
      expect((await call(server, otherUser, 'GET', path)).body.code).toBe('ROLE_REQUIRED');
      for (const page of [...pagesThatNeedProof, 'check', 'confirmation-link'])
        expect([page, await postAndReadCode(otherUser, page)]).toEqual([page, 'ROLE_REQUIRED']);
      expect(await postAndReadCode(otherUser, 'confirmation', { token: 'x' })).toBe('ROLE_REQUIRED');
    }
    for (const page of pagesThatNeedProof) expect(await postAndReadCode(null, page)).toBe('UNAUTHENTICATED');
  });

  it('is changed by nobody without a second factor', async () => {
    // The first mail creates the tables of the job queue.
    await requestPayoutLinkToken(server, await makeSellerWithSecondFactor(server));
    const seller = await makeUser(server, 'Seller');
    for (const page of [...pagesThatNeedProof, 'confirmation-link']) {
      const answer = await postToPage(seller, page);
      expect([page, answer.status, answer.body.code]).toEqual([page, 403, 'SECOND_FACTOR_REQUIRED']);
    }
    expect(await postAndReadCode(seller, 'confirmation', { token: 'x' })).toBe('SECOND_FACTOR_REQUIRED');
    expect(await deliverMails(server)).toBe(0);
  });

  it('is changed by nobody who has not signed in or confirmed the session in the last 15 minutes', async () => {
    const seller = await makeConfirmedSeller(server);
    const paidSeller = await makePaidSeller(server);
    server.setClock(() => new Date(Date.now() + 16 * 60_000));
    // A sign-in does not become recent by a proof of the second factor.
    for (const caller of [seller, paidSeller]) {
      const token = await proveByApp(server, caller.email, caller.token);
      for (const page of pagesThatNeedProof)
        expect(await postAndReadCode({ ...caller, token }, page)).toBe('RECENT_SIGN_IN_REQUIRED');
    }
    expect(await countAccountsOfSeller(seller)).toBe(0);
  });

  it('is changed by no session that has not proved the second factor in the last five minutes', async () => {
    const [seller, paidSeller] = [await makeConfirmedSeller(server), await makePaidSeller(server)];
    server.setClock(() => new Date(Date.now() + 6 * 60_000));
    expect(await postAndReadCode(seller, 'onboarding')).toBe('SECOND_FACTOR_PROOF_REQUIRED');
    expect(await postAndReadCode(paidSeller, 'provider-page')).toBe('SECOND_FACTOR_PROOF_REQUIRED');
    const token = await proveByApp(server, seller.email, seller.token);
    expect((await postToPage({ ...seller, token }, 'onboarding')).status).toBe(200);
  });

  it('is changed by nobody before the link in the mail was confirmed', async () => {
    const seller = await makeSellerWithSecondFactor(server);
    for (const page of pagesThatNeedProof) {
      const answer = await postToPage(seller, page);
      expect([page, answer.status, answer.body.code]).toEqual([page, 403, 'PAYOUTS_UNCONFIRMED']);
    }
    await requestPayoutLinkToken(server, seller);
    expect(await postAndReadCode(seller, 'onboarding')).toBe('PAYOUTS_UNCONFIRMED');
    expect(await countAccountsOfSeller(seller)).toBe(0);
  });

  it('asks for the mail again when the second factor is another one than at the confirmation', async () => {
    const paidSeller = await replaceFactor(await makePaidSeller(server));
    expect(await postAndReadCode(paidSeller, 'provider-page')).toBe('PAYOUTS_UNCONFIRMED');
    const confirmedSeller = await makeConfirmedSeller(server);
    await openPayoutForm(server, confirmedSeller);
    const seller = await replaceFactor(confirmedSeller);
    expect((await call(server, seller, 'GET', path)).body).toMatchObject({ state: 'onboarding', confirmed: false });
    expect(await postAndReadCode(seller, 'onboarding')).toBe('PAYOUTS_UNCONFIRMED');
    const token = await requestPayoutLinkToken(server, seller);
    expect((await postToPage(seller, 'confirmation', { token })).status).toBe(200);
    expect((await postToPage(seller, 'onboarding')).status).toBe(200);
    expect(await countAccountsOfSeller(seller)).toBe(1);
  });

  it('is changed by nobody whom an admin has suspended, or whose session has ended', async () => {
    const seller = await makePaidSeller(server);
    const admin = await makeUser(server, 'admin');
    await call(server, admin, 'POST', `/api/v1/accounts/${seller.id}/suspension`, { reason: 'any' });
    for (const page of pagesThatNeedProof) expect(await postAndReadCode(seller, page)).toBe('UNAUTHENTICATED');
  });
});

describe('the link in the mail', () => {
  it('is for its own account, works once, and asks who opens it for the second factor', async () => {
    const [seller, otherSeller] = [await makeSellerWithSecondFactor(server), await makeSellerWithSecondFactor(server)];
    const token = await requestPayoutLinkToken(server, seller);
    expect(token).not.toBe('');
    expect(await postAndReadCode(otherSeller, 'confirmation', { token })).toBe('LINK_NOT_VALID');
    expect(await postAndReadCode(null, 'confirmation', { token })).toBe('UNAUTHENTICATED');
    server.setClock(() => new Date(Date.now() + 6 * 60_000));
    expect(await postAndReadCode(seller, 'confirmation', { token })).toBe('SECOND_FACTOR_PROOF_REQUIRED');
    server.setClock(() => new Date());
    expect((await postToPage(seller, 'confirmation', { token })).body).toEqual({ confirmed: true });
    expect(await postAndReadCode(seller, 'confirmation', { token })).toBe('LINK_NOT_VALID');
    expect((await call(server, otherSeller, 'GET', path)).body).toMatchObject({ confirmed: false });
  });

  it('ends after an hour, and when another one is mailed', async () => {
    const seller = await makeSellerWithSecondFactor(server);
    const firstToken = await requestPayoutLinkToken(server, seller);
    const secondToken = await requestPayoutLinkToken(server, seller);
    expect(await postAndReadCode(seller, 'confirmation', { token: firstToken })).toBe('LINK_NOT_VALID');
    server.setClock(() => new Date(Date.now() + 61 * 60_000));
    await server.context.pool.query(
      "UPDATE session SET created_at = created_at + interval '61 minutes' WHERE account_id = $1",
      [seller.id],
    );
    const token = await proveByApp(server, seller.email, seller.token);
    expect(await postAndReadCode({ ...seller, token }, 'confirmation', { token: secondToken })).toBe('LINK_NOT_VALID');
  });

  it('is a link of this purpose, and is mailed to nobody who has confirmed', async () => {
    const seller = await makeSellerWithSecondFactor(server);
    await call(server, null, 'POST', '/api/v1/password-resets', { email: seller.email });
    await deliverMails(server);
    const [mail] = await readMailsTo(server, seller.email);
    expect(mail?.token).not.toBe('');
    expect(await postAndReadCode(seller, 'confirmation', { token: mail?.token })).toBe('LINK_NOT_VALID');
    const confirmedSeller = await makeConfirmedSeller(server);
    expect((await postToPage(confirmedSeller, 'confirmation-link')).status).toBe(202);
    expect(await deliverMails(server)).toBe(0);
  });

  it('goes to confirmed addresses only', async () => {
    const strictServer = await startTestServer(undefined, undefined, { CONFIRMED_EMAIL: 'demanded' });
    try {
      const seller = await makeSellerWithSecondFactor(strictServer);
      await strictServer.context.pool.query('UPDATE account SET email_verified = false WHERE id = $1', [seller.id]);
      const answer = await call(strictServer, seller, 'POST', `${path}/confirmation-link`);
      expect([answer.status, answer.body.code]).toEqual([403, 'EMAIL_UNCONFIRMED']);
    } finally {
      await strictServer.close();
    }
  });
});
