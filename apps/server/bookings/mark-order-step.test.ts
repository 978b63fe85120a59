import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, bookListing, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  buyer = await makeUser(server, 'Buyer');
  await server.context.pool.query("UPDATE account SET number = '6123 4567' WHERE id = $1", [seller.id]);
});
afterAll(() => server.close());

const markStep = (caller: TestUser | null, id: string, step: string): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/orders/${id}/steps`, { step });
const requestOrder = (caller: TestUser, id: string): Promise<Answer> =>
  call(server, caller, 'GET', `/api/v1/orders/${id}`);
const readStepsOf = async (caller: TestUser, id: string): Promise<unknown[]> =>
  ((await requestOrder(caller, id)).body.steps as { step: string; by: string }[]).map(
    ({ step, by }) => `${step} by ${by}`,
  );
const makePaidOrder = async (): Promise<string> =>
  bookListing(server, await makeUser(server, 'Buyer'), await makeCar(server, seller));

describe('the page of an order', () => {
  it('has the same facts for both sides, with the telephone numbers of both', async () => {
    const id = await bookListing(server, buyer, await makeCar(server, seller));
    const [ofBuyer, ofSeller] = [await requestOrder(buyer, id), await requestOrder(seller, id)];
    expect(ofBuyer).toMatchObject({
      status: 200,
      body: {
        _id: id,
        side: 'buyer',
        state: 'booked',
        productModel: 'Roma',
        resellPrice: 868_000,
        payableByCard: true,
        carShown: true,
        meetingDate: 'Sat, after 3 pm',
        receipt: false,
        buyer: { name: buyer.name, email: buyer.email, number: '9123 4567', phone: '+6591234567' },
        seller: { name: seller.name, email: seller.email, number: '6123 4567', phone: '+6561234567' },
        steps: [],
      },
    });
    expect(ofSeller.body).toEqual({ ...ofBuyer.body, side: 'seller' });
  });

  it('has the facts of the car, and the page of its seller while it exists', async () => {
    const dealer = await makeUser(server, 'Seller', { verified: true });
    const facts = { mileageKm: 61_400, owners: 2, registeredOn: '2020-02-03', coeExpiresOn: '2030-02-03' };
    const car = await makeCar(server, dealer, { facts });
    const id = await bookListing(server, buyer, car);
    const knownFacts = { mileageKm: 61_400, owners: 2, registeredOn: '2020-02-03', coeYearsLeft: expect.any(Number) };
    const order = (await requestOrder(buyer, id)).body;
    expect(order).toMatchObject({ car: knownFacts, sellerVerified: true });
    const page = await call(server, null, 'GET', `/api/v1/sellers/${String(order.sellerPage)}`);
    expect(page.status).toBe(200);
    const ordersAnswer = await call(server, buyer, 'GET', '/api/myorders');
    const listedOrder = (ordersAnswer.body as unknown as { _id: string }[]).find(({ _id }) => _id === id);
    expect(listedOrder).toMatchObject({ car: knownFacts, carShown: true });
    await call(server, dealer, 'POST', `/api/v1/listings/${car}/withdrawal`);
    expect((await requestOrder(buyer, id)).body).toMatchObject({ carShown: false, sellerPage: null, car: knownFacts });
  });

  it('is unknown to everybody else, and readable for admins', async () => {
    const id = await makePaidOrder();
    for (const role of ['Buyer', 'Seller'] as const)
      expect((await requestOrder(await makeUser(server, role), id)).status).toBe(404);
    expect((await requestOrder(await makeUser(server, 'admin'), id)).body).toMatchObject({
      side: 'admin',
      state: 'booked',
    });
    expect((await requestOrder(buyer, 'no-id')).status).toBe(404);
  });

  it('shows neither telephone number to anybody once it has ended: cancelled, lost to another buyer or refunded', async () => {
    const admin = await makeUser(server, 'admin');
    const cancelledBookingId = await bookListing(server, buyer, await makeCar(server, seller));
    await call(server, seller, 'POST', `/api/v1/bookings/${cancelledBookingId}/cancellation`, {
      reason: 'In the garage',
    });
    expect((await requestOrder(buyer, cancelledBookingId)).body).toMatchObject({
      state: 'cancelled',
      closedAt: expect.any(String),
      closeReason: 'Cancelled by the seller: In the garage',
    });
    let lostBookingId = '';
    const paidOrder = await payOrder(server, seller, {}, async (car) => {
      lostBookingId = await bookListing(server, buyer, car);
    });
    expect((await requestOrder(seller, paidOrder.bookingId)).body.buyer).toMatchObject({ number: '9123 4567' });
    await call(server, admin, 'POST', `/api/v1/payments/${paidOrder.paymentId}/refund`, { reason: 'Not as described' });
    for (const [id, buyerOfOrder] of [
      [cancelledBookingId, buyer],
      [lostBookingId, buyer],
      [paidOrder.bookingId, paidOrder.buyer],
    ] as const)
      for (const caller of [buyerOfOrder, seller, admin]) {
        const { status, body } = await requestOrder(caller, id);
        expect([status, body.status]).toEqual([200, id === paidOrder.bookingId ? 'refunded' : 'cancelled']);
        expect(body.buyer).toEqual({ name: buyerOfOrder.name, email: buyerOfOrder.email });
        expect(body.seller).toEqual({ name: seller.name, email: seller.email });
      }
  });
});

describe('the steps of an order', () => {
  it('go from the viewing to the hand-over, each with its time and who marked it', async () => {
    const order = await payOrder(server, seller, {}, async () => {});
    const id = order.bookingId;
    for (const [caller, step] of [
      [order.buyer, 'transferred'],
      [seller, 'handed-over'],
    ] as const) {
      expect(await markStep(caller, id, step)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
      expect(await markStep(caller, id, step)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    }
    expect(await readStepsOf(order.buyer, id)).toEqual(['transferred by buyer', 'handed-over by seller']);
    expect((await requestOrder(seller, id)).body).toMatchObject({ state: 'handed-over', receipt: true });
    const audit = await server.context.pool.query(
      "SELECT action, actor_id FROM audit_entry WHERE noun_id = $1 AND action IN ('transferred', 'handed-over') ORDER BY at, id",
      [id],
    );
    expect(audit.rows).toEqual([
      { action: 'transferred', actor_id: order.buyer.id },
      { action: 'handed-over', actor_id: seller.id },
    ]);
  });

  it('are marked in their order only, and by the side that does them', async () => {
    const id = await bookListing(server, buyer, await makeCar(server, seller));
    for (const step of ['transferred', 'handed-over'])
      expect(await markStep(seller, id, step)).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    expect((await markStep(seller, id, 'viewed')).body).toEqual({ modifiedCount: 1 });
    expect((await markStep(buyer, id, 'viewed')).body).toEqual({ modifiedCount: 0 });
    expect((await requestOrder(buyer, id)).body).toMatchObject({
      state: 'viewed',
      steps: [{ step: 'viewed', by: 'seller' }],
    });

    const paidOrder = await payOrder(server, seller);
    expect((await markStep(paidOrder.buyer, paidOrder.bookingId, 'viewed')).status).toBe(409);
    await markStep(seller, paidOrder.bookingId, 'transferred');
    expect(await markStep(paidOrder.buyer, paidOrder.bookingId, 'handed-over')).toMatchObject({
      status: 403,
      body: { code: 'ROLE_REQUIRED' },
    });
  });

  it('are marked by nobody else, and on no closed order', async () => {
    const id = await makePaidOrder();
    expect((await markStep(null, id, 'viewed')).status).toBe(401);
    for (const role of ['Buyer', 'Seller', 'admin'] as const)
      expect((await markStep(await makeUser(server, role), id, 'viewed')).status).toBe(404);
    expect((await markStep(seller, id, 'sold')).status).toBe(422);
    await call(server, seller, 'POST', `/api/v1/bookings/${id}/cancellation`, {});
    expect((await markStep(seller, id, 'viewed')).status).toBe(409);
    expect(await readStepsOf(seller, id)).toEqual([]);
  });

  it('are added once when both sides mark them at the same moment', async () => {
    const paidOrder = await payOrder(server, seller);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        markStep(index % 2 === 0 ? seller : paidOrder.buyer, paidOrder.bookingId, 'transferred'),
      ),
    );
    const answersWithChange = answers.filter(({ body }) => body.modifiedCount === 1);
    expect(answersWithChange).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    expect(await readStepsOf(seller, paidOrder.bookingId)).toHaveLength(1);
  });

  it('and a cancellation at the same moment leave one of two possible orders', async () => {
    const id = await makePaidOrder();
    await Promise.all([
      markStep(seller, id, 'viewed'),
      call(server, seller, 'POST', `/api/v1/bookings/${id}/cancellation`, {}),
    ]);
    expect((await requestOrder(seller, id)).body.state).toBe('cancelled');
  });
});

describe('the database', () => {
  const insertStep = (id: string, step: string, actor: string): Promise<unknown> =>
    server.context.pool.query('INSERT INTO order_step VALUES ($1, $2, $3, now())', [id, step, actor]);
  const matchConstraintError = (constraint: string): object => expect.objectContaining({ constraint });

  it('refuses a step out of its order, of another person, and of a side that may not', async () => {
    const id = await bookListing(server, buyer, await makeCar(server, seller));
    const otherSeller = await makeUser(server, 'Seller');
    const paidOrder = await payOrder(server, seller);
    for (const [order, step, actor] of [
      [id, 'transferred', seller.id],
      [id, 'handed-over', seller.id],
      [id, 'viewed', otherSeller.id],
      [paidOrder.bookingId, 'viewed', seller.id],
      [paidOrder.bookingId, 'handed-over', seller.id],
    ] as const)
      await expect(insertStep(order, step, actor), step).rejects.toEqual(matchConstraintError('order_step_lifecycle'));
    await insertStep(paidOrder.bookingId, 'transferred', paidOrder.buyer.id);
    await expect(insertStep(paidOrder.bookingId, 'handed-over', paidOrder.buyer.id)).rejects.toEqual(
      matchConstraintError('order_step_lifecycle'),
    );
    await insertStep(paidOrder.bookingId, 'handed-over', seller.id);
  });

  it('refuses changes of a marked step', async () => {
    const id = await bookListing(server, buyer, await makeCar(server, seller));
    await insertStep(id, 'viewed', seller.id);
    for (const text of [
      'UPDATE order_step SET at = now() WHERE booking_id = $1',
      'DELETE FROM order_step WHERE booking_id = $1',
    ])
      await expect(server.context.pool.query(text, [id])).rejects.toEqual(
        matchConstraintError('order_step_append_only'),
      );
    await expect(server.context.pool.query('TRUNCATE order_step')).rejects.toEqual(
      matchConstraintError('order_step_append_only'),
    );
  });
});
