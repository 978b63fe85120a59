import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeOrderWithBank } from '../testing/bank-parts.ts';
import { bookListing, call, confirmCard, makeUser, type TestUser } from '../testing/builders.ts';
import { openNodeInMode } from '../testing/introducer-node.ts';
import { type OrderInParts, payPartByCard, savePlan, showPlan } from '../testing/price-parts.ts';
import { startReservation } from '../testing/reservations.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let introducerNode: Awaited<ReturnType<typeof openNodeInMode>>;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  introducerNode = await openNodeInMode(server, 'introducer');
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterEach(async () => {
  server.sandbox.faults.clear();
  server.setClock(() => new Date());
  await assertAudits(server.context.pool);
});
afterAll(async () => {
  await introducerNode.closeNode();
  await server.close();
});

const openCharge = (buyer: TestUser, bookingId: string) =>
  call(server, buyer, 'POST', '/api/create-payment-intent', { paymentId: bookingId });

/**
 * Makes an open order whose first part was charged too late, after another buyer held the car, and was therefore
 * refunded.
 */
async function makeRefundedPart(): Promise<OrderInParts> {
  const order = await makeOrderWithBank(server, seller, [30_000], 20_000);
  const other = await makeUser(server, 'Buyer');
  const otherBookingId = await bookListing(server, other, order.listingId as never);
  const secret = String((await openCharge(order.buyer, order.bookingId)).body.clientSecret);
  server.sandbox.faults.addApiFault({ kind: 'other_account', times: 1, on: /cancel$/ });
  server.setClock(() => new Date(Date.now() + 16 * 60_000));
  expect((await openCharge(other, otherBookingId)).status).toBe(200);
  expect((await confirmCard(server, secret)).status).toBe(200);
  const paymentReport = { paymentId: order.bookingId, transactionId: secret.split('_secret_')[0] };
  expect((await call(server, order.buyer, 'POST', '/api/payment', paymentReport)).body.code).toBe('PAYMENT_REFUNDED');
  expect((await call(server, other, 'POST', `/api/v1/bookings/${otherBookingId}/cancellation`, {})).status).toBe(200);
  const { rows } = await server.context.pool.query(
    'SELECT b.status, a.state FROM booking b JOIN payment_attempt a ON a.booking_id = b.id WHERE b.id = $1',
    [order.bookingId],
  );
  expect(rows).toEqual([{ status: 'unpaid', state: 'refunded' }]);
  return order;
}

const readPartAmounts = async ({ buyer, bookingId }: OrderInParts) =>
  ((await showPlan(server, buyer, bookingId)).body.parts as { amount: number }[]).map(({ amount }) => amount);

describe('a plan of which a charge came too late and was refunded', () => {
  it('is replaced by the buyer, who then pays the new parts', async () => {
    const order = await makeRefundedPart();
    expect((await savePlan(server, order.buyer, order.bookingId, [25_000, 25_000])).status).toBe(200);
    expect(await readPartAmounts(order)).toEqual([25_000, 25_000]);
    for (const _ of [1, 2]) expect((await payPartByCard(server, order)).status).toBe(200);
    const { body } = await call(server, order.buyer, 'GET', `/api/v1/orders/${order.bookingId}`);
    expect(body).toMatchObject({ status: 'paid', bankPart: null });
  });

  it('is replaced by that of a reservation', async () => {
    const order = await makeRefundedPart();
    const path = `/api/v1/listings/${order.listingId}/reservation-terms`;
    expect((await call(server, seller, 'PUT', path, { deposit: 1_000 })).status).toBe(200);
    const car = { listingId: order.listingId, seller, dollars: 50_000, deposit: 1_000 };
    await startReservation(server, car, { buyer: order.buyer });
    expect(await readPartAmounts(order)).toEqual([1_000, 29_000, 20_000]);
  });

  it('ends when the seller marks that they were paid directly', async () => {
    const order = await makeRefundedPart();
    const step = { step: 'paid-outside' };
    expect((await call(introducerNode, seller, 'POST', `/api/v1/orders/${order.bookingId}/steps`, step)).status).toBe(
      200,
    );
    const { body } = await call(server, order.buyer, 'GET', `/api/v1/orders/${order.bookingId}`);
    expect(body).toMatchObject({ status: 'paid', inParts: false, bankPart: null });
  });

  it('is not replaced while a charge can pay a part or has paid it', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000, 10_000], 20_000);
    const replacePart = () =>
      server.context.pool.query('UPDATE payment_part SET replaced_at = now() WHERE booking_id = $1 AND number = 1', [
        order.bookingId,
      ]);
    expect((await openCharge(order.buyer, order.bookingId)).status).toBe(200);
    await expect(replacePart()).rejects.toThrow('cannot change');
    expect((await payPartByCard(server, order)).status).toBe(200);
    await expect(replacePart()).rejects.toThrow('cannot change');
    expect((await savePlan(server, order.buyer, order.bookingId, [25_000, 25_000])).status).toBe(409);
    // The part cannot be replaced either after its money is refunded with the order.
    const path = `/api/v1/bookings/${order.bookingId}/cancellation`;
    expect((await call(server, order.buyer, 'POST', path, {})).status).toBe(200);
    await expect(replacePart()).rejects.toThrow('cannot change');
  });
});
