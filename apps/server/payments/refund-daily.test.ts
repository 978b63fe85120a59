import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSaleWithBank } from '../testing/bank-parts.ts';
import { type Answer, call, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { makeOrderInParts, payPartByCard, readPartStates } from '../testing/price-parts.ts';
import { proveByApp } from '../testing/second-step.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer(unlimitedProtection, undefined, { REFUND_SECOND_ADMIN_ABOVE: '10000' });
  seller = await makeUser(server, 'Seller');
  await makeUser(server, 'admin');
});
afterAll(() => server.close());

const makePaidOrder = (dollars: number): Promise<PaidOrder> => payOrder(server, seller, { car: { dollars } });
const refundAs = (caller: TestUser, order: PaidOrder): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'The car was damaged.' });
const findSentRefunds = (order: PaidOrder) =>
  server.sandbox.account.refunds().filter((each) => each.payment_intent === order.intentId).length;

describe('refunds by one admin in 24 hours', () => {
  it('wait for a second admin from where they pass the sum together', async () => {
    const admin = await makeUser(server, 'admin');
    const [firstOrder, secondOrder, thirdOrder] = [
      await makePaidOrder(6_000),
      await makePaidOrder(4_000),
      await makePaidOrder(100),
    ];
    expect((await refundAs(admin, firstOrder)).status).toBe(200);
    expect((await refundAs(admin, secondOrder)).status).toBe(200);
    expect(await refundAs(admin, thirdOrder)).toMatchObject({ status: 202, body: { amount: 100 } });
    expect([findSentRefunds(firstOrder), findSentRefunds(secondOrder), findSentRefunds(thirdOrder)]).toEqual([1, 1, 0]);
    // Repeating a completed refund does not refund again.
    expect(await refundAs(admin, secondOrder)).toMatchObject({ status: 200, body: { state: 'succeeded' } });
    const otherAdmin = await makeUser(server, 'admin');
    expect((await refundAs(otherAdmin, await makePaidOrder(9_000))).status).toBe(200);
  });

  it('count the whole price of an order that was paid in parts', async () => {
    const admin = await makeUser(server, 'admin');
    const order = await makeOrderInParts(server, seller, [6_000, 5_000]);
    await payPartByCard(server, order);
    await payPartByCard(server, order);
    const requestAnswer = await call(server, admin, 'POST', `/api/v1/payments/${order.bookingId}/refund`, {
      reason: 'The car was damaged.',
    });
    expect(requestAnswer).toMatchObject({ status: 202, body: { amount: 11_000 } });
    const otherAdmin = await makeUser(server, 'admin');
    const decisionAnswer = await call(
      server,
      otherAdmin,
      'POST',
      `/api/v1/approvals/${String(requestAnswer.body.approvalId)}/confirmation`,
      {},
    );
    expect(decisionAnswer.status).toBe(200);
    expect(await readPartStates(server, order)).toEqual(['refunded', 'refunded']);
    // A second admin has approved the refunds, so they do not count towards the daily limit of the first admin.
    expect((await refundAs(admin, await makePaidOrder(9_000))).status).toBe(200);
  });

  it('count the part of a bank, at the limit and in the sum of a day', async () => {
    const other = await makeUser(server, 'admin');
    const confirmingAdmin = { ...other, token: await proveByApp(server, other.email, other.token) };
    const makeSaleWithBankPart = (bank: number) =>
      makeSaleWithBank(server, { seller, admin: confirmingAdmin }, [1_000], bank);
    const undoSale = async (caller: TestUser, { bookingId }: { bookingId: string }) =>
      (await call(server, caller, 'POST', `/api/v1/payments/${bookingId}/refund`, { reason: 'The car was damaged.' }))
        .status;
    const admin = await makeUser(server, 'admin');
    expect(await undoSale(admin, await makeSaleWithBankPart(9_000.01))).toBe(202);
    expect(await undoSale(admin, await makeSaleWithBankPart(9_000))).toBe(200);
    expect((await refundAs(admin, await makePaidOrder(100))).status).toBe(202);
    const adminWithRefunds = await makeUser(server, 'admin');
    expect((await refundAs(adminWithRefunds, await makePaidOrder(5_000))).status).toBe(200);
    expect(await undoSale(adminWithRefunds, await makeSaleWithBankPart(4_000.01))).toBe(202);
    expect(await undoSale(adminWithRefunds, await makeSaleWithBankPart(4_000))).toBe(200);
  });

  it('pass the sum once when two are asked for at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const admin = await makeUser(server, 'admin');
      const orders = [await makePaidOrder(6_000), await makePaidOrder(6_000)] as const;
      const answers = await Promise.all(orders.map((order) => refundAs(admin, order)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 202]);
      expect(findSentRefunds(orders[0]) + findSentRefunds(orders[1])).toBe(1);
    }
  });

  it('count for a day only', async () => {
    const admin = await makeUser(server, 'admin');
    const [firstOrder, secondOrder] = [await makePaidOrder(9_000), await makePaidOrder(9_000)];
    expect((await refundAs(admin, firstOrder)).status).toBe(200);
    const { pool } = server.context;
    const moveRefundBackSql = "UPDATE refund SET created_at = created_at - interval '24 hours' WHERE intent_id = $1";
    expect((await pool.query(moveRefundBackSql, [firstOrder.intentId])).rowCount).toBe(1);
    expect((await refundAs(admin, secondOrder)).status).toBe(200);
  });

  it('do not count where a second admin has confirmed them', async () => {
    const [asker, secondAdmin] = [await makeUser(server, 'admin'), await makeUser(server, 'admin')];
    const largeOrder = await makePaidOrder(20_000);
    const { approvalId } = (await refundAs(asker, largeOrder)).body;
    const confirmationAnswer = await call(
      server,
      secondAdmin,
      'POST',
      `/api/v1/approvals/${String(approvalId)}/confirmation`,
      {},
    );
    expect(confirmationAnswer.body).toEqual({ state: 'confirmed' });
    for (const admin of [asker, secondAdmin])
      expect((await refundAs(admin, await makePaidOrder(9_000))).status).toBe(200);
  });
});
