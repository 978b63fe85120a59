import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobData } from '../jobs/queues.ts';
import { call, type TestUser } from '../testing/builders.ts';
import {
  followLink,
  makeConfirmedSeller,
  makePaidSeller,
  makeSellerWithSecondFactor,
  openPayoutForm,
  readProviderAccountId,
  sendPayoutForm,
} from '../testing/payout-seller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const path = '/api/v1/me/payout-account';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  server.setWebhookDelivery(false);
  server.sandbox.faults.clear();
});
afterAll(() => server.close());

const readShownAccount = async (seller: TestUser) => (await call(server, seller, 'GET', path)).body;
const checkAccount = async (seller: TestUser) => (await call(server, seller, 'POST', `${path}/check`)).body;

/** Takes the notices to this user out of the job queue and returns their names. */
async function takeNotices(caller: TestUser): Promise<string[]> {
  const { rows } = await server.context.pool.query<{ data: JobData['account-notice'] }>(
    `DELETE FROM pgboss.job WHERE name = 'account-notice' AND data->>'accountId' = $1 RETURNING data`,
    [caller.id],
  );
  return rows.map(({ data }) => data.notice).sort();
}

/** Audit entries are only ever added, so their position in the table is their order, even within a millisecond. */
async function readAuditEntries(seller: TestUser): Promise<string[]> {
  const { rows } = await server.context.pool.query<{ entry: string }>(
    `SELECT action || ' by ' || CASE WHEN actor_id IS NULL THEN 'server' ELSE 'seller' END AS entry
     FROM audit_entry WHERE noun = 'payout_account' AND noun_id = $1 ORDER BY ctid`,
    [seller.id],
  );
  return rows.map(({ entry }) => entry);
}

describe('a seller who sets up getting paid', () => {
  it('goes from nothing to active, by the events of the provider', async () => {
    server.setWebhookDelivery(true);
    const seller = await makeSellerWithSecondFactor(server);
    expect(await readShownAccount(seller)).toEqual({
      state: 'none',
      hasSecondFactor: true,
      confirmed: false,
      detailsSubmitted: false,
      requirements: [],
      disabledReason: null,
      bank: null,
      hasSales: false,
      stateSince: null,
    });
    await takeNotices(seller);
    const confirmedSeller = await makeConfirmedSeller(server);
    await takeNotices(confirmedSeller);
    expect(await readShownAccount(confirmedSeller)).toMatchObject({ state: 'none', confirmed: true });

    const payoutFormUrl = await openPayoutForm(server, confirmedSeller);
    expect(await readShownAccount(confirmedSeller)).toMatchObject({ state: 'onboarding' });
    expect(await takeNotices(confirmedSeller)).toEqual(['payouts-started']);
    const returnUrl = await sendPayoutForm(server, payoutFormUrl, 'leave', { first_name: 'Ada' });
    expect(returnUrl).toBe(`${server.context.config.publicUrl}/dashboard/payouts?back=form`);
    await expect.poll(async () => (await readShownAccount(confirmedSeller)).requirements).toContain('external_account');
    expect(await readShownAccount(confirmedSeller)).toMatchObject({
      state: 'onboarding',
      detailsSubmitted: false,
      bank: null,
    });

    await sendPayoutForm(server, await openPayoutForm(server, confirmedSeller), 'fill');
    await expect.poll(async () => (await readShownAccount(confirmedSeller)).state).toBe('active');
    expect(await readShownAccount(confirmedSeller)).toMatchObject({
      detailsSubmitted: true,
      requirements: [],
      bank: { name: 'STRIPE TEST BANK', last4: '3456', since: expect.any(String) },
    });
    expect(await takeNotices(confirmedSeller)).toEqual(['payouts-bank-changed']);
    expect(await readAuditEntries(confirmedSeller)).toEqual([
      'confirm by seller',
      'start by seller',
      'open by server',
      'open-form by seller',
      'change-state by server',
      'change-bank by server',
    ]);
    const answer = await call(server, confirmedSeller, 'POST', `${path}/onboarding`);
    expect([answer.status, answer.body.code]).toEqual([409, 'ILLEGAL_TRANSITION']);
  });

  it('waits while the provider checks the identity', async () => {
    server.sandbox.delayedChangeControl.hold();
    const seller = await makeConfirmedSeller(server);
    await sendPayoutForm(server, await openPayoutForm(server, seller), 'fill', { id_number: '000000000' });
    expect(await checkAccount(seller)).toMatchObject({ state: 'onboarding', detailsSubmitted: true, requirements: [] });
    server.setWebhookDelivery(true);
    await server.sandbox.delayedChangeControl.settle(await readProviderAccountId(server, seller));
    await expect.poll(async () => (await readShownAccount(seller)).state).toBe('active');
    server.sandbox.delayedChangeControl.resume();
  });

  it('is restricted when the provider needs more, says so by mail, and answers on the form', async () => {
    const seller = await makePaidSeller(server);
    await takeNotices(seller);
    server.setWebhookDelivery(true);
    await server.sandbox.accountControl.restrict(seller.providerAccountId);
    await expect.poll(async () => (await readShownAccount(seller)).state).toBe('restricted');
    expect(await readShownAccount(seller)).toMatchObject({
      requirements: ['individual.verification.document'],
      disabledReason: 'requirements.past_due',
    });
    expect(await takeNotices(seller)).toEqual(['payouts-stopped']);
    await sendPayoutForm(server, await openPayoutForm(server, seller), 'fill');
    await expect.poll(async () => (await readShownAccount(seller)).state).toBe('active');
  });

  it('ends when the provider closes the account', async () => {
    const seller = await makePaidSeller(server);
    await server.sandbox.accountControl.restrict(seller.providerAccountId, { reason: 'rejected.fraud', due: [] });
    server.setClock(() => new Date(Date.now() + 10_000));
    expect(await checkAccount(seller)).toMatchObject({ state: 'restricted', disabledReason: 'rejected.fraud' });
    server.setClock(() => new Date());
    for (const page of ['onboarding', 'provider-page']) {
      expect((await call(server, seller, 'POST', `${path}/${page}`)).status).toBe(409);
    }
  });
});

describe('another bank account', () => {
  it('is given on the page of the provider, is mailed and audited, and is never in the audit', async () => {
    const seller = await makePaidSeller(server);
    await takeNotices(seller);
    server.setWebhookDelivery(true);
    const formAnswer = await call(server, seller, 'POST', `${path}/provider-page`);
    expect(formAnswer.status).toBe(200);
    const page = await followLink(server, String(formAnswer.body.url));
    await sendPayoutForm(server, page, 'bank', { account_number: '666666662' });
    await expect.poll(async () => (await readShownAccount(seller)).bank).toMatchObject({ last4: '6662' });
    expect(await takeNotices(seller)).toEqual(['payouts-bank-changed']);
    expect((await readAuditEntries(seller)).slice(-2)).toEqual(['open-page by seller', 'change-bank by server']);
    const { rows } = await server.context.pool.query<{ entry: string }>(
      // The ids and times of an audit entry may contain these digits by chance.
      "SELECT concat(action, before, after) AS entry FROM audit_entry WHERE noun = 'payout_account'",
    );
    expect(rows.filter(({ entry }) => /6662|3456/.test(entry))).toEqual([]);
  });

  it('cannot be given before the form is complete', async () => {
    const seller = await makeConfirmedSeller(server);
    expect((await call(server, seller, 'POST', `${path}/provider-page`)).status).toBe(409);
    await openPayoutForm(server, seller);
    expect((await call(server, seller, 'POST', `${path}/provider-page`)).status).toBe(409);
  });
});
