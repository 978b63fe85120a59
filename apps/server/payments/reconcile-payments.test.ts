import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../testing/builders.ts';
import { makeChargedOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterEach(() => {
  server.sandbox.faults.clear();
  server.setClock(() => new Date());
});
afterAll(() => server.close());

const readStatus = async (bookingId: string) =>
  (await server.context.pool.query('SELECT status FROM booking WHERE id = $1', [bookingId])).rows[0]?.status;
const setClockAfter = (minutes: number) => server.setClock(() => new Date(Date.now() + minutes * 60_000));

describe('the reconciler', () => {
  it('settles the others when one charge always answers 500, and lets that one rest', async () => {
    const failingOrder = await makeChargedOrder(server, seller);
    const otherOrders = [await makeChargedOrder(server, seller), await makeChargedOrder(server, seller)];
    server.sandbox.faults.addApiFault({ kind: '500', on: new RegExp(failingOrder.intentId) });
    setClockAfter(3);
    expect(await reconcilePayments(server.context)).toBe(3);
    for (const { bookingId } of otherOrders) expect(await readStatus(bookingId)).toBe('paid');
    expect(await readStatus(failingOrder.bookingId)).toBe('unpaid');
    // The failed payment waits a minute before its next try, and longer after each further failure.
    expect(await reconcilePayments(server.context)).toBe(0);
    setClockAfter(4.1);
    expect(await reconcilePayments(server.context)).toBe(1);
    setClockAfter(5.2);
    expect(await reconcilePayments(server.context)).toBe(0);
    server.sandbox.faults.clear();
    setClockAfter(6.2);
    expect(await reconcilePayments(server.context)).toBe(1);
    expect(await readStatus(failingOrder.bookingId)).toBe('paid');
  });

  it('ends a run early while the provider is away altogether', async () => {
    for (let orderCount = 0; orderCount < 4; orderCount += 1) await makeChargedOrder(server, seller);
    server.sandbox.faults.addApiFault({ kind: '500' });
    setClockAfter(3);
    expect(await reconcilePayments(server.context)).toBe(3);
    server.sandbox.faults.clear();
    setClockAfter(6);
    expect(await reconcilePayments(server.context)).toBe(4);
  });
});
