import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, confirmCard, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
});
afterAll(() => server.close());

const deleteAccountAs = (caller: TestUser | null, role: 'Buyer' | 'seller', id: string): Promise<Answer> =>
  call(server, caller, 'DELETE', `/api/${role}/${id}`);

async function startPaymentOf(buyer: TestUser, paymentId: string): Promise<string> {
  const answer = await call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.clientSecret);
}

describe('deleting a buyer', () => {
  it('ends their sessions immediately, removes their name and keeps their payments', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const bookingIdToPay = await bookListing(server, buyer, await makeCar(server, seller));
    const secret = await startPaymentOf(buyer, bookingIdToPay);
    await confirmCard(server, secret);
    await call(server, buyer, 'POST', '/api/payment', {
      paymentId: bookingIdToPay,
      transactionId: secret.split('_secret_')[0],
    });
    const openBookingId = await bookListing(server, buyer, await makeCar(server, seller));

    expect(await deleteAccountAs(admin, 'Buyer', buyer.id)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect((await call(server, buyer, 'GET', '/api/myorders')).status).toBe(401);
    const { rows } = await server.context.pool.query('SELECT id, status FROM booking WHERE buyer_id = $1', [buyer.id]);
    expect(new Map(rows.map((row) => [row.id, row.status]))).toEqual(
      new Map([
        [bookingIdToPay, 'paid'],
        [openBookingId, 'cancelled'],
      ]),
    );
    const account = await server.context.pool.query('SELECT * FROM account WHERE id = $1', [buyer.id]);
    expect(JSON.stringify(account.rows)).not.toContain(buyer.name);
    expect(JSON.stringify(account.rows)).not.toContain(buyer.email);
    expect(
      (await server.context.pool.query('SELECT id FROM payment WHERE booking_id = $1', [bookingIdToPay])).rows,
    ).toHaveLength(1);
    expect((await deleteAccountAs(admin, 'Buyer', buyer.id)).status).toBe(404);
  });

  it('leaves the seller no address to write to, in their list and on the page of the order', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const bookingId = await bookListing(server, buyer, await makeCar(server, seller));
    await deleteAccountAs(admin, 'Buyer', buyer.id);
    const { body } = await call(server, seller, 'GET', '/api/v1/sales');
    expect(body.sales).toMatchObject([{ _id: bookingId, buyerName: 'Deleted account', buyerEmail: '' }]);
    const order = await call(server, seller, 'GET', `/api/v1/orders/${bookingId}`);
    expect(order.body.buyer).toMatchObject({ name: 'Deleted account', email: '' });
  });

  it('cancels their open charge at the provider, so that it cannot be paid any more', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, await makeUser(server, 'Seller')));
    const secret = await startPaymentOf(buyer, bookingId);
    await deleteAccountAs(admin, 'Buyer', buyer.id);
    expect((await confirmCard(server, secret)).body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('refunds a charge that had succeeded a moment before', async () => {
    const buyer = await makeUser(server, 'Buyer');
    const bookingId = await bookListing(server, buyer, await makeCar(server, await makeUser(server, 'Seller')));
    const secret = await startPaymentOf(buyer, bookingId);
    await confirmCard(server, secret);
    await deleteAccountAs(admin, 'Buyer', buyer.id);
    const intentId = secret.split('_secret_')[0];
    expect(server.sandbox.account.refunds().filter((refund) => refund.payment_intent === intentId)).toHaveLength(1);
  });

  it('leaves no open booking behind when they book at the same moment', async () => {
    const seller = await makeUser(server, 'Seller');
    for (let round = 0; round < 10; round += 1) {
      const buyer = await makeUser(server, 'Buyer');
      const carIds = await Promise.all([1, 2, 3].map(() => makeCar(server, seller)));
      const bookingFields = { meetingDate: 'any', buyerNumber: '9123 4567' };
      await Promise.all([
        ...carIds.map((productId) => call(server, buyer, 'POST', '/api/bookingData', { productId, ...bookingFields })),
        deleteAccountAs(admin, 'Buyer', buyer.id),
      ]);
      const unpaidBookingsQuery = "SELECT id FROM booking WHERE buyer_id = $1 AND status = 'unpaid'";
      expect((await server.context.pool.query(unpaidBookingsQuery, [buyer.id])).rows).toEqual([]);
    }
  });
});

describe('deleting a seller', () => {
  it('removes their cars from all responses immediately and cancels the bookings of them', async () => {
    const [seller, buyer] = [await makeUser(server, 'Seller'), await makeUser(server, 'Buyer')];
    const car = await makeCar(server, seller, { brand: 'Tesla' });
    const bookingId = await bookListing(server, buyer, car);
    expect((await deleteAccountAs(admin, 'seller', seller.id)).body.deletedCount).toBe(1);
    expect((await call(server, null, 'GET', '/api/teslaDatas')).body).toEqual([]);
    expect((await call(server, null, 'GET', `/api/productById/${car}`)).status).toBe(404);
    expect((await call(server, buyer, 'GET', `/api/payment/${bookingId}`)).body).toMatchObject({
      status: 'cancelled',
      closeReason: 'The seller has left.',
    });
  });

  it('leaves no open booking behind when a person books at the same moment', async () => {
    const buyer = await makeUser(server, 'Buyer');
    for (let round = 0; round < 10; round += 1) {
      const seller = await makeUser(server, 'Seller');
      const productId = await makeCar(server, seller);
      const [, removalAnswer] = await Promise.all([
        call(server, buyer, 'POST', '/api/bookingData', { productId, meetingDate: 'any', buyerNumber: '9123 4567' }),
        deleteAccountAs(admin, 'seller', seller.id),
      ]);
      // Neither request waits for the other forever: both lock the seller before the car.
      expect(removalAnswer.status).toBe(200);
      const unpaidBookingsQuery = "SELECT id FROM booking WHERE seller_id = $1 AND status = 'unpaid'";
      expect((await server.context.pool.query(unpaidBookingsQuery, [seller.id])).rows).toEqual([]);
    }
  });
});

describe('deleting and verifying', () => {
  it('is for admins only', async () => {
    const seller = await makeUser(server, 'Seller');
    const buyer = await makeUser(server, 'Buyer');
    for (const [caller, status] of [
      [null, 401],
      [buyer, 403],
      [seller, 403],
    ] as const) {
      expect((await deleteAccountAs(caller, 'seller', seller.id)).status).toBe(status);
      expect((await deleteAccountAs(caller, 'Buyer', buyer.id)).status).toBe(status);
      expect((await call(server, caller, 'PUT', `/api/users/verify/${seller.id}`)).status).toBe(status);
      expect((await call(server, caller, 'GET', '/api/usersrole')).status).toBe(status);
      expect((await call(server, caller, 'GET', '/api/usersroleBuyers')).status).toBe(status);
    }
  });

  it('responds with 404 for an account of another role', async () => {
    const seller = await makeUser(server, 'Seller');
    const [buyer, otherAdmin] = [await makeUser(server, 'Buyer'), await makeUser(server, 'admin')];
    for (const id of [otherAdmin.id, seller.id, 'x', '0190f3a1-0000-7000-8000-00000000abcd']) {
      expect((await deleteAccountAs(admin, 'Buyer', id)).status).toBe(404);
    }
    for (const id of [otherAdmin.id, buyer.id]) expect((await deleteAccountAs(admin, 'seller', id)).status).toBe(404);
    expect((await call(server, admin, 'PUT', `/api/users/verify/${buyer.id}`)).status).toBe(404);
    expect((await call(server, admin, 'GET', '/api/v1/me')).body.user).not.toBeNull();
  });

  it('verifies a seller once, and their cars show it at once', async () => {
    const seller = await makeUser(server, 'Seller');
    const car = await makeCar(server, seller);
    expect((await call(server, null, 'GET', `/api/productById/${car}`)).body.verification).toBe('');
    expect((await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`)).body.modifiedCount).toBe(1);
    expect((await call(server, admin, 'PUT', `/api/users/verify/${seller.id}`)).body.modifiedCount).toBe(0);
    expect((await call(server, null, 'GET', `/api/productById/${car}`)).body.verification).toBe('Verified');
  });

  it('shows the admin the sellers and the buyers, deleted ones not', async () => {
    await makeUser(server, 'Buyer');
    const sellerToDelete = await makeUser(server, 'Seller');
    const secondSeller = await makeUser(server, 'Seller', { verified: true });
    await deleteAccountAs(admin, 'seller', sellerToDelete.id);
    const { body } = await call(server, admin, 'GET', '/api/usersrole');
    const ids = body.map((user) => (user as { _id: string })._id);
    expect(ids).toContain(secondSeller.id);
    expect(ids).not.toContain(sellerToDelete.id);
    expect(body.find((user) => (user as { _id: string })._id === secondSeller.id)).toMatchObject({
      role: 'Seller',
      permission: 'Verified',
      email: secondSeller.email,
    });
    const buyers = (await call(server, admin, 'GET', '/api/usersroleBuyers')).body;
    expect(new Set(buyers.map((user) => (user as { role: string }).role))).toEqual(new Set(['Buyer']));
  });
});
