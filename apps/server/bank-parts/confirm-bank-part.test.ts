import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { deliverOutbox } from '../payments/deliver-outbox.ts';
import { checkMoney } from '../reconciliation/check-money.ts';
import { actOnBankPart, confirmBankPayment, makeOrderWithBank, makeSaleWithBank } from '../testing/bank-parts.ts';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { confirmSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import { readMailsTo } from '../testing/mailbox.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { type OrderInParts, payPartByCard, readPartStates, savePlan, showPlan } from '../testing/price-parts.ts';
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
  await assertAudits(server.context.pool);
});
afterAll(() => bench.close());

async function proveSecondFactorOf(user: TestUser): Promise<TestUser> {
  const { token } = await bench.signInAgain(user);
  return { ...user, token: await proveByApp(server, user.email, token) };
}

const readBooking = async ({ bookingId }: OrderInParts) =>
  (await server.context.pool.query('SELECT status, reserved_until FROM booking WHERE id = $1', [bookingId])).rows[0];
const readBankPart = async (reader: TestUser, { bookingId }: OrderInParts) =>
  (await call(server, reader, 'GET', `/api/v1/orders/${bookingId}`)).body.bankPart as Record<string, unknown>;
const readState = async (order: OrderInParts) => (await readBankPart(order.buyer, order)).state;
const actAndReadCode = async (
  ...parameters: [TestUser | null, OrderInParts, Parameters<typeof actOnBankPart>[3], object?]
) => {
  const [caller, { bookingId }, name, body] = parameters;
  const answer = await actOnBankPart(server, caller, bookingId, name, body);
  return answer.status === 200 ? 200 : answer.body.code;
};

describe('a part that a bank pays', () => {
  it('completes the price when buyer, seller and an admin have said so, and the seller is paid the rest', async () => {
    const order = await makeOrderWithBank(server, seller, [50_000, 10_000], 2_000_000);
    expect(await actAndReadCode(order.buyer, order, 'statement')).toBe('ILLEGAL_TRANSITION');
    await payPartByCard(server, order);
    await payPartByCard(server, order);
    expect(await readPartStates(server, order)).toEqual(['paid', 'paid', 'open']);
    const chargeAnswer = await call(server, order.buyer, 'POST', '/api/create-payment-intent', {
      paymentId: order.bookingId,
    });
    expect([chargeAnswer.status, chargeAnswer.body.code]).toEqual([409, 'ILLEGAL_TRANSITION']);
    await confirmBankPayment(server, seller, order);
    expect(await readBooking(order)).toMatchObject({ status: 'unpaid' });
    expect(await readPartStates(server, order)).toEqual(['paid', 'paid', 'open']);
    expect(await actAndReadCode(admin, order, 'confirmation')).toBe(200);
    expect(await readBooking(order)).toEqual({ status: 'paid', reserved_until: null });
    expect(await readPartStates(server, order)).toEqual(['paid', 'paid', 'paid']);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      bank_paid: -200_000_000,
      bank_received: 200_000_000,
      provider_balance: 6_000_000,
      seller_payable: -6_000_000,
    });
    expect((await call(server, order.buyer, 'GET', `/api/v1/bookings/${order.bookingId}/receipt`)).body).toMatchObject({
      amount: 2_060_000,
      parts: [{ amount: 50_000 }, { amount: 10_000 }],
      bankPart: { amount: 2_000_000, bank: 'Orchid Bank', reference: 'HP 4711' },
    });
    await confirmSale(server, seller, order);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
    const transfersToSeller = server.sandbox.account
      .transfers()
      .filter(({ transfer_group: group }) => group === order.bookingId);
    expect(new Set(transfersToSeller.map(({ amount }) => amount))).toEqual(new Set([1_000_000, 5_000_000]));
    await checkMoney(server.context);
    // Another test leaves its own seller in debt.
    const { rows } = await server.context.pool.query(
      "SELECT kind FROM discrepancy WHERE state = 'open' AND (kind <> 'seller-in-debt' OR subject = $1)",
      [seller.id],
    );
    expect(rows).toEqual([]);
  });

  it('may be confirmed before the last charge, which then completes the price', async () => {
    const order = await makeOrderWithBank(server, seller, [30_000, 10_000], 60_000);
    await payPartByCard(server, order);
    await confirmBankPayment(server, seller, order);
    expect(await actAndReadCode(admin, order, 'confirmation')).toBe(200);
    expect(await readBooking(order)).toMatchObject({ status: 'unpaid', reserved_until: expect.any(Date) });
    expect((await payPartByCard(server, order)).status).toBe(200);
    expect(await readBooking(order)).toMatchObject({ status: 'paid' });
    expect(await sumPostingsOfOrder(server, order.bookingId)).toMatchObject({ seller_payable: -4_000_000 });
  });

  it('does not complete the price with the last charge while no admin has confirmed it', async () => {
    const order = await makeOrderWithBank(server, seller, [30_000, 10_000], 60_000);
    await payPartByCard(server, order);
    await confirmBankPayment(server, seller, order);
    expect((await payPartByCard(server, order)).status).toBe(200);
    expect(await readBooking(order)).toMatchObject({ status: 'unpaid' });
    expect(await readPartStates(server, order)).toEqual(['paid', 'paid', 'open']);
    expect(await actAndReadCode(admin, order, 'confirmation')).toBe(200);
    expect(await readBooking(order)).toMatchObject({ status: 'paid' });
  });

  it('is stated, received and confirmed by one side each, and by nobody else', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
    await payPartByCard(server, order);
    const stranger = await makeUser(server, 'Buyer');
    for (const [caller, name, code] of [
      [stranger, 'statement', 'NOT_FOUND'],
      [seller, 'statement', 'ROLE_REQUIRED'],
      [admin, 'statement', 'ROLE_REQUIRED'],
      [seller, 'receipt', 'ILLEGAL_TRANSITION'],
      [order.buyer, 'statement', 200],
      [order.buyer, 'statement', 'ILLEGAL_TRANSITION'],
      [order.buyer, 'receipt', 'ROLE_REQUIRED'],
      [admin, 'receipt', 'ROLE_REQUIRED'],
      [order.buyer, 'confirmation', 'ROLE_REQUIRED'],
      [admin, 'confirmation', 'ILLEGAL_TRANSITION'],
      [seller, 'receipt', 200],
      [order.buyer, 'refusal', 'ILLEGAL_TRANSITION'],
      [seller, 'refusal', 'ILLEGAL_TRANSITION'],
      [order.buyer, 'confirmation', 'ROLE_REQUIRED'],
      [seller, 'confirmation', 'ROLE_REQUIRED'],
      [await makeUser(server, 'admin'), 'confirmation', 'SECOND_FACTOR_PROOF_REQUIRED'],
      [order.buyer, 'return-confirmation', 'ILLEGAL_TRANSITION'],
      [seller, 'return', 'ILLEGAL_TRANSITION'],
    ] as const)
      expect([name, await actAndReadCode(caller, order, name)]).toEqual([name, code]);
    expect(await readBooking(order)).toMatchObject({ status: 'unpaid' });
    expect(await actAndReadCode(admin, order, 'confirmation')).toBe(200);
    expect(await actAndReadCode(admin, order, 'confirmation')).toBe('ILLEGAL_TRANSITION');
    expect(await actAndReadCode(seller, order, 'refusal')).toBe('ILLEGAL_TRANSITION');
  });

  it('is withdrawn, refused or rejected with a reason that both read, and stated again', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
    await payPartByCard(server, order);
    expect(await actAndReadCode(order.buyer, order, 'statement')).toBe(200);
    expect(await actAndReadCode(order.buyer, order, 'refusal')).toBe(200);
    expect(await readBankPart(seller, order)).toMatchObject({
      state: 'expected',
      bank: null,
      refusal: { reason: 'It was another car.', by: 'buyer' },
    });
    await actAndReadCode(order.buyer, order, 'statement');
    expect(await actAndReadCode(seller, order, 'refusal')).toBe(200);
    expect(await readBankPart(order.buyer, order)).toMatchObject({ state: 'expected', refusal: { by: 'seller' } });
    await confirmBankPayment(server, seller, order);
    const waitingListAnswer = await call(server, admin, 'GET', '/api/v1/bank-parts');
    expect(waitingListAnswer.body.parts).toMatchObject([
      { bookingId: order.bookingId, amount: 80_000, bank: 'Orchid Bank', sellerReference: 'IN 0815' },
    ]);
    expect(await actAndReadCode(admin, order, 'rejection')).toBe(200);
    expect(await readBankPart(order.buyer, order)).toMatchObject({
      state: 'expected',
      refusal: { reason: 'The references differ.', by: 'admin' },
    });
    await confirmBankPayment(server, seller, order);
    expect(await actAndReadCode(admin, order, 'confirmation')).toBe(200);
    expect(await readBooking(order)).toMatchObject({ status: 'paid' });
  });

  it('is mailed to the side whose turn it is, without names and references', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
    await payPartByCard(server, order);
    // A user gets at most three mails an hour, and the earlier mails of this test would use up that limit.
    await server.context.pool.query("UPDATE outbox SET state = 'dropped' WHERE state = 'waiting'");
    await confirmBankPayment(server, seller, order);
    await actAndReadCode(admin, order, 'rejection');
    await deliverOutbox(server.context, server.context.mailer);
    const mailsToBuyer = await readMailsTo(server, order.buyer.email);
    expect(mailsToBuyer.map(({ subject }) => subject.split(':')[0])).toEqual(
      expect.arrayContaining(['The seller has the money of your bank', 'The money of the bank is not confirmed']),
    );
    for (const { text } of [...mailsToBuyer, ...(await readMailsTo(server, seller.email))])
      expect(text).not.toMatch(/Orchid|HP 4711|IN 0815|references differ/);
    await actAndReadCode(order.buyer, order, 'statement');
    await deliverOutbox(server.context, server.context.mailer);
    const mailsAboutRequests = (await readMailsTo(server, seller.email)).filter(({ subject }) =>
      subject.includes('Has the bank'),
    );
    expect(mailsAboutRequests).toHaveLength(2);
  });

  it('stands in a plan once, never first, and the parts sum to the price', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
    const savePlan = async (body: object) =>
      (await call(server, order.buyer, 'PUT', `/api/v1/bookings/${order.bookingId}/payment-plan`, body)).status;
    expect(await savePlan({ amounts: [], bank: 100_000 })).toBe(422);
    expect(await savePlan({ amounts: [20_000], bank: 79_999 })).toBe(422);
    expect(await savePlan({ amounts: [100_000], bank: 0 })).toBe(422);
    expect(await savePlan({ amounts: [1_999], bank: 98_001 })).toBe(422);
    expect(await savePlan({ amounts: [2_000], bank: 98_000 })).toBe(200);
    expect((await showPlan(server, order.buyer, order.bookingId)).body.parts).toMatchObject([
      { number: 1, amount: 2_000, payer: 'buyer' },
      { number: 2, amount: 98_000, payer: 'bank', state: 'open', method: null },
    ]);
    expect(await savePlan({ amounts: [100_000] })).toBe(200);
    expect((await call(server, order.buyer, 'GET', `/api/v1/orders/${order.bookingId}`)).body.bankPart).toBeNull();
  });
});

describe('an order with a part that a bank pays', () => {
  it('refunds only what was charged here, and the seller returns the rest to the bank, as both confirm', async () => {
    const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
    await payPartByCard(server, order);
    await confirmBankPayment(server, seller, order);
    await actAndReadCode(admin, order, 'confirmation');
    const refundAnswer = await call(server, admin, 'POST', `/api/v1/payments/${order.bookingId}/refund`, {
      reason: 'Damaged',
    });
    expect([refundAnswer.status, refundAnswer.body.amount]).toEqual([200, 20_000]);
    expect(await readState(order)).toBe('to-return');
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      bank_paid: -8_000_000,
      bank_received: 8_000_000,
    });
    const returningListAnswer = await call(server, admin, 'GET', '/api/v1/bank-parts?stage=returning');
    expect(returningListAnswer.body.parts).toContainEqual(
      expect.objectContaining({ bookingId: order.bookingId, state: 'to-return' }),
    );
    expect(await actAndReadCode(order.buyer, order, 'return')).toBe('ROLE_REQUIRED');
    expect(await actAndReadCode(seller, order, 'return')).toBe(200);
    expect(await actAndReadCode(seller, order, 'return-confirmation')).toBe('ROLE_REQUIRED');
    expect(
      await actAndReadCode(order.buyer, order, 'return-confirmation', { arrived: false, reason: 'Not there yet.' }),
    ).toBe(200);
    expect(await readState(order)).toBe('to-return');
    await actAndReadCode(seller, order, 'return');
    expect(await actAndReadCode(order.buyer, order, 'return-confirmation')).toBe(200);
    expect(await readState(order)).toBe('returned');
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
  });

  it('closes the part when it is cancelled before the seller has the money, and else owes it to the bank', async () => {
    const cancel = async (order: OrderInParts) =>
      (await call(server, order.buyer, 'POST', `/api/v1/bookings/${order.bookingId}/cancellation`, {})).status;
    for (const [acts, state] of [
      [[], 'closed'],
      [['statement'], 'closed'],
      [['statement', 'receipt'], 'to-return'],
    ] as const) {
      const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
      await payPartByCard(server, order);
      for (const name of acts) await actAndReadCode(name === 'receipt' ? seller : order.buyer, order, name);
      expect(await cancel(order)).toBe(200);
      expect(await readState(order)).toBe(state);
      expect((await sumPostingsOfOrder(server, order.bookingId)).bank_received).toBe(
        state === 'closed' ? undefined : 8_000_000,
      );
    }
  });

  it('does not lapse while an admin has not decided about money that the seller has', async () => {
    const waitingOrder = await makeOrderWithBank(server, seller, [20_000], 80_000);
    const orderWithStatement = await makeOrderWithBank(server, seller, [20_000], 80_000);
    for (const order of [waitingOrder, orderWithStatement]) await payPartByCard(server, order);
    await confirmBankPayment(server, seller, waitingOrder);
    await actAndReadCode(orderWithStatement.buyer, orderWithStatement, 'statement');
    bench.advanceClock(8 * 24 * 60);
    await endLapsedReservations(server.context);
    const [lateBooking, closedBooking] = [await readBooking(waitingOrder), await readBooking(orderWithStatement)];
    expect([lateBooking.status, closedBooking.status]).toEqual(['unpaid', 'cancelled']);
    expect(await actAndReadCode(await proveSecondFactorOf(bench.admin), waitingOrder, 'confirmation')).toBe(200);
    expect((await readBooking(waitingOrder)).status).toBe('paid');
    bench.reset();
    admin = await proveSecondFactorOf(bench.admin);
  });

  it('makes a fee that is more than what was paid here a debt of the seller', async () => {
    const owner = await makeUser(server, 'Seller');
    const feeRule = { isEnd: false, seller: owner.id, basisPoints: 4_000, fixed: 0, cap: null, gstBasisPoints: 900 };
    expect((await call(server, admin, 'POST', '/api/v1/fee-rules', feeRule)).status).toBe(200);
    const order = await makeSaleWithBank(server, { seller: owner, admin }, [20_000], 80_000);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      bank_paid: -8_000_000,
      bank_received: 8_000_000,
      fee: -4_000_000,
      gst: -360_000,
      provider_balance: 2_000_000,
      seller_debt: 2_360_000,
    });
    const sale = (await call(server, owner, 'GET', `/api/v1/orders/${order.bookingId}`)).body.sale as {
      money: { share: number };
    };
    expect(sale.money.share).toBe(0);
    const currentMonth = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
    const statementAnswer = await call(server, owner, 'GET', `/api/v1/me/statements/${currentMonth}`);
    expect(statementAnswer.status).toBe(200);
    expect(JSON.stringify(statementAnswer.body)).toContain('"kind":"bank-part"');
    expect(statementAnswer.body.closing).toBe(-23_600);
  });
});

describe('at the same moment', () => {
  it('two admins confirm a part once, and a last charge and a confirmation complete the price once', async () => {
    const otherAdmin = await proveSecondFactorOf(await makeUser(server, 'admin'));
    for (let round = 0; round < 5; round += 1) {
      const order = await makeOrderWithBank(server, seller, [20_000, 20_000], 60_000);
      await payPartByCard(server, order);
      await confirmBankPayment(server, seller, order);
      const [chargeAnswer, ...confirmations] = await Promise.all([
        payPartByCard(server, order),
        actAndReadCode(admin, order, 'confirmation'),
        actAndReadCode(otherAdmin, order, 'confirmation'),
      ]);
      expect(chargeAnswer.status).toBe(200);
      expect(new Set(confirmations)).toEqual(new Set([200, 'ILLEGAL_TRANSITION']));
      expect((await readBooking(order)).status).toBe('paid');
    }
  });

  it('a confirmation and the end of the order have one outcome', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
      await payPartByCard(server, order);
      await confirmBankPayment(server, seller, order);
      const cancellationPath = `/api/v1/bookings/${order.bookingId}/cancellation`;
      const [cancellation, confirmation] = await Promise.all([
        call(server, order.buyer, 'POST', cancellationPath, {}),
        actAndReadCode(admin, order, 'confirmation'),
      ]);
      const { status } = await readBooking(order);
      const outcome = [status, await readState(order), cancellation.status === 200, confirmation].join(' ');
      expect(['paid confirmed false 200', 'cancelled to-return true ILLEGAL_TRANSITION']).toContain(outcome);
      outcomes.add(outcome);
      await assertAudits(server.context.pool);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  it('a new plan and a first part have one outcome, and a stated part keeps its plan', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await makeOrderWithBank(server, seller, [20_000], 80_000);
      const [paidAnswer, planAnswer] = await Promise.all([
        payPartByCard(server, order),
        savePlan(server, order.buyer, order.bookingId, [50_000, 50_000]),
      ]);
      const parts = (await showPlan(server, order.buyer, order.bookingId)).body.parts as { amount: number }[];
      const hasOldPlan = parts[0]?.amount === 20_000;
      expect(planAnswer.status === 200).toBe(!hasOldPlan);
      if (!hasOldPlan) continue;
      expect(paidAnswer.status).toBe(200);
      const answers = await Promise.all([
        actAndReadCode(order.buyer, order, 'statement'),
        savePlan(server, order.buyer, order.bookingId, [50_000, 50_000]).then(({ status }) => status),
      ]);
      expect(answers).toEqual([200, 409]);
    }
  });
});
