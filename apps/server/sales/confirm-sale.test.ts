import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { confirmLapsedSales } from './confirm-sale.ts';

let server: TestServer;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
});
afterAll(async () => {
  await assertAudits(server.context.pool);
  await server.close();
});

const makeOrderUrl = (order: PaidOrder): string => `/api/v1/orders/${order.bookingId}`;
const confirmSaleAs = (caller: TestUser | null, order: PaidOrder): Promise<Answer> =>
  call(server, caller, 'POST', `${makeOrderUrl(order)}/confirmation`, {});
const openComplaint = (caller: TestUser | null, order: PaidOrder): Promise<Answer> =>
  call(server, caller, 'POST', `${makeOrderUrl(order)}/complaint`, {
    ground: 'not-as-described',
    text: 'The roof leaks.',
  });
const readSale = async (caller: TestUser, order: PaidOrder): Promise<Record<string, unknown>> =>
  (await call(server, caller, 'GET', makeOrderUrl(order))).body.sale as Record<string, unknown>;

async function handOver(order: PaidOrder): Promise<void> {
  for (const step of ['transferred', 'handed-over']) {
    const answer = await call(server, seller, 'POST', `${makeOrderUrl(order)}/steps`, { step });
    if (answer.status !== 200) throw new Error(`${step} answered ${answer.status}`);
  }
}

async function makeHandedOverOrder(): Promise<PaidOrder> {
  const order = await payOrder(server, seller);
  await handOver(order);
  return order;
}

const countMailsOfOrder = async (order: PaidOrder, kind: string): Promise<number> => {
  const { rows } = await server.context.pool.query(
    'SELECT count(*)::int AS n FROM outbox WHERE booking_id = $1 AND kind = $2',
    [order.bookingId, kind],
  );
  return Number(rows[0].n);
};

describe('a sale', () => {
  it('is handed over with the step of the seller, and its buyer then has seven days', async () => {
    const order = await payOrder(server, seller);
    expect(await readSale(order.buyer, order)).toMatchObject({ state: 'paid', confirmBy: null, money: null });
    await handOver(order);
    const sale = await readSale(order.buyer, order);
    expect(sale.state).toBe('handed-over');
    const period = Date.parse(String(sale.confirmBy)) - Date.parse(String(sale.handedOverAt));
    expect(period).toBe(7 * 86_400_000);
    expect(await countMailsOfOrder(order, 'handed-over')).toBe(1);
  });

  it('is confirmed by its buyer, once', async () => {
    const order = await makeHandedOverOrder();
    expect(await confirmSaleAs(order.buyer, order)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await confirmSaleAs(order.buyer, order)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect(await readSale(seller, order)).toMatchObject({ state: 'confirmed', confirmedAt: expect.any(String) });
    expect(await countMailsOfOrder(order, 'confirmed')).toBe(2);
  });

  it('is confirmed by nobody else, and not before the hand-over', async () => {
    const order = await payOrder(server, seller);
    expect((await confirmSaleAs(order.buyer, order)).body.code).toBe('ILLEGAL_TRANSITION');
    await handOver(order);
    expect((await confirmSaleAs(null, order)).status).toBe(401);
    for (const caller of [seller, admin]) expect(await confirmSaleAs(caller, order)).toMatchObject({ status: 403 });
    for (const role of ['Buyer', 'Seller'] as const)
      expect((await confirmSaleAs(await makeUser(server, role), order)).status).toBe(404);
    expect(await readSale(seller, order)).toMatchObject({ state: 'handed-over' });
  });

  it('is confirmed by the clock when the period ends, and not before', async () => {
    const [order, frozenOrder] = [await makeHandedOverOrder(), await makeHandedOverOrder()];
    await openComplaint(frozenOrder.buyer, frozenOrder);
    const deadline = new Date(String((await readSale(seller, order)).confirmBy)).getTime();
    const makeContextAt = (ms: number) => ({ ...server.context, now: () => new Date(ms) });
    await confirmLapsedSales(makeContextAt(deadline - 1));
    expect((await readSale(seller, order)).state).toBe('handed-over');
    await confirmLapsedSales(makeContextAt(deadline));
    expect((await readSale(seller, order)).state).toBe('confirmed');
    await confirmLapsedSales(makeContextAt(deadline + 90 * 86_400_000));
    expect((await readSale(seller, frozenOrder)).state).toBe('frozen');
  });

  it('ends as one of confirmed and frozen when its buyer says both and the clock runs out at one moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await makeHandedOverOrder();
      const deadline = new Date(String((await readSale(seller, order)).confirmBy));
      const contextAtDeadline = { ...server.context, now: () => deadline };
      const [confirmation, complaint] = await Promise.all([
        confirmSaleAs(order.buyer, order),
        openComplaint(order.buyer, order),
        confirmLapsedSales(contextAtDeadline),
      ]);
      const { state } = await readSale(seller, order);
      expect(['confirmed', 'frozen']).toContain(state);
      expect(complaint.status).toBe(state === 'frozen' ? 200 : 409);
      expect(confirmation.status).toBe(state === 'frozen' ? 409 : 200);
    }
  });

  it('is refunded with its booking, whatever its state', async () => {
    for (const prepareOrder of [
      async () => payOrder(server, seller),
      makeHandedOverOrder,
      async () => {
        const order = await makeHandedOverOrder();
        await confirmSaleAs(order.buyer, order);
        return order;
      },
      async () => {
        const order = await payOrder(server, seller);
        await openComplaint(order.buyer, order);
        return order;
      },
    ]) {
      const order = await prepareOrder();
      const url = `/api/v1/payments/${order.paymentId}/refund`;
      expect((await call(server, admin, 'POST', url, { reason: 'Not as described' })).status).toBe(200);
      expect(await readSale(seller, order)).toMatchObject({ state: 'refunded' });
      expect((await confirmSaleAs(order.buyer, order)).status).toBe(409);
    }
  });
});

describe('the database', () => {
  const matchRefusal = (constraint: string): object => expect.objectContaining({ constraint });

  it('refuses a step that the lifecycle does not have, other amounts, and a refund of one without the other', async () => {
    const order = await payOrder(server, seller);
    const updateRow = (text: string): Promise<unknown> =>
      server.context.pool.query(`UPDATE ${text}`, [order.bookingId]);
    await expect(updateRow("sale SET state = 'confirmed', confirmed_at = now() WHERE booking_id = $1")).rejects.toEqual(
      matchRefusal('sale_lifecycle'),
    );
    await expect(updateRow('sale SET price_cents = price_cents - 1 WHERE booking_id = $1')).rejects.toEqual(
      matchRefusal('sale_fixed'),
    );
    await expect(updateRow("sale SET state = 'refunded' WHERE booking_id = $1")).rejects.toEqual(
      matchRefusal('sale_refunded_with_booking'),
    );
    await expect(updateRow("booking SET status = 'refunded' WHERE id = $1")).rejects.toEqual(
      matchRefusal('sale_refunded_with_booking'),
    );
    await expect(updateRow("sale SET state = 'frozen' WHERE booking_id = $1")).rejects.toEqual(
      matchRefusal('frozen_sale_has_complaint'),
    );
  });
});
