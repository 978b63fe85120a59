import { randomBytes } from 'node:crypto';
import type { ConnectedAccount } from '@carhouse/payments/payout-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { postEvent, readSandboxKeys, signBody } from '../testing/card-events.ts';
import { followLink, makePaidSeller, sendPayoutForm } from '../testing/payout-seller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { readPayoutAccount } from './read-payout-account.ts';
import { reconcilePayoutAccounts } from './reconcile-payout-accounts.ts';

const path = '/api/v1/me/payout-account';
const hourMs = 3_600_000;

let server: TestServer;
let secret: string;

beforeAll(async () => {
  server = await startTestServer();
  secret = (await readSandboxKeys(server)).webhookSecret;
});
afterEach(() => {
  server.setClock(() => new Date());
  server.sandbox.faults.clear();
});
afterAll(() => server.close());

type PaidSeller = TestUser & { readonly providerAccountId: string };

const readShownAccount = async (seller: TestUser) => (await call(server, seller, 'GET', path)).body;

/** An event that says that an account was disabled, with the account as its content. */
function makeAccountEvent(accountId: string): string {
  const eventObject = { id: accountId, object: 'account', payouts_enabled: false, email: 'somebody@people.example' };
  return JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type: 'account.updated',
    account: accountId,
    data: { object: eventObject },
  });
}

async function readAccountRow(seller: TestUser): Promise<Record<string, unknown>> {
  const { rows } = await server.context.pool.query<{ row: Record<string, unknown> }>(
    'SELECT to_jsonb(p) AS row FROM payout_account p WHERE seller_id = $1',
    [seller.id],
  );
  return rows[0]?.row ?? {};
}

/** Changes the bank account on the page of the provider. */
async function changeBankAccount(seller: PaidSeller, accountNumber: string): Promise<void> {
  const page = await followLink(server, await server.context.payoutProvider.createLoginLink(seller.providerAccountId));
  await sendPayoutForm(server, page, 'bank', { account_number: accountNumber });
}

describe('an event about an account', () => {
  it('is not believed: the provider is asked', async () => {
    const seller = await makePaidSeller(server);
    const body = makeAccountEvent(seller.providerAccountId);
    expect((await postEvent(server, body, signBody(body, secret))).status).toBe(200);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'active', bank: { last4: '3456' } });
  });

  it('changes nothing when its signature is forged, and the provider is not asked', async () => {
    const seller = await makePaidSeller(server);
    await server.sandbox.accountControl.restrict(seller.providerAccountId);
    const body = makeAccountEvent(seller.providerAccountId);
    for (const signatureHeader of [undefined, signBody(body, 'whsec_other'), signBody(`${body} `, secret)]) {
      expect((await postEvent(server, body, signatureHeader)).status).toBe(400);
    }
    expect(await readShownAccount(seller)).toMatchObject({ state: 'active' });
    expect((await postEvent(server, body, signBody(body, secret))).status).toBe(200);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'restricted' });
  });

  it('changes nothing when the account is of another system', async () => {
    const { rows: rowsBefore } = await server.context.pool.query(
      'SELECT p::text FROM payout_account p ORDER BY seller_id',
    );
    const body = makeAccountEvent('acct_of_another_system');
    server.sandbox.faults.addApiFault({ kind: '500', on: /accounts/ });
    expect((await postEvent(server, body, signBody(body, secret))).status).toBe(200);
    const { rows } = await server.context.pool.query('SELECT p::text FROM payout_account p ORDER BY seller_id');
    expect(rows).toEqual(rowsBefore);
  });

  it('stays in the inbox without its content, and is worked off when the provider responds again', async () => {
    const seller = await makePaidSeller(server);
    await server.sandbox.accountControl.restrict(seller.providerAccountId);
    const body = makeAccountEvent(seller.providerAccountId);
    const { id } = JSON.parse(body) as { id: string };
    server.sandbox.faults.addApiFault({ kind: '500', on: /accounts/ });
    expect((await postEvent(server, body, signBody(body, secret))).status).toBe(503);
    const { rows } = await server.context.pool.query<{ event: string }>(
      'SELECT e::text AS event FROM webhook_event e WHERE event_id = $1 AND processed_at IS NULL',
      [id],
    );
    expect(rows[0]?.event).toContain(seller.providerAccountId);
    expect(rows[0]?.event).not.toContain('somebody@people.example');
    server.sandbox.faults.clear();
    const admin = await makeUser(server, 'admin');
    const answer = await call(server, admin, 'POST', `/api/v1/reconciliation/events/${id}/replay`, {});
    expect(answer.status).toBe(200);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'restricted' });
  });
});

describe('an answer of the provider', () => {
  it('that is older than a saved one does not replace it', async () => {
    const seller = await makePaidSeller(server);
    const { payoutProvider } = server.context;
    let isHeld = false;
    const findAccount = async (id: string): Promise<ConnectedAccount | null> => {
      const providerAccount = await payoutProvider.findAccount(id);
      if (isHeld) return providerAccount;
      isHeld = true;
      // A second call asks the provider after the first call, and saves the answer before the first call saves its
      // older answer.
      await server.sandbox.accountControl.restrict(id);
      await readPayoutAccount(server.context, seller.id);
      return providerAccount;
    };
    const slowContext: Context = { ...server.context, payoutProvider: { ...payoutProvider, findAccount } };
    await readPayoutAccount(slowContext, seller.id);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'restricted' });
  });

  it('that the account is unknown stops payouts', async () => {
    const seller = await makePaidSeller(server);
    server.sandbox.faults.addApiFault({ kind: 'other_account', on: /accounts/ });
    await readPayoutAccount(server.context, seller.id);
    expect(await readShownAccount(seller)).toMatchObject({
      state: 'restricted',
      disabledReason: 'missing',
      bank: null,
    });
  });
});

describe('the reconciler', () => {
  it('reads active accounts every day, and restricted ones every hour', async () => {
    const seller = await makePaidSeller(server);
    await server.sandbox.accountControl.restrict(seller.providerAccountId);
    server.setClock(() => new Date(Date.now() + 23 * hourMs));
    await reconcilePayoutAccounts(server.context);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'active' });
    server.setClock(() => new Date(Date.now() + 25 * hourMs));
    await reconcilePayoutAccounts(server.context);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'restricted' });
    await server.sandbox.accountControl.lift(seller.providerAccountId);
    server.setClock(() => new Date(Date.now() + 26.5 * hourMs));
    await reconcilePayoutAccounts(server.context);
    expect(await readShownAccount(seller)).toMatchObject({ state: 'active' });
  });
});

describe('a seller who leaves', () => {
  it('takes the bank account along, and the account at the provider stays known', async () => {
    const seller = await makePaidSeller(server);
    const deletionAnswer = await call(server, seller, 'DELETE', '/api/v1/me', { password });
    expect(deletionAnswer.status, JSON.stringify(deletionAnswer.body)).toBe(200);
    const clearedColumns = { bank_id: null, bank_name: null, bank_last4: null, bank_since: null, requirements: [] };
    const activeState = { state: 'active', provider_account_id: seller.providerAccountId };
    expect(await readAccountRow(seller)).toMatchObject({ ...clearedColumns, ...activeState });
    await changeBankAccount(seller, '666666662');
    await server.sandbox.accountControl.restrict(seller.providerAccountId);
    await readPayoutAccount(server.context, seller.id);
    expect(await readAccountRow(seller)).toMatchObject({
      ...clearedColumns,
      ...activeState,
      state: 'restricted',
      disabled_reason: null,
    });
  });

  it('gets the facts of the payout account with the export before', async () => {
    const seller = await makePaidSeller(server);
    const { body } = await call(server, seller, 'GET', '/api/v1/me/export');
    expect(body.payoutAccounts).toMatchObject([
      { state: 'active', providerAccountId: seller.providerAccountId, bankName: 'STRIPE TEST BANK', bankLast4: '3456' },
    ]);
    expect(JSON.stringify(body.payoutAccounts)).not.toContain('payout-account-');
  });
});
