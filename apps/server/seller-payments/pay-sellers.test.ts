import type { BookingId } from '@carhouse/domain/booking/booking';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handleEvent } from '../payments/handle-event.ts';
import { type Answer, call, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { paySellers } from './pay-sellers.ts';
import { startTransfer } from './start-transfer.ts';

let server: TestServer;
let admin: TestUser;
let seller: PaidSeller;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  server.sandbox.later.hold();
  seller = await makePaidSeller(server);
  // The provider's fees are taken from the balance. This charge covers them, so that whole shares can be transferred.
  await payOrder(server, await makeUser(server, 'Seller'));
});
afterEach(() => {
  server.sandbox.faults.clear();
  minutesAhead = 0;
  server.setClock(() => new Date());
});
afterAll(async () => {
  await assertAudits(server.context.pool);
  await server.close();
});

const run = () => paySellers(server.context);
let minutesAhead = 0;
/** Moves the clock of the server forward, so that what has failed is tried again. */
const later = (minutes: number): void => {
  minutesAhead += minutes;
  server.setClock(() => new Date(Date.now() + minutesAhead * 60_000));
};
const refund = async (order: PaidOrder): Promise<Answer> => {
  const caller = { ...admin, token: await signIn(server, admin.email) };
  return call(server, caller, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'Not as described' });
};
const transfersOf = (order: PaidOrder) =>
  server.sandbox.account.transfers().filter(({ transfer_group: group }) => group === order.bookingId);
const payoutsOf = (order: PaidOrder) =>
  server.sandbox.account.payouts().filter(({ metadata }) => metadata.booking_id === order.bookingId);
const refundsOf = (order: PaidOrder) =>
  server.sandbox.account.refunds().filter(({ payment_intent: intent }) => intent === order.intentId);
const mailsOf = async (order: PaidOrder): Promise<string[]> => {
  const { rows } = await server.context.pool.query<{ kind: string }>(
    "SELECT kind FROM outbox WHERE booking_id = $1 AND kind IN ('transferred', 'paid-out', 'payout-returned') ORDER BY 1",
    [order.bookingId],
  );
  return rows.map(({ kind }) => kind);
};

/** Lets the provider bring every payout of an order one state further, and the server learn of it. */
async function bringPayout(order: PaidOrder, steps: number): Promise<void> {
  const id = payoutsOf(order).at(-1)?.id ?? '';
  for (let step = 0; step < steps; step += 1) await server.sandbox.later.settle(id);
  later(61);
  await run();
}

describe('a confirmed sale', () => {
  it('is transferred with its charge as the source, and paid out to the bank', async () => {
    const order = await makeConfirmedSale(server, seller);
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'transferred',
      transfers: ['made'],
      payouts: [],
    });
    const charge = server.sandbox.account.charges().find((each) => each.payment_intent === order.intentId);
    expect(transfersOf(order)).toMatchObject([
      { amount: 100_000, destination: seller.providerAccountId, source_transaction: charge?.id },
    ]);
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({ payout: 100_000, seller_payable: -100_000 });
    await bringPayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'paid-out',
      transfers: ['made'],
      payouts: ['paid'],
    });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
    expect(await mailsOf(order)).toEqual(['paid-out', 'transferred']);
    await run();
    expect([transfersOf(order).length, payoutsOf(order).length]).toEqual([1, 1]);
  });

  it('waits while its seller has no account, is suspended, or the bank of the buyer disputes the charge', async () => {
    const poor = await makeUser(server, 'Seller');
    const unpaid = await makeConfirmedSale(server, poor);
    const suspended = await makePaidSeller(server);
    const waiting = await makeConfirmedSale(server, suspended);
    const reason = { reason: 'To be looked into' };
    await call(server, admin, 'POST', `/api/v1/accounts/${suspended.id}/suspension`, reason);
    await run();
    for (const order of [unpaid, waiting])
      expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'confirmed', transfers: [] });
  });

  it('is transferred once, whatever several servers do at one moment', async () => {
    const orders = [await makeConfirmedSale(server, seller), await makeConfirmedSale(server, seller)];
    await Promise.all([run(), run(), run()]);
    await Promise.all([run(), run(), run()]);
    for (const order of orders) {
      expect([transfersOf(order).length, payoutsOf(order).length]).toEqual([1, 1]);
      expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    }
  });
});

describe('a failure whose outcome is unknown', () => {
  it.each(['truncated', '500', 'rst_after_create'] as const)('of a transfer (%s) does not pay twice', async (kind) => {
    const order = await makeConfirmedSale(server, seller);
    server.sandbox.faults.api({ kind, on: /POST \/v1\/transfers$/, times: 5 });
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'confirmed',
      transfers: ['sending'],
    });
    server.sandbox.faults.clear();
    // The provider has forgotten the key after a day, so only its list of transfers shows what it has made.
    server.sandbox.forgetKeys();
    later(25 * 60);
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'transferred',
      transfers: ['made'],
    });
    expect(transfersOf(order)).toHaveLength(1);
  });

  it.each(['truncated', '500', 'rst_after_create'] as const)('of a payout (%s) does not pay twice', async (kind) => {
    const order = await makeConfirmedSale(server, seller);
    await run();
    server.sandbox.faults.api({ kind, on: /POST \/v1\/payouts$/, times: 5 });
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['sending'] });
    server.sandbox.faults.clear();
    server.sandbox.forgetKeys();
    later(25 * 60);
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    expect(payoutsOf(order)).toHaveLength(1);
  });
});

describe('a payout that comes back', () => {
  it('before it arrives is sent again after the seller has changed their bank account', async () => {
    const owner = await makePaidSeller(server, '111111113');
    const order = await makeConfirmedSale(server, owner);
    await run();
    await run();
    await bringPayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'transferred',
      payouts: ['failed'],
    });
    expect(await mailsOf(order)).toEqual(['payout-returned', 'transferred']);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      seller_account: 100_000,
      seller_payable: -100_000,
    });
    later(25 * 60);
    await run();
    expect(payoutsOf(order)).toHaveLength(1);
  });

  it('after it was paid reads as owed again, and not as settled', async () => {
    const owner = await makePaidSeller(server, '555555551');
    const order = await makeConfirmedSale(server, owner);
    await run();
    await run();
    await bringPayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out', payouts: ['paid'] });
    await server.sandbox.later.settle(payoutsOf(order)[0]?.id);
    later(26 * 60);
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'transferred',
      payouts: ['returned'],
    });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      seller_account: 100_000,
      seller_payable: -100_000,
    });
  });
});

describe('a refund', () => {
  it('first reverses the transfer', async () => {
    const order = await makeConfirmedSale(server, seller);
    await run();
    expect((await refund(order)).status).toBe(200);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'refunded',
      transfers: ['reversed'],
    });
    expect(transfersOf(order)).toMatchObject([{ amount_reversed: 100_000, reversed: true }]);
    expect(refundsOf(order)).toHaveLength(1);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
    await run();
    expect(payoutsOf(order)).toEqual([]);
  });

  it('waits for a transfer whose outcome is unknown, and then reverses it', async () => {
    const order = await makeConfirmedSale(server, seller);
    server.sandbox.faults.api({ kind: 'truncated', on: /POST \/v1\/transfers$/, times: 5 });
    await run();
    server.sandbox.faults.clear();
    server.sandbox.faults.api({ kind: '500', on: /GET \/v1\/transfers/ });
    expect((await refund(order)).status).toBe(200);
    expect(refundsOf(order)).toEqual([]);
    server.sandbox.faults.clear();
    later(11);
    await run();
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'refunded',
      transfers: ['reversed'],
    });
    expect(transfersOf(order)).toMatchObject([{ reversed: true }]);
  });

  it('of a sale that is paid out makes a debt, which the next sale pays', async () => {
    const owner = await makePaidSeller(server);
    const order = await makeConfirmedSale(server, owner);
    await run();
    await run();
    await bringPayout(order, 2);
    await refund(order);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      provider_balance: -100_000,
      seller_debt: 100_000,
    });
    const smaller = await makeConfirmedSale(server, await freshly(owner), 300);
    await run();
    expect(await readSellerPayment(server, smaller.bookingId)).toMatchObject({ sale: 'paid-out', transfers: [] });
    const larger = await makeConfirmedSale(server, await freshly(owner), 2_000);
    await run();
    expect(transfersOf(larger)).toMatchObject([{ amount: 130_000 }]);
    // A refund of a sale that has paid a debt makes the seller owe that part again.
    await refund(larger);
    expect(await sumPostingsOfOrder(server, larger.bookingId)).toEqual({});
    expect(transfersOf(larger)).toMatchObject([{ reversed: true }]);
    await run();
    const { rows } = await server.context.pool.query<{ cents: string }>(
      "SELECT sum(balance_cents)::text AS cents FROM ledger_balance WHERE account = 'seller_debt' AND owner_id = $1",
      [owner.id],
    );
    expect(rows[0]?.cents).toBe('70000');
  });

  it('while the payout is under way makes a debt once the money has arrived, and reverses when it comes back', async () => {
    const owner = await makePaidSeller(server, '666666662');
    const arriving = await makeConfirmedSale(server, owner);
    await run();
    await run();
    await refund(arriving);
    expect(refundsOf(arriving)).toHaveLength(1);
    expect(await sumPostingsOfOrder(server, arriving.bookingId)).toEqual({
      payout: 100_000,
      provider_balance: -100_000,
    });
    await bringPayout(arriving, 2);
    expect(await sumPostingsOfOrder(server, arriving.bookingId)).toEqual({
      provider_balance: -100_000,
      seller_debt: 100_000,
    });
    const unlucky = await makePaidSeller(server, '111111116');
    const failing = await makeConfirmedSale(server, unlucky);
    await run();
    await run();
    await refund(failing);
    await bringPayout(failing, 2);
    await run();
    expect(await readSellerPayment(server, failing.bookingId)).toEqual({
      sale: 'refunded',
      transfers: ['reversed'],
      payouts: ['failed'],
    });
    expect(await sumPostingsOfOrder(server, failing.bookingId)).toEqual({});
  });
});

describe('a debt', () => {
  const readDebt = async (owner: TestUser): Promise<string | undefined> => {
    const { rows } = await server.context.pool.query<{ cents: string }>(
      "SELECT sum(balance_cents)::text AS cents FROM ledger_balance WHERE account = 'seller_debt' AND owner_id = $1",
      [owner.id],
    );
    return rows[0]?.cents;
  };

  /** Makes a seller who owes $1,000 for a sale that was refunded after they had the money. */
  async function makeDebtor(bankNumber?: string): Promise<{ owner: PaidSeller; order: PaidOrder }> {
    const owner = await makePaidSeller(server, bankNumber);
    const order = await makeConfirmedSale(server, owner);
    await run();
    await run();
    await bringPayout(order, 2);
    await refund(order);
    expect(await readDebt(owner)).toBe('100000');
    return { owner, order };
  }

  it('is paid once by two sales that are transferred at one moment', async () => {
    const { owner } = await makeDebtor();
    const user = await freshly(owner);
    const orders = [await makeConfirmedSale(server, user, 1_500), await makeConfirmedSale(server, user, 1_500)];
    await Promise.all(orders.map((order) => startTransfer(server.context, order.bookingId as BookingId)));
    expect(await readDebt(owner)).toBe('0');
    const amounts = orders.flatMap((order) => transfersOf(order).map(({ amount }) => amount));
    expect(amounts.sort((a, b) => a - b)).toEqual([50_000, 150_000]);
  });

  it('ends when the bank returns the money of the refunded sale', async () => {
    const { owner, order } = await makeDebtor('555555551');
    await server.sandbox.later.settle(payoutsOf(order)[0]?.id);
    later(26 * 60);
    await run();
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'refunded',
      transfers: ['reversed'],
      payouts: ['returned'],
    });
    expect(await readDebt(owner)).toBe('0');
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
  });

  it('that another sale has paid leaves the returned money to the seller', async () => {
    const { owner, order } = await makeDebtor('555555551');
    const other = await makeConfirmedSale(server, await freshly(owner));
    await run();
    expect(await readSellerPayment(server, other.bookingId)).toMatchObject({ sale: 'paid-out', transfers: [] });
    await server.sandbox.later.settle(payoutsOf(order)[0]?.id);
    later(26 * 60);
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      transfers: ['made'],
      payouts: ['returned'],
    });
    expect(await readDebt(owner)).toBe('0');
  });
});

describe('a charge that the bank of the buyer disputes', () => {
  it('is not transferred, and does not freeze a sale whose transfer has begun', async () => {
    const order = await makeConfirmedSale(server, seller);
    await server.context.pool.query(
      `INSERT INTO dispute (id, intent_id, kind, reason, provider_status, open, created_at, updated_at, amount_cents)
       VALUES ($1, $2, 'dispute', 'fraudulent', 'needs_response', true, now(), now(), 100000)`,
      [`dp_${order.bookingId}`, order.intentId],
    );
    await run();
    await startTransfer(server.context, order.bookingId as BookingId);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'confirmed', transfers: [] });
    await server.context.pool.query('DELETE FROM dispute WHERE intent_id = $1', [order.intentId]);
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
  });
});

describe('a charge that was refunded at the provider meanwhile', () => {
  it('is not transferred', async () => {
    const order = await makeConfirmedSale(server, seller);
    await server.context.cardProvider.refundIntent({ intentId: order.intentId, idempotencyKey: order.intentId });
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'confirmed', transfers: [] });
    expect((await refund(order)).status).toBe(200);
  });
});

describe('events of payouts', () => {
  it('make the server ask the provider, and are not believed', async () => {
    const order = await makeConfirmedSale(server, seller);
    await run();
    await run();
    const [payout] = payoutsOf(order);
    const event = {
      type: 'payout.paid',
      intentId: null,
      objectId: payout?.id ?? '',
      accountId: seller.providerAccountId,
    };
    await handleEvent(server.context, event);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['under-way'] });
    for (let step = 0; step < 2; step += 1) await server.sandbox.later.settle(payout?.id);
    await Promise.all([1, 2, 3].map(() => handleEvent(server.context, event)));
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'paid-out', payouts: ['paid'] });
    await handleEvent(server.context, { ...event, objectId: 'po_of_nobody' });
  });
});

async function freshly(user: PaidSeller): Promise<TestUser> {
  return { ...user, token: await signIn(server, user.email) };
}

describe('a sale that is not confirmed', () => {
  it('is not transferred', async () => {
    const order = await payOrder(server, seller, { car: { dollars: 1_000 } });
    await run();
    expect(await readSellerPayment(server, order.bookingId)).toEqual({ sale: 'paid', transfers: [], payouts: [] });
  });
});
