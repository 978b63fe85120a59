import { exportedDataByTable } from '@carhouse/database/accounts/personal-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookListing, call, confirmCard, makeCar, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const exportAccountOf = (caller: TestUser | null) => call(server, caller, 'GET', '/api/v1/me/export');

describe('the export of the own data', () => {
  it('holds everything that is kept about a buyer, and nobody else’s name, address or number', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    await server.context.pool.query("UPDATE account SET number = '9888 7777' WHERE id = $1", [seller.id]);
    const car = await makeCar(server, seller, { title: 'Exported' });
    const booking = await bookListing(server, buyer, car);
    const secret = String(
      (await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: booking })).body.clientSecret,
    );
    await confirmCard(server, secret);
    const intent = secret.split('_secret_')[0];
    await call(server, buyer, 'POST', '/api/payment', { paymentId: booking, transactionId: intent });
    await call(server, buyer, 'POST', '/api/wishLists', { productId: await makeCar(server, seller) });

    const { status, body, headers } = await exportAccountOf(buyer);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      account: { id: buyer.id, name: buyer.name, email: buyer.email, role: 'Buyer', status: 'active' },
      credentials: [{ providerId: 'credential' }],
      sessions: [{ expiresAt: expect.any(String) }],
      listings: [],
      bookingsAsBuyer: [{ id: booking, status: 'paid', title: 'Exported', buyerNumber: '9123 4567', price: 868_000 }],
      bookingsAsSeller: [],
      wishes: [{ author: 'S***' }],
      paymentAttempts: [{ bookingId: booking, state: 'succeeded', amount: 868_000 }],
      payments: [{ bookingId: booking, intentId: intent }],
      audit: [{ action: 'export', noun: 'account', by: 'you' }],
    });
    const text = JSON.stringify(body);
    for (const otherPersonsText of [seller.name, seller.email, '9888 7777'])
      expect(text).not.toContain(otherPersonsText);
    expect(text).not.toMatch(/argon|token|secret/i);
  });

  it('holds a seller’s cars and the bookings of them, with the buyers masked', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller);
    await bookListing(server, buyer, car);
    const { body } = await exportAccountOf(seller);
    expect(body).toMatchObject({
      listings: [{ id: car, brand: 'Ferrari', status: 'available', mileageKm: null }],
      bookingsAsBuyer: [],
      bookingsAsSeller: [{ listingId: car, buyerName: 'B***', buyerEmail: 'b***@***', sellerEmail: seller.email }],
    });
    for (const otherPersonsText of [buyer.name, buyer.email, buyer.id, '9123 4567', 'Sat, after 3 pm'])
      expect(JSON.stringify(body)).not.toContain(otherPersonsText);
  });

  it('does not name the admin who did something to the account', async () => {
    const [admin, seller] = [await makeUser(server, 'admin'), await makeUser(server, 'Seller')];
    await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`);
    const { body } = await exportAccountOf(seller);
    expect(body.audit).toMatchObject([{ action: 'verify', by: 'admin' }, { action: 'export' }]);
    expect(JSON.stringify(body)).not.toContain(admin.id);
  });

  it('is for the person of the session, who signed in within 15 minutes', async () => {
    expect((await exportAccountOf(null)).status).toBe(401);
    const buyer = await makeUser(server, 'Buyer');
    const backdateSessionSql = "UPDATE session SET created_at = now() - interval '16 minutes' WHERE account_id = $1";
    await server.context.pool.query(backdateSessionSql, [buyer.id]);
    expect(await exportAccountOf(buyer)).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } });
    expect((await exportAccountOf({ ...buyer, token: await signIn(server, buyer.email) })).status).toBe(200);
  });

  it('can be taken once a day, also when it is asked for at the same moment', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const answers = await Promise.all(Array.from({ length: 6 }, () => exportAccountOf(buyer)));
    expect(answers.map((answer) => answer.status).sort((low, high) => low - high)).toEqual([
      200, 429, 429, 429, 429, 429,
    ]);
    const moveExportToYesterdaySql =
      "UPDATE personal_export SET at = now() - interval '25 hours' WHERE account_id = $1";
    await server.context.pool.query(moveExportToYesterdaySql, [buyer.id]);
    expect((await exportAccountOf(buyer)).status).toBe(200);
  });

  it('knows every table that points to a person', async () => {
    const { rows } = await server.context.pool.query<{ name: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
       WHERE contype = 'f' AND confrelid = 'account'::regclass ORDER BY 1`,
    );
    const undocumentedTables = rows.map((row) => row.name).filter((name) => !(name in exportedDataByTable));
    expect(
      undocumentedTables,
      'say in packages/database/accounts/personal-data.ts what the export takes from these tables',
    ).toEqual([]);
  });
});
