import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnBankPart, confirmBankPayment, makeOrderWithBank } from '../testing/bank-parts.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { payPartByCard } from '../testing/price-parts.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;
let order: PaidOrder;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  order = await payOrder(server, seller);
});
afterAll(() => server.close());

type ListedOrder = { readonly _id: string };
const findRow = (rows: unknown) => (rows as ListedOrder[]).find(({ _id }) => _id === order.bookingId);

/** Returns the order as each list of its buyer and of its seller shows it. */
async function readLists(): Promise<Record<string, ListedOrder | undefined>> {
  const { buyer } = order;
  const myOrdersAnswer = await call(server, buyer, 'GET', `/api/myorders?email=${encodeURIComponent(buyer.email)}`);
  const salesAnswer = await call(server, seller, 'GET', '/api/v1/sales');
  const [ofBuyer, ofSeller] = [buyer, seller].map((caller) => call(server, caller, 'GET', '/api/v1/overview'));
  return {
    myOrders: findRow(myOrdersAnswer.body),
    sales: findRow(salesAnswer.body.sales),
    buyerOverview: findRow((await ofBuyer)?.body.underWay),
    sellerOverview: findRow((await ofSeller)?.body.underWay),
    newest: findRow((await ofSeller)?.body.newestBookings),
  };
}

async function markStep(step: string): Promise<void> {
  expect((await call(server, seller, 'POST', `/api/v1/orders/${order.bookingId}/steps`, { step })).status).toBe(200);
}

describe('the progress of an order', () => {
  it('is the same in every list of both sides', async () => {
    const path = `/api/v1/orders/${order.bookingId}/complaint`;
    const expectProgress = async (progress: object) => {
      for (const [listName, row] of Object.entries(await readLists())) expect(row, listName).toMatchObject(progress);
    };
    await expectProgress({
      state: 'paid',
      saleStage: null,
      complaintAnswered: false,
      paidOutside: false,
      reserved: false,
      bankReturn: null,
    });
    await markStep('transferred');
    await markStep('handed-over');
    await expectProgress({ state: 'handed-over', saleStage: 'handed-over', complaintAnswered: false });
    const text = 'The roof leaks when it rains.';
    expect((await call(server, order.buyer, 'POST', path, { ground: 'other', text })).status).toBe(200);
    await expectProgress({ saleStage: 'frozen', complaintAnswered: false });
    expect((await call(server, seller, 'PUT', `${path}/answer`, { text })).status).toBe(200);
    await expectProgress({ saleStage: 'frozen', complaintAnswered: true });
    expect((await call(server, order.buyer, 'POST', `${path}/withdrawal`, {})).status).toBe(200);
    const confirmation = `/api/v1/orders/${order.bookingId}/confirmation`;
    expect((await call(server, order.buyer, 'POST', confirmation, {})).status).toBe(200);
    const { myOrders, sales, buyerOverview, sellerOverview } = await readLists();
    for (const row of [myOrders, sales])
      expect(row).toMatchObject({ saleStage: 'confirmed', complaintAnswered: false });
    // A confirmed order is finished.
    expect([buyerOverview, sellerOverview]).toEqual([undefined, undefined]);
  });

  it('has the money of a bank that goes back, in My Orders and My Buyers, until the bank has it', async () => {
    const owner = await makeUser(server, 'Seller');
    const { buyer, bookingId, ...rest } = await makeOrderWithBank(server, owner, [20_000], 80_000);
    await payPartByCard(server, { buyer, bookingId, ...rest });
    await confirmBankPayment(server, owner, { buyer, bookingId, ...rest });
    const readReturns = async () => {
      const [ordersAnswer, salesAnswer] = [
        await call(server, buyer, 'GET', '/api/myorders'),
        await call(server, owner, 'GET', '/api/v1/sales'),
      ];
      const rows = [ordersAnswer.body, salesAnswer.body.sales] as readonly (readonly {
        readonly bankReturn: unknown;
      }[])[];
      return rows.map(([first]) => first?.bankReturn);
    };
    expect(await readReturns()).toEqual([null, null]);
    expect((await call(server, buyer, 'POST', `/api/v1/bookings/${bookingId}/cancellation`, {})).status).toBe(200);
    const owedReturn = { state: 'to-return', amount: 80_000 };
    expect(await readReturns()).toEqual([owedReturn, owedReturn]);
    expect((await actOnBankPart(server, owner, bookingId, 'return')).status).toBe(200);
    const sentReturn = { state: 'sent-back', amount: 80_000 };
    expect(await readReturns()).toEqual([sentReturn, sentReturn]);
    expect((await actOnBankPart(server, buyer, bookingId, 'return-confirmation')).status).toBe(200);
    expect(await readReturns()).toEqual([null, null]);
  });

  it('puts an order with an open complaint before a newer payment', async () => {
    const otherSeller = await makeUser(server, 'Seller');
    const [complainedOrder, newerOrder] = [await payOrder(server, otherSeller), await payOrder(server, otherSeller)];
    const body = { ground: 'not-handed-over', text: 'Nobody came to the meeting.' };
    await call(server, complainedOrder.buyer, 'POST', `/api/v1/orders/${complainedOrder.bookingId}/complaint`, body);
    const { body: overview } = await call(server, otherSeller, 'GET', '/api/v1/overview');
    expect((overview.underWay as ListedOrder[]).map(({ _id }) => _id)).toEqual([
      complainedOrder.bookingId,
      newerOrder.bookingId,
    ]);
  });
});
