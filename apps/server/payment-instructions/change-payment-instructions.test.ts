import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendNotice } from '../accounts/send-notice.ts';
import type { JobData } from '../jobs/queues.ts';
import { bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { readMailsTo } from '../testing/mailbox.ts';
import { makeSellerWithSecondFactor } from '../testing/payout-seller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const path = '/api/v1/me/payment-instructions';
const requestedInstructions = { ways: ['cash', 'paynow'], paynowTo: '9123 4567', note: 'Name: Tan Motors' };
const shownInstructions = { ways: ['paynow', 'cash'], paynowTo: '+6591234567', note: 'Name: Tan Motors' };

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer(undefined, undefined, { BUSINESS_MODE: 'introducer' });
  seller = await makeSellerWithSecondFactor(server);
  await changeInstructionsAs(seller);
});
beforeEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

const changeInstructionsAs = (caller: TestUser | null, body: object = requestedInstructions) =>
  call(server, caller, 'PUT', path, body);
const readInstructions = async (caller: TestUser) => (await call(server, caller, 'GET', path)).body;
/** The buyer's orders in My Orders. */
const readMyOrders = async (buyer: TestUser) =>
  (await call(server, buyer, 'GET', '/api/myorders')).body as unknown as { paymentInstructions: unknown }[];
const readErrorCode = async (caller: TestUser | null, body?: object): Promise<unknown> =>
  (await changeInstructionsAs(caller, body)).body.code;

describe('how a seller is paid by buyers', () => {
  it('is set and replaced by the seller', async () => {
    expect(await readInstructions(seller)).toMatchObject({ instructions: shownInstructions, hasSecondFactor: true });
    const otherSeller = await makeSellerWithSecondFactor(server);
    expect(await readInstructions(otherSeller)).toEqual({ instructions: null, hasSecondFactor: true });
    await changeInstructionsAs(otherSeller);
    expect(
      (await changeInstructionsAs(otherSeller, { ways: ['bank-transfer'], note: 'DBS 003-123456-7' })).body
        .instructions,
    ).toMatchObject({
      ways: ['bank-transfer'],
      paynowTo: null,
      note: 'DBS 003-123456-7',
    });
    expect((await readInstructions(seller)).instructions).toMatchObject(shownInstructions);
  });

  it.each([
    [{ ways: [] }, 'ways'],
    [{ ways: ['gold'] }, 'ways.0'],
    [{ ...requestedInstructions, paynowTo: '61234567' }, 'paynowTo'],
    [{ ...requestedInstructions, note: 'Pay at https://bank.example' }, 'note'],
    [{ ...requestedInstructions, note: 'x'.repeat(201) }, 'note'],
    [{ ...requestedInstructions, note: 'a\u202eb'.repeat(150) }, 'note'],
  ])('is refused when it is not valid: %o', async (body, field) => {
    const answer = await changeInstructionsAs(seller, body);
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', errors: [{ path: field }] } });
  });

  it('takes no card number', async () => {
    expect(await readErrorCode(seller, { ...requestedInstructions, note: 'My card: 4242 4242 4242 4242' })).toBe(
      'CARD_NUMBER_REFUSED',
    );
  });

  it('is mailed to the seller, and noted in the audit log without number and note', async () => {
    const { pool } = server.context;
    const otherSeller = await makeSellerWithSecondFactor(server);
    await changeInstructionsAs(otherSeller);
    const { rows } = await pool.query<{ data: JobData['account-notice'] }>(
      "DELETE FROM pgboss.job WHERE name = 'account-notice' AND data->>'accountId' = $1 RETURNING data",
      [otherSeller.id],
    );
    for (const { data } of rows) await sendNotice(server.context, data);
    const subjects = (await readMailsTo(server, otherSeller.email)).map(({ subject }) => subject);
    expect(subjects).toContain('How buyers pay you has changed');
    const { rows: auditRows } = await pool.query(
      "SELECT actor_id, action, after FROM audit_entry WHERE noun = 'payment_instructions' AND noun_id = $1",
      [otherSeller.id],
    );
    expect(auditRows).toEqual([{ actor_id: otherSeller.id, action: 'change', after: { ways: ['paynow', 'cash'] } }]);
  });
});

describe('a change of how a seller is paid', () => {
  it('is made by sellers only', async () => {
    for (const role of ['Buyer', 'admin'] as const) {
      const otherUser = await makeUser(server, role);
      expect(await readErrorCode(otherUser)).toBe('ROLE_REQUIRED');
      expect((await call(server, otherUser, 'GET', path)).body.code).toBe('ROLE_REQUIRED');
    }
    expect(await readErrorCode(null)).toBe('UNAUTHENTICATED');
  });

  it('needs a second factor, which the session has just proved, and a recent sign-in', async () => {
    expect(await readErrorCode(await makeUser(server, 'Seller'))).toBe('SECOND_FACTOR_REQUIRED');
    const otherSeller = await makeSellerWithSecondFactor(server);
    server.setClock(() => new Date(Date.now() + 6 * 60_000));
    expect(await readErrorCode(otherSeller)).toBe('SECOND_FACTOR_PROOF_REQUIRED');
    server.setClock(() => new Date(Date.now() + 16 * 60_000));
    expect(await readErrorCode(otherSeller)).toBe('RECENT_SIGN_IN_REQUIRED');
    server.setClock(() => new Date());
    expect((await readInstructions(otherSeller)).instructions).toBeNull();
  });
});

describe('who reads how a seller is paid', () => {
  it('are the buyer of an open order, the seller and admins, and nobody else', async () => {
    const [buyer, otherBuyer, admin] = [
      await makeUser(server, 'Buyer'),
      await makeUser(server, 'Buyer'),
      await makeUser(server, 'admin'),
    ];
    const car = await makeCar(server, seller);
    const id = await bookListing(server, buyer, car);
    for (const caller of [buyer, seller, admin]) {
      const { paymentInstructions } = (await call(server, caller, 'GET', `/api/v1/orders/${id}`)).body;
      expect(paymentInstructions, caller.role).toMatchObject(shownInstructions);
    }
    for (const caller of [buyer, admin]) {
      expect((await call(server, caller, 'GET', `/api/payment/${id}`)).body.paymentInstructions).toMatchObject(
        shownInstructions,
      );
    }
    expect((await readMyOrders(buyer)).map(({ paymentInstructions }) => paymentInstructions)).toEqual([
      expect.objectContaining(shownInstructions),
    ]);
    expect((await call(server, otherBuyer, 'GET', `/api/v1/orders/${id}`)).status).toBe(404);
    for (const address of [`/api/productById/${car}`, `/api/v1/listings/${car}`]) {
      for (const caller of [null, otherBuyer, buyer]) {
        expect(JSON.stringify((await call(server, caller, 'GET', address)).body)).not.toContain('Tan Motors');
      }
    }
  });

  it('are no longer the buyer after the order is paid or cancelled', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const [paidOrder, cancelledOrder] = [
      await bookListing(server, buyer, await makeCar(server, seller)),
      await bookListing(server, buyer, await makeCar(server, seller)),
    ];
    await call(server, seller, 'POST', `/api/v1/orders/${paidOrder}/steps`, { step: 'paid-outside' });
    await call(server, buyer, 'POST', `/api/v1/bookings/${cancelledOrder}/cancellation`, {});
    for (const id of [paidOrder, cancelledOrder]) {
      expect((await call(server, buyer, 'GET', `/api/v1/orders/${id}`)).body.paymentInstructions).toBeNull();
    }
    expect((await readMyOrders(buyer)).map(({ paymentInstructions }) => paymentInstructions)).toEqual([null, null]);
  });

  it('are the seller in the export of their data, and nobody after the account is deleted', async () => {
    const otherSeller = await makeSellerWithSecondFactor(server);
    await changeInstructionsAs(otherSeller);
    const { paymentInstructions } = (await call(server, otherSeller, 'GET', '/api/v1/me/export')).body;
    expect(paymentInstructions).toEqual([expect.objectContaining(shownInstructions)]);
    const admin = await makeUser(server, 'admin');
    expect((await call(server, admin, 'DELETE', `/api/seller/${otherSeller.id}`)).status).toBe(200);
    const { rows } = await server.context.pool.query('SELECT FROM payment_instructions WHERE seller_id = $1', [
      otherSeller.id,
    ]);
    expect(rows).toHaveLength(0);
  });
});
