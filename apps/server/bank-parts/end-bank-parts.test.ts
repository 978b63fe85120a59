import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { actOnBankPart, confirmBankPayment, makeOrderWithBank, makeSaleWithBank } from '../testing/bank-parts.ts';
import { bookListing, call, makeUser, password, type TestUser } from '../testing/builders.ts';
import { confirmSale, readSellerPayment } from '../testing/confirmed-sale.ts';
import { openNodeWithSettings } from '../testing/introducer-node.ts';
import { disputedCard, loseDisputes, recordDisputesOf } from '../testing/lost-dispute.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller } from '../testing/payout-seller.ts';
import { makeOrderInParts, type OrderInParts, payPartByCard } from '../testing/price-parts.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { proveByApp } from '../testing/second-step.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: PayoutBench;
let server: TestServer;
let seller: TestUser;
let admin: TestUser;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server, seller } = bench);
  admin = await proveSecondFactorOf(bench.admin);
});
afterEach(async () => {
  bench.reset();
  admin = await proveSecondFactorOf(bench.admin);
  await assertAudits(server.context.pool);
});
afterAll(() => bench.close());

async function proveSecondFactorOf(user: TestUser): Promise<TestUser> {
  const { token } = await bench.signInAgain(user);
  return { ...user, token: await proveByApp(server, user.email, token) };
}

const query = async (sql: string, ...values: unknown[]) => (await server.context.pool.query(sql, values)).rows;
const readStatus = async ({ bookingId }: OrderInParts) =>
  (await query('SELECT status FROM booking WHERE id = $1', bookingId))[0].status;
/** Counts the bank parts that wait for an admin. */
async function countWaitingParts(): Promise<number> {
  const { status, body } = await call(server, admin, 'GET', '/api/v1/overview/queues');
  expect([status, body.bankParts]).toEqual([200, expect.any(Number)]);
  return body.bankParts as number;
}
const actAndReadCode = async (
  ...[caller, { bookingId }, name]: [TestUser, OrderInParts, Parameters<typeof actOnBankPart>[3]]
) => {
  const answer = await actOnBankPart(server, caller, bookingId, name);
  return answer.status === 200 ? 200 : answer.body.code;
};

describe('a decision of an admin after the reservation would have ended', () => {
  const makeLateOrder = async (amounts: readonly number[]): Promise<OrderInParts> => {
    const order = await makeOrderWithBank(server, seller, amounts, 60_000);
    await payPartByCard(server, order);
    await confirmBankPayment(server, seller, order);
    bench.advanceClock(8 * 24 * 60);
    return { ...order, buyer: await bench.signInAgain(order.buyer) };
  };

  it('leaves the buyer three days to pay the rest of the price', async () => {
    const order = await makeLateOrder([30_000, 10_000]);
    expect(await actAndReadCode(await proveSecondFactorOf(bench.admin), order, 'confirmation')).toBe(200);
    await endLapsedReservations(server.context);
    expect(await readStatus(order)).toBe('unpaid');
    expect((await payPartByCard(server, order)).status).toBe(200);
    expect(await readStatus(order)).toBe('paid');
  });

  it('leaves the buyer three days to state it again, and then ends the reservation', async () => {
    const order = await makeLateOrder([40_000]);
    expect(await actAndReadCode(await proveSecondFactorOf(bench.admin), order, 'rejection')).toBe(200);
    await endLapsedReservations(server.context);
    expect(await readStatus(order)).toBe('unpaid');
    expect(await actAndReadCode(order.buyer, order, 'statement')).toBe(200);
    bench.advanceClock(12 * 24 * 60);
    await endLapsedReservations(server.context);
    expect(await readStatus(order)).toBe('cancelled');
  });
});

describe('a part of a price that a bank has taken back before the price was complete', () => {
  const readIntent = async ({ bookingId }: OrderInParts): Promise<string> =>
    (await query('SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY paid_at, id', bookingId))[0].intent_id;

  it.each(['a bank part', 'the last charge'])(
    'freezes the sale that %s completes, until an admin decides',
    async (completingPaymentKind) => {
      const owner = await makePaidSeller(server);
      const isCompletedByBank = completingPaymentKind === 'a bank part';
      const order = isCompletedByBank
        ? await makeOrderWithBank(server, owner, [20_000], 80_000)
        : await makeOrderInParts(server, owner, [20_000, 80_000]);
      await payPartByCard(server, order, disputedCard);
      const intentId = await readIntent(order);
      await recordDisputesOf(server, intentId);
      if (isCompletedByBank) {
        await confirmBankPayment(server, owner, order);
        expect(await actAndReadCode(admin, order, 'confirmation')).toBe(200);
      } else expect((await payPartByCard(server, order)).status).toBe(200);
      expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'frozen' });
      await loseDisputes(server, intentId);
      bench.advanceClock(24 * 60);
      await bench.runPayments();
      expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'frozen', transfers: [] });
      admin = await proveSecondFactorOf(bench.admin);
      const decision = { outcome: 'released', reason: 'The buyer has paid again.' };
      const path = `/api/v1/orders/${order.bookingId}/complaint/decision`;
      expect((await call(server, admin, 'POST', path, decision)).status).toBe(200);
      bench.advanceClock(24 * 60);
      await bench.runPayments();
      expect((await readSellerPayment(server, order.bookingId)).transfers).not.toEqual([]);
    },
  );

  it('freezes the sale when its last charge is reported again, after a crash before the freeze', async () => {
    const order = await makeOrderInParts(server, await makePaidSeller(server), [20_000, 80_000]);
    await payPartByCard(server, order);
    await payPartByCard(server, order);
    const [firstCharge, lastCharge] = await query(
      'SELECT intent_id FROM payment WHERE booking_id = $1 ORDER BY paid_at, id',
      order.bookingId,
    );
    await query(
      `INSERT INTO dispute (id, kind, intent_id, amount_cents, reason, provider_status, open, created_at, updated_at)
       VALUES ('du_crash', 'dispute', $1, 2000000, 'fraudulent', 'lost', false, now(), now())`,
      firstCharge.intent_id,
    );
    expect(await readSellerPayment(server, order.bookingId)).not.toMatchObject({ sale: 'frozen' });
    expect(await settlePayment(server.context, lastCharge.intent_id)).toMatchObject({ kind: 'paid' });
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'frozen' });
    await query("DELETE FROM dispute WHERE id = 'du_crash'");
  });

  it('is not transferred when the freeze was missed', async () => {
    const owner = await makePaidSeller(server);
    const order = await makeSaleWithBank(server, { seller: owner, admin }, [20_000], 80_000);
    await confirmSale(server, owner, order);
    await query(
      `INSERT INTO dispute (id, kind, intent_id, amount_cents, reason, provider_status, open, created_at, updated_at)
       VALUES ('du_missed', 'dispute', $1, 2000000, 'fraudulent', 'lost', false, now(), now())`,
      await readIntent(order),
    );
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'frozen', transfers: [] });
    await query("DELETE FROM dispute WHERE id = 'du_missed'");
  });
});

describe('the end of an order', () => {
  it('forgets what a buyer who leaves has stated and no seller has received', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
    await payPartByCard(server, order);
    expect(await actAndReadCode(order.buyer, order, 'statement')).toBe(200);
    expect((await call(server, order.buyer, 'DELETE', '/api/v1/me', { password })).status).toBe(200);
    const rows = await query(
      'SELECT state, bank, buyer_reference FROM bank_part WHERE booking_id = $1',
      order.bookingId,
    );
    expect(rows).toEqual([{ state: 'closed', bank: null, buyer_reference: null }]);
  });

  it('lets an admin answer for the bank only after a second factor', async () => {
    const order = await makeSaleWithBank(server, { seller, admin }, [20_000], 80_000);
    const refundAnswer = await call(server, admin, 'POST', `/api/v1/payments/${order.bookingId}/refund`, {
      reason: 'Damaged',
    });
    expect(refundAnswer.status).toBe(200);
    expect(await actAndReadCode(seller, order, 'return')).toBe(200);
    const unprovedAdmin = await makeUser(server, 'admin');
    expect(await actAndReadCode(unprovedAdmin, order, 'return-confirmation')).toBe('SECOND_FACTOR_PROOF_REQUIRED');
    expect(await actAndReadCode(admin, order, 'return-confirmation')).toBe(200);
  });

  it.each(['suspended', 'deleted'] as const)(
    'lets an admin record the return for a seller whose account is %s, after a second factor',
    async (status) => {
      const owner = await makeUser(server, 'Seller');
      const order = await makeSaleWithBank(server, { seller: owner, admin }, [20_000], 80_000);
      expect(await actAndReadCode(admin, order, 'recorded-return')).toBe('ILLEGAL_TRANSITION');
      const reason = { reason: 'Damaged' };
      expect((await call(server, admin, 'POST', `/api/v1/payments/${order.bookingId}/refund`, reason)).status).toBe(
        200,
      );
      const waitingCountBefore = await countWaitingParts();
      if (status === 'suspended')
        await call(server, admin, 'POST', `/api/v1/accounts/${owner.id}/suspension`, { reason: 'To be looked into' });
      else await call(server, owner, 'DELETE', '/api/v1/me', { password });
      expect(await countWaitingParts()).toBe(waitingCountBefore + 1);
      const listAnswer = await call(server, admin, 'GET', '/api/v1/bank-parts?stage=returning');
      expect(listAnswer.body.parts).toContainEqual(
        expect.objectContaining({
          bookingId: order.bookingId,
          state: 'to-return',
          sellerGone: true,
          since: expect.stringMatching(/^20/),
        }),
      );
      expect(await actAndReadCode(await makeUser(server, 'admin'), order, 'recorded-return')).toBe(
        'SECOND_FACTOR_PROOF_REQUIRED',
      );
      expect(await actAndReadCode(order.buyer, order, 'recorded-return')).toBe('ROLE_REQUIRED');
      expect(await actAndReadCode(admin, order, 'recorded-return')).toBe(200);
      expect(await countWaitingParts()).toBe(waitingCountBefore);
      expect((await call(server, order.buyer, 'GET', `/api/v1/orders/${order.bookingId}`)).body.bankPart).toMatchObject(
        { state: 'sent-back', returnReference: 'OUT 77', returnReason: 'The bank has shown us its receipt.' },
      );
      const denialBody = { arrived: false, reason: 'Not there yet.' };
      expect(
        (await actOnBankPart(server, order.buyer, order.bookingId, 'return-confirmation', denialBody)).status,
      ).toBe(200);
      expect(await actAndReadCode(admin, order, 'recorded-return')).toBe(200);
      // One admin alone cannot clear a seller's debt to a bank.
      expect(await actAndReadCode(admin, order, 'return-confirmation')).toBe('SECOND_ADMIN_REQUIRED');
      await expect(
        query(
          "UPDATE bank_part SET state = 'returned', returned_by = $2, returned_at = now() WHERE booking_id = $1",
          order.bookingId,
          admin.id,
        ),
      ).rejects.toThrow('recorded and confirmed by one account');
      const otherAdmin = await proveSecondFactorOf(await makeUser(server, 'admin'));
      for (const [reader, isRecorder] of [
        [admin, true],
        [otherAdmin, false],
        [order.buyer, false],
      ] as const)
        expect((await call(server, reader, 'GET', `/api/v1/orders/${order.bookingId}`)).body.bankPart).toMatchObject({
          state: 'sent-back',
          returnRecordedByMe: isRecorder,
        });
      expect(await actAndReadCode(status === 'deleted' ? otherAdmin : order.buyer, order, 'return-confirmation')).toBe(
        200,
      );
      expect(
        await query('SELECT state, return_recorded_by FROM bank_part WHERE booking_id = $1', order.bookingId),
      ).toEqual([{ state: 'returned', return_recorded_by: admin.id }]);
    },
  );

  it('lets a second admin confirm what another admin has recorded only with a confirmed address', async () => {
    const order = await makeSaleWithBank(server, { seller, admin }, [20_000], 80_000);
    await call(server, admin, 'POST', `/api/v1/payments/${order.bookingId}/refund`, { reason: 'Damaged' });
    expect(await actAndReadCode(admin, order, 'recorded-return')).toBe(200);
    const secondAdmin = await proveSecondFactorOf(await makeUser(server, 'admin'));
    const node = await openNodeWithSettings(server, {
      trust: { ...server.context.config.trust, needsConfirmedEmail: true },
    });
    const confirm = () => actOnBankPart(node, secondAdmin, order.bookingId, 'return-confirmation');
    expect(await confirm()).toMatchObject({ status: 403, body: { code: 'EMAIL_UNCONFIRMED' } });
    await query('UPDATE account SET email_verified = true WHERE id = $1', secondAdmin.id);
    expect((await confirm()).status).toBe(200);
    await node.closeNode();
  });

  it.each(['suspended', 'deleted'] as const)(
    'waits for an admin when the money is sent back and the account of the buyer is %s',
    async (status) => {
      const order = await makeSaleWithBank(server, { seller, admin }, [20_000], 80_000);
      const reason = { reason: 'Damaged' };
      await call(server, admin, 'POST', `/api/v1/payments/${order.bookingId}/refund`, reason);
      expect(await actAndReadCode(seller, order, 'return')).toBe(200);
      const readReturn = async () => {
        const { body } = await call(server, admin, 'GET', '/api/v1/bank-parts?stage=returning');
        const parts = body.parts as { bookingId: string; buyerGone: boolean; sellerGone: boolean }[];
        const { buyerGone, sellerGone } = parts.find(({ bookingId }) => bookingId === order.bookingId) ?? {};
        const count = await countWaitingParts();
        return { count, buyerGone, sellerGone };
      };
      const { count, ...gone } = await readReturn();
      expect(gone).toEqual({ buyerGone: false, sellerGone: false });
      if (status === 'deleted') await call(server, order.buyer, 'DELETE', '/api/v1/me', { password });
      else await call(server, admin, 'POST', `/api/v1/accounts/${order.buyer.id}/suspension`, reason);
      expect(await readReturn()).toEqual({ count: count + 1, buyerGone: true, sellerGone: false });
      expect(await actAndReadCode(admin, order, 'return-confirmation')).toBe(200);
      expect((await readReturn()).count).toBe(count);
    },
  );

  it.each(['a charge', 'the confirmation of a bank part'])(
    'ends the part of a buyer whose car is sold to another buyer by %s',
    async (completingPaymentKind) => {
      const lostOrder = await makeOrderWithBank(server, seller, [20_000], 80_000);
      const winningBuyer = await makeUser(server, 'Buyer');
      const bookingId = await bookListing(server, winningBuyer, lostOrder.listingId as never);
      const winningOrder = { buyer: winningBuyer, bookingId, listingId: lostOrder.listingId };
      const plan =
        completingPaymentKind === 'a charge' ? { amounts: [50_000, 50_000] } : { amounts: [20_000], bank: 80_000 };
      const path = `/api/v1/bookings/${bookingId}/payment-plan`;
      expect((await call(server, winningBuyer, 'PUT', path, plan)).status).toBe(200);
      await payPartByCard(server, winningOrder);
      if (completingPaymentKind === 'a charge') await payPartByCard(server, winningOrder);
      else {
        await confirmBankPayment(server, seller, winningOrder);
        expect(await actAndReadCode(admin, winningOrder, 'confirmation')).toBe(200);
      }
      expect([await readStatus(winningOrder), await readStatus(lostOrder)]).toEqual(['paid', 'cancelled']);
      const orderAnswer = await call(server, lostOrder.buyer, 'GET', `/api/v1/orders/${lostOrder.bookingId}`);
      expect(orderAnswer.body.bankPart).toMatchObject({ state: 'closed' });
      expect(await actAndReadCode(lostOrder.buyer, lostOrder, 'statement')).toBe('ILLEGAL_TRANSITION');
      const entries = await query(
        "SELECT action, after FROM audit_entry WHERE noun = 'bank_part' AND after ->> 'bookingId' = $1",
        lostOrder.bookingId,
      );
      expect(entries).toEqual([
        { action: 'end-unpaid', after: { state: 'closed', bookingId: lostOrder.bookingId, cents: '8000000' } },
      ]);
    },
  );
});
