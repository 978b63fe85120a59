import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPayoutAccount } from '../payout-accounts/read-payout-account.ts';
import { checkMoney } from '../reconciliation/check-money.ts';
import { makeSaleWithBank } from '../testing/bank-parts.ts';
import { call, type TestUser } from '../testing/builders.ts';
import { confirmSale, makeConfirmedSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import type { PaidOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { followLink, makePaidSeller, type PaidSeller, sendPayoutForm } from '../testing/payout-seller.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { proveByApp } from '../testing/second-step.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: PayoutBench;
let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server } = bench);
  admin = await signInAdminWithProof();
});
afterEach(async () => {
  bench.reset();
  await assertAudits(server.context.pool);
});
afterAll(() => bench.close());

async function signInAdminWithProof(): Promise<TestUser> {
  const { token } = await bench.signInAgain(bench.admin);
  return { ...bench.admin, token: await proveByApp(server, bench.admin.email, token) };
}

/**
 * The debt that the fee causes: 40 % of $100,000 and the GST on it, less the $20,000 that were paid through Car House.
 */
const debtCents = 2_360_000;

/**
 * Makes a seller whose sale with a bank part caused a debt through its fee. The seller's next sale has paid this debt.
 */
async function makePaidDebt(
  bankNumber?: string,
): Promise<{ seller: PaidSeller; order: PaidOrder; payingOrder: PaidOrder }> {
  const seller = await makePaidSeller(server, bankNumber);
  const feeRule = { isEnd: false, seller: seller.id, basisPoints: 4_000, fixed: 0, cap: null, gstBasisPoints: 900 };
  expect((await call(server, admin, 'POST', '/api/v1/fee-rules', feeRule)).status).toBe(200);
  const saleWithDebt = await makeSaleWithBank(server, { seller, admin }, [20_000], 80_000);
  await confirmSale(server, seller, saleWithDebt);
  await bench.runPayments();
  const payingOrder = await makeConfirmedSale(server, seller, 100_000);
  await bench.runPayments();
  expect(await readDebt(seller)).toBe(0);
  expect(listTransferAmounts(payingOrder)).toEqual([5_640_000 - debtCents]);
  const order = { ...payingOrder, ...saleWithDebt, paymentId: saleWithDebt.bookingId };
  return { seller, order, payingOrder };
}

async function readDebt(seller: TestUser): Promise<number> {
  const { rows } = await server.context.pool.query(
    "SELECT coalesce(sum(balance_cents), 0)::int AS cents FROM ledger_balance WHERE account = 'seller_debt' AND owner_id = $1",
    [seller.id],
  );
  return rows[0].cents;
}

const listTransferAmounts = (order: PaidOrder): number[] => bench.listTransfers(order).map(({ amount }) => amount);

async function findIssues(subject: string): Promise<string[]> {
  await checkMoney(server.context);
  const { rows } = await server.context.pool.query(
    "SELECT kind FROM discrepancy WHERE state = 'open' AND subject = $1",
    [subject],
  );
  return rows.map(({ kind }) => kind);
}

describe('a debt by a fee that another sale has paid', () => {
  it('goes back to the seller once, to the cent, when its sale is refunded', async () => {
    const { seller, order } = await makePaidDebt();
    expect((await bench.refund(order)).status).toBe(200);
    expect(await readDebt(seller)).toBe(-debtCents);
    expect(await findIssues(order.bookingId)).toEqual([]);
    await Promise.all([bench.runPayments(), bench.runPayments(), bench.runPayments()]);
    expect(listTransferAmounts(order)).toEqual([debtCents]);
    expect(await readDebt(seller)).toBe(0);
    bench.advanceClock(61);
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    expect(bench.listPayouts(order).map(({ amount }) => amount)).toEqual([debtCents]);
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'refunded',
      transfers: ['made'],
      payouts: ['paid'],
    });
    // The order's own postings leave the amount of its debt that the other sale has paid.
    expect(await sumPostingsOfOrder(server, order.bookingId)).toMatchObject({
      provider_fee: expect.any(Number),
      seller_debt: debtCents,
    });
    expect(await findIssues(order.bookingId)).toEqual([]);
    const paidListAnswer = await call(server, await bench.signInAgain(seller), 'GET', '/api/v1/me/payouts?group=paid');
    expect(paidListAnswer.body.payments).toContainEqual(
      expect.objectContaining({
        _id: order.bookingId,
        amount: 23_600,
        debtRefund: 23_600,
        standing: expect.objectContaining({ reason: 'paid' }),
      }),
    );
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);
    const statement = await call(server, await bench.signInAgain(seller), 'GET', `/api/v1/me/statements/${month}`);
    expect(JSON.stringify(statement.body)).toContain('"kind":"debt-refunded"');
  });

  it('waits for a seller who cannot be paid, and is reported when it is not transferred', async () => {
    const { seller, order } = await makePaidDebt();
    await bench.refund(order);
    await server.context.pool.query("UPDATE account SET status = 'suspended' WHERE id = $1", [seller.id]);
    await bench.runPayments();
    expect(listTransferAmounts(order)).toEqual([]);
    await server.context.pool.query("UPDATE account SET status = 'active' WHERE id = $1", [seller.id]);
    const totalsAnswer = await call(server, await bench.signInAgain(seller), 'GET', '/api/v1/me/payouts/totals');
    expect(totalsAnswer.body).toMatchObject({ owed: { amount: 23_600 }, debt: 0 });
    bench.advanceClock(90);
    expect(await findIssues(order.bookingId)).toEqual(['sale-not-transferred']);
    await bench.runPayments();
    expect(listTransferAmounts(order)).toEqual([debtCents]);
    expect(await findIssues(order.bookingId)).toEqual([]);
  });

  it('is transferred once although the answer of the provider is lost', async () => {
    const { order } = await makePaidDebt();
    await bench.refund(order);
    server.sandbox.faults.addApiFault({ kind: 'truncated', on: /POST \/v1\/transfers$/, times: 5 });
    await bench.runPayments();
    expect((await readSellerPayment(server, order.bookingId)).transfers).toEqual(['sending']);
    server.sandbox.faults.clear();
    server.sandbox.forgetKeys();
    bench.advanceClock(25 * 60);
    await bench.runPayments();
    expect(listTransferAmounts(order)).toEqual([debtCents]);
    expect((await readSellerPayment(server, order.bookingId)).transfers).toEqual(['made']);
  });

  it('is sent again whole when the bank returns it', async () => {
    // The sandbox returns payouts to this bank account later.
    const { seller, order } = await makePaidDebt('555555551');
    await bench.refund(order);
    await bench.runPayments();
    bench.advanceClock(61);
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    expect((await readSellerPayment(server, order.bookingId)).payouts).toEqual(['paid']);
    await server.sandbox.delayedChangeControl.settle(bench.listPayouts(order)[0]?.id);
    bench.advanceClock(26 * 60);
    await bench.runPayments();
    await assertAudits(server.context.pool);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      transfers: ['made'],
      payouts: ['returned'],
    });
    const loginLink = await server.context.payoutProvider.createLoginLink(seller.providerAccountId);
    await sendPayoutForm(server, await followLink(server, loginLink), 'bank', { account_number: '000123456' });
    for (const minutes of [27 * 60, 29 * 60]) {
      bench.advanceClock(minutes);
      await readPayoutAccount(server.context, seller.id);
      await bench.runPayments();
    }
    await bench.advancePayout(order, 2);
    expect((await readSellerPayment(server, order.bookingId)).payouts).toEqual(['returned', 'paid']);
    expect(listTransferAmounts(order)).toEqual([debtCents]);
    expect(await readDebt(seller)).toBe(0);
  });

  it('pays a debt that has come meanwhile, and only the rest goes back', async () => {
    const { seller, order, payingOrder } = await makePaidDebt();
    expect((await bench.refund(order)).status).toBe(200);
    expect((await bench.refund(payingOrder)).status).toBe(200);
    expect(await readDebt(seller)).toBe(0);
    await bench.runPayments();
    expect(listTransferAmounts(order)).toEqual([]);
    expect(await readSellerPayment(server, payingOrder.bookingId)).toMatchObject({ transfers: ['reversed'] });
  });

  it('is right when the refund and the netting of another sale happen at the same moment', async () => {
    const amounts = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const { seller, order } = await makePaidDebt();
      const nextOrder = await makeConfirmedSale(server, seller, 1_000);
      await Promise.all([bench.refund(order), bench.runPayments(), bench.runPayments()]);
      await bench.runPayments();
      expect(await readDebt(seller)).toBe(0);
      expect(listTransferAmounts(order)).toEqual([debtCents]);
      amounts.add(JSON.stringify(listTransferAmounts(nextOrder)));
    }
    expect(amounts).toEqual(new Set(['[56400]']));
  });
});
