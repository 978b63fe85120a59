import type { ListedSellerPayment, SellerPayment } from '@carhouse/contract/seller-payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { makeConfirmedSale } from '../testing/confirmed-sale.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { makePaidSeller } from '../testing/payout-seller.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { proveByApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { paySellers } from './pay-sellers.ts';

let server: TestServer;
let admin: TestUser;
let minutesAhead = 0;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  server.sandbox.delayedChangeControl.hold();
  // The provider takes its fees from Car House's balance. This charge pays the provider's fees, so that whole shares
  // can be transferred.
  await payOrder(server, await makeUser(server, 'Seller'), { car: { dollars: 5_000 } });
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

const payAllSellers = () => paySellers(server.context);
/** Moves the clock of the server forward, so that failed steps are tried again. */
const moveClockForward = (minutes: number): void => {
  minutesAhead += minutes;
  server.setClock(() => new Date(Date.now() + minutesAhead * 60_000));
};
/** Makes a call in a new session of a user, because the clock of the server may have moved. */
const callInNewSession = async (caller: TestUser, ...request: [method: 'GET' | 'POST', path: string, body?: object]) =>
  call(server, { ...caller, token: await signIn(server, caller.email) }, ...request);

/** Reads, as the seller, the payments of a group such as `paid`. */
async function readPaymentGroup(seller: TestUser, group: string): Promise<readonly SellerPayment[]> {
  const { status, body } = await callInNewSession(seller, 'GET', `/api/v1/me/payouts?group=${group}`);
  expect(status).toBe(200);
  return body.payments as SellerPayment[];
}
const readTotals = async (seller: TestUser) =>
  (await callInNewSession(seller, 'GET', '/api/v1/me/payouts/totals')).body;
const listAllPayments = async (query = '') =>
  (await callInNewSession(admin, 'GET', `/api/v1/seller-payments${query}`)).body.payments as ListedSellerPayment[];

/** Lets the provider move every payout of an order to its next state, and lets the server read these states. */
async function advancePayouts(order: PaidOrder, steps: number): Promise<void> {
  const payouts = server.sandbox.account.payouts().filter(({ metadata }) => metadata.booking_id === order.bookingId);
  for (let step = 0; step < steps; step += 1)
    await server.sandbox.delayedChangeControl.settle(payouts.at(-1)?.id ?? '');
  moveClockForward(61);
  await payAllSellers();
}

describe('the payments of a seller', () => {
  it('say where each is, from the payment of the buyer to the bank, with totals that match', async () => {
    const seller = await makePaidSeller(server);
    const paidOrder = await payOrder(server, seller, { car: { dollars: 1_000 } });
    expect(await readPaymentGroup(seller, 'owed')).toMatchObject([
      {
        _id: paidOrder.bookingId,
        state: 'paid',
        price: 1_000,
        fee: 0,
        gst: 0,
        netted: null,
        amount: 1_000,
        standing: { reason: 'not-handed-over', at: null, code: null },
      },
    ]);
    for (const step of ['transferred', 'handed-over'])
      await call(server, seller, 'POST', `/api/v1/orders/${paidOrder.bookingId}/steps`, { step });
    const [waitingPayment] = await readPaymentGroup(seller, 'owed');
    expect(waitingPayment?.standing.reason).toBe('confirming');
    expect(Date.parse(String(waitingPayment?.standing.at)) - Date.parse(String(waitingPayment?.handedOverAt))).toBe(
      7 * 86_400_000,
    );
    await call(server, paidOrder.buyer, 'POST', `/api/v1/orders/${paidOrder.bookingId}/confirmation`, {});
    expect(await readPaymentGroup(seller, 'owed')).toMatchObject([{ standing: { reason: 'sending' } }]);
    await payAllSellers();
    expect(await readPaymentGroup(seller, 'on-its-way')).toMatchObject([
      { state: 'transferred', standing: { reason: 'releasing' } },
    ]);
    await payAllSellers();
    const [underWay] = await readPaymentGroup(seller, 'on-its-way');
    expect(underWay).toMatchObject({ standing: { reason: 'on-its-way' }, paidOutAt: null });
    expect(Date.parse(String(underWay?.standing.at))).toBeGreaterThan(Date.parse(String(underWay?.paidAt)));
    expect(await readTotals(seller)).toMatchObject({
      owed: { count: 0, amount: 0 },
      'on-its-way': { count: 1, amount: 1_000 },
      paid: { count: 0, amount: 0 },
      debt: 0,
    });
    await advancePayouts(paidOrder, 2);
    const [arrivedPayment] = await readPaymentGroup(seller, 'paid');
    expect(arrivedPayment).toMatchObject({ state: 'paid-out', standing: { reason: 'paid' } });
    expect(Date.parse(String(arrivedPayment?.paidOutAt))).toBeGreaterThan(Date.parse(String(arrivedPayment?.paidAt)));
    expect(await readTotals(seller)).toMatchObject({
      'on-its-way': { count: 0, amount: 0 },
      paid: { count: 1, amount: 1_000 },
    });
  });

  it('say that a complaint, a missing account or a suspension is in the way, on the page of the order too', async () => {
    const unpayableSeller = await makeUser(server, 'Seller');
    const unpaidOrder = await makeConfirmedSale(server, unpayableSeller);
    const orderWithComplaint = await payOrder(server, unpayableSeller, { car: { dollars: 500 } });
    await call(server, orderWithComplaint.buyer, 'POST', `/api/v1/orders/${orderWithComplaint.bookingId}/complaint`, {
      ground: 'not-handed-over',
      text: 'The seller did not come.',
    });
    expect(
      (await readPaymentGroup(unpayableSeller, 'owed')).map(({ _id, standing }) => [_id, standing.reason]),
    ).toEqual([
      [orderWithComplaint.bookingId, 'complaint'],
      [unpaidOrder.bookingId, 'no-account'],
    ]);
    const orderPath = `/api/v1/orders/${unpaidOrder.bookingId}`;
    expect((await call(server, unpayableSeller, 'GET', orderPath)).body).toMatchObject({
      sale: { money: { standing: { reason: 'no-account' } } },
    });
    expect((await call(server, unpaidOrder.buyer, 'GET', orderPath)).body).toMatchObject({ sale: { money: null } });
    await call(server, admin, 'POST', `/api/v1/accounts/${unpayableSeller.id}/suspension`, {
      reason: 'To be looked into',
    });
    expect((await listAllPayments('?reason=suspended')).map(({ _id }) => _id)).toEqual([unpaidOrder.bookingId]);
    expect((await callInNewSession(admin, 'GET', orderPath)).body).toMatchObject({
      sale: { money: { standing: { reason: 'suspended' } } },
    });
  });

  it('say that the bank disputes the payment, also to the seller while a complaint of the buyer is open', async () => {
    const seller = await makeUser(server, 'Seller');
    const order = await payOrder(server, seller, { car: { dollars: 700 } });
    await call(server, order.buyer, 'POST', `/api/v1/orders/${order.bookingId}/complaint`, {
      ground: 'other',
      text: 'The papers are missing.',
    });
    await server.context.pool.query(
      `INSERT INTO dispute (id, kind, intent_id, amount_cents, reason, provider_status, open, created_at, updated_at)
       VALUES ('dp_shown', 'dispute', $1, 70000, 'fraudulent', 'needs_response', true, now(), now())`,
      [order.intentId],
    );
    try {
      expect(await readPaymentGroup(seller, 'owed')).toMatchObject([{ standing: { reason: 'disputed' } }]);
      expect((await listAllPayments('?reason=disputed')).map(({ _id }) => _id)).toContain(order.bookingId);
    } finally {
      await server.context.pool.query("DELETE FROM dispute WHERE id = 'dp_shown'");
    }
  });

  it('come page by page, the newest first', async () => {
    const seller = await makeUser(server, 'Seller');
    const orderIds: string[] = [];
    for (const dollars of [100, 200, 300])
      orderIds.push((await payOrder(server, seller, { car: { dollars } })).bookingId);
    const path = '/api/v1/me/payouts?group=owed&limit=2';
    const readPage = async (query = '') =>
      (await call(server, seller, 'GET', `${path}${query}`)).body as unknown as {
        payments: readonly SellerPayment[];
        next: string | null;
      };
    const firstPage = await readPage();
    const secondPage = await readPage(`&cursor=${String(firstPage.next)}`);
    const listedPayments = [...firstPage.payments, ...secondPage.payments];
    expect(listedPayments.map(({ _id }) => _id)).toEqual(orderIds.toReversed());
    expect([firstPage.payments.length, secondPage.next]).toEqual([2, null]);
    expect((await call(server, seller, 'GET', `${path}&cursor=wrong`)).status).toBe(400);
    expect(await readTotals(seller)).toMatchObject({ owed: { count: 3, amount: 600 } });
  });

  it('say that the bank sent the money back, with its code and the next try', async () => {
    const seller = await makePaidSeller(server, '555555551');
    const order = await makeConfirmedSale(server, seller);
    await payAllSellers();
    await payAllSellers();
    await advancePayouts(order, 2);
    await server.sandbox.delayedChangeControl.settle(
      server.sandbox.account.payouts().find(({ metadata }) => metadata.booking_id === order.bookingId)?.id ?? '',
    );
    moveClockForward(26 * 60);
    await payAllSellers();
    const [returnedPayment] = await readPaymentGroup(seller, 'returned');
    expect(returnedPayment).toMatchObject({
      state: 'transferred',
      standing: { reason: 'returned', code: 'account_closed' },
    });
    expect(await readTotals(seller)).toMatchObject({
      returned: { count: 1, amount: 1_000 },
      'on-its-way': { count: 0 },
      paid: { count: 0, amount: 0 },
    });
    expect(await listAllPayments('?reason=returned')).toMatchObject([
      { _id: order.bookingId, seller: { _id: seller.id } },
    ]);
  });
});

it('of a refused transfer is made by an admin at once, with a second factor that was just proved, and once', async () => {
  const seller = await makePaidSeller(server);
  // The provider's fee on this charge is higher than the part of the balance that remains beside the seller's share.
  const order = await makeConfirmedSale(server, seller, 900_000);
  await payAllSellers();
  const [listedPayment] = await listAllPayments('?reason=refused');
  expect(listedPayment).toMatchObject({
    _id: order.bookingId,
    retryable: true,
    standing: { reason: 'refused', at: expect.any(String) },
  });
  const allPayments = await listAllPayments();
  const times = allPayments.map(({ paidAt }) => Date.parse(paidAt));
  expect(times).toEqual(times.toSorted((one, other) => one - other));

  const retryPaymentAs = (caller: TestUser, id = order.bookingId) =>
    call(server, caller, 'POST', `/api/v1/seller-payments/${id}/retry`, {});
  const listTransfers = () =>
    server.sandbox.account.transfers().filter(({ transfer_group: group }) => group === order.bookingId);
  const answerWithoutProof = await retryPaymentAs(await makeUser(server, 'admin'));
  expect([answerWithoutProof.status, answerWithoutProof.body.code]).toEqual([403, 'SECOND_FACTOR_PROOF_REQUIRED']);
  expect(listTransfers()).toHaveLength(0);

  const adminWithProof = { ...admin, token: await proveByApp(server, admin.email, await signIn(server, admin.email)) };
  expect((await retryPaymentAs(adminWithProof, '0190c1a0-0000-7000-8000-000000000000')).status).toBe(404);
  for (let count = 0; count < 2; count += 1)
    await payOrder(server, await makeUser(server, 'Seller'), { car: { dollars: 900_000 } });
  const answers = await Promise.all([retryPaymentAs(adminWithProof), retryPaymentAs(adminWithProof)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.reduce((sum, { body }) => sum + Number(body.modifiedCount), 0)).toBe(1);
  expect(listTransfers()).toHaveLength(1);
  expect((await retryPaymentAs(adminWithProof)).body.modifiedCount).toBe(0);
  const { rows } = await server.context.pool.query(
    "SELECT actor_id, after FROM audit_entry WHERE noun = 'sale' AND action = 'retry-payment' AND noun_id = $1",
    [order.bookingId],
  );
  expect(rows).toEqual([{ actor_id: admin.id, after: { reason: 'refused' } }]);
});
