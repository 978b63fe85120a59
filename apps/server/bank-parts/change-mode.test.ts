import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { actOnBankPart, confirmBankPayment, makeOrderWithBank } from '../testing/bank-parts.ts';
import { call, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { openNodeInMode } from '../testing/introducer-node.ts';
import { type OrderInParts, payPartByCard } from '../testing/price-parts.ts';
import { giveUp, listProviderRefunds, startReservation } from '../testing/reservations.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { proveByApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/**
 * One database with one server node in each business mode, to test orders from before and after a change of the mode.
 */
let server: TestServer;
let introducerNode: Awaited<ReturnType<typeof openNodeInMode>>;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  introducerNode = await openNodeInMode(server, 'introducer');
  seller = await makeUser(server, 'Seller');
  const { token, ...other } = await makeUser(server, 'admin');
  admin = { ...other, token: await proveByApp(server, other.email, token) };
});
afterEach(async () => {
  await assertAudits(server.context.pool);
  server.setClock(() => new Date());
});
afterAll(async () => {
  await introducerNode.closeNode();
  await server.close();
});

const actAndReadCode = async (
  ...[caller, { bookingId }, name]: [TestUser, OrderInParts, Parameters<typeof actOnBankPart>[3]]
) => {
  const answer = await actOnBankPart(introducerNode, caller, bookingId, name);
  return answer.status === 200 ? 200 : answer.body.code;
};
const showOrder = async (caller: TestUser, { bookingId }: OrderInParts) =>
  (await call(introducerNode, caller, 'GET', `/api/v1/orders/${bookingId}`)).body;
const markPaidOutside = ({ bookingId }: OrderInParts) =>
  call(introducerNode, seller, 'POST', `/api/v1/orders/${bookingId}/steps`, { step: 'paid-outside' });

describe('a bank part when the operator stops taking payments', () => {
  it('is not stated any more while other parts are open, and says so to both sides', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000, 20_000], 60_000);
    await payPartByCard(server, order);
    expect(await actAndReadCode(order.buyer, order, 'statement')).toBe('PAYMENTS_NOT_TAKEN');
    for (const caller of [order.buyer, seller, admin])
      expect(await showOrder(caller, order)).toMatchObject({
        bankPart: { state: 'expected' },
        bankPartObstacle: 'no-payments',
      });
    expect((await markPaidOutside(order)).body.code).toBe('CAR_RESERVED');
    server.setClock(() => new Date(Date.now() + (7 * 24 * 60 + 1) * 60_000));
    await endLapsedReservations(introducerNode.context);
    const buyer = { ...order.buyer, token: await signIn(server, order.buyer.email) };
    expect(await showOrder(buyer, order)).toMatchObject({ bankPart: { state: 'closed' }, bankPartObstacle: null });
    expect(await listProviderRefunds(server, order.bookingId)).toEqual([2_000_000]);
  });

  it('goes back to the bank when it was paid before, and other parts are open', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000, 20_000], 60_000);
    await payPartByCard(server, order);
    await confirmBankPayment(server, seller, order);
    expect(await showOrder(order.buyer, order)).toMatchObject({ bankPartObstacle: 'no-payments' });
    expect((await markPaidOutside(order)).status).toBe(409);
    expect(
      (await call(introducerNode, order.buyer, 'POST', `/api/v1/bookings/${order.bookingId}/cancellation`, {})).status,
    ).toBe(200);
    expect(await showOrder(seller, order)).toMatchObject({ bankPart: { state: 'to-return' }, bankPartObstacle: null });
    expect(await actAndReadCode(seller, order, 'return')).toBe(200);
    expect(await actAndReadCode(order.buyer, order, 'return-confirmation')).toBe(200);
  });

  it('completes the price when all other parts were paid before', async () => {
    const order = await makeOrderWithBank(server, seller, [40_000], 60_000);
    await payPartByCard(server, order);
    expect(await showOrder(order.buyer, order)).toMatchObject({ bankPartObstacle: null });
    expect(await actAndReadCode(order.buyer, order, 'statement')).toBe(200);
    expect(await actAndReadCode(seller, order, 'receipt')).toBe(200);
    expect(await actAndReadCode(admin, order, 'confirmation')).toBe(200);
    expect(await showOrder(order.buyer, order)).toMatchObject({
      status: 'paid',
      bankPart: { state: 'confirmed' },
      sale: { state: 'paid' },
    });
  });

  it('is given up with its plan when the seller marks that they were paid directly', async () => {
    const order = await makeOrderWithBank(server, seller, [40_000], 60_000);
    expect(await showOrder(order.buyer, order)).toMatchObject({ bankPartObstacle: 'no-payments' });
    expect((await markPaidOutside(order)).status).toBe(200);
    expect(await showOrder(order.buyer, order)).toMatchObject({ status: 'paid', bankPart: null });
  });
});

describe('a bank part before the car is reserved', () => {
  const readBankPartObstacle = async ({ buyer, bookingId }: OrderInParts) =>
    (await call(server, buyer, 'GET', `/api/v1/orders/${bookingId}`)).body.bankPartObstacle;

  it('says which step comes first', async () => {
    const order = await makeOrderWithBank(server, seller, [40_000], 60_000);
    expect(await readBankPartObstacle(order)).toBe('first-part');
    const terms = { deposit: 1_000 };
    await call(server, seller, 'PUT', `/api/v1/listings/${order.listingId}/reservation-terms`, terms);
    expect(await readBankPartObstacle(order)).toBe('reserve');
    const car = { listingId: order.listingId, seller, dollars: 100_000, deposit: 1_000 };
    await startReservation(server, car, { buyer: order.buyer });
    expect(await readBankPartObstacle(order)).toBe('deposit');
    await payPartByCard(server, order);
    expect(await readBankPartObstacle(order)).toBe(null);
  });

  it('ends with a reservation that is given up late: half of the deposit is forfeited, and the money goes back', async () => {
    const order = await makeOrderWithBank(server, seller, [40_000], 60_000);
    await call(server, seller, 'PUT', `/api/v1/listings/${order.listingId}/reservation-terms`, { deposit: 1_000 });
    const car = { listingId: order.listingId, seller, dollars: 100_000, deposit: 1_000 };
    const reservation = await startReservation(server, car, { buyer: order.buyer });
    await payPartByCard(server, order);
    await confirmBankPayment(server, seller, order);
    server.setClock(() => new Date(Date.now() + 4 * 24 * 60 * 60_000));
    const buyer = { ...order.buyer, token: await signIn(server, order.buyer.email) };
    expect((await giveUp(server, buyer, reservation, 500)).status).toBe(200);
    expect(await listProviderRefunds(server, order.bookingId)).toEqual([50_000]);
    expect((await call(server, buyer, 'GET', `/api/v1/orders/${order.bookingId}`)).body).toMatchObject({
      status: 'cancelled',
      bankPart: { state: 'to-return' },
      sale: { kind: 'deposit' },
    });
  });
});
