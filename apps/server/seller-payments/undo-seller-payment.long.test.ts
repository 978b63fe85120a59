import type { BookingId } from '@carhouse/domain/booking/booking';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPayoutAccount } from '../payout-accounts/read-payout-account.ts';
import { checkMoney } from '../reconciliation/check-money.ts';
import type { TestUser } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment, sumPostingsOfOrder } from '../testing/confirmed-sale.ts';
import type { PaidOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { followLink, makePaidSeller, type PaidSeller, sendPayoutForm } from '../testing/payout-seller.ts';
import { assertAudits } from '../testing/run-audits.ts';
import type { TestServer } from '../testing/test-server.ts';
import { startTransfer } from './start-transfer.ts';

let bench: PayoutBench;
let server: TestServer;
let seller: PaidSeller;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server, seller } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

describe('a refund', () => {
  it('first reverses the transfer', async () => {
    const order = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    expect((await bench.refund(order)).status).toBe(200);
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'refunded',
      transfers: ['reversed'],
    });
    expect(bench.listTransfers(order)).toMatchObject([{ amount_reversed: 100_000, reversed: true }]);
    expect(bench.listRefunds(order)).toHaveLength(1);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({});
    await bench.runPayments();
    expect(bench.listPayouts(order)).toEqual([]);
  });

  it('waits for a transfer whose outcome is unknown, and then reverses it', async () => {
    const order = await makeConfirmedSale(server, seller);
    server.sandbox.faults.addApiFault({ kind: 'truncated', on: /POST \/v1\/transfers$/, times: 5 });
    await bench.runPayments();
    server.sandbox.faults.clear();
    server.sandbox.faults.addApiFault({ kind: '500', on: /GET \/v1\/transfers/ });
    expect((await bench.refund(order)).status).toBe(200);
    expect(bench.listRefunds(order)).toEqual([]);
    server.sandbox.faults.clear();
    bench.advanceClock(11);
    await bench.runPayments();
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      sale: 'refunded',
      transfers: ['reversed'],
    });
    expect(bench.listTransfers(order)).toMatchObject([{ reversed: true }]);
  });

  it('of a sale that is paid out makes a debt, which the next sale pays', async () => {
    const owner = await makePaidSeller(server);
    const order = await makeConfirmedSale(server, owner);
    await bench.runPayments();
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    await bench.refund(order);
    expect(await sumPostingsOfOrder(server, order.bookingId)).toEqual({
      provider_balance: -100_000,
      seller_debt: 100_000,
    });
    const smallerOrder = await makeConfirmedSale(server, await bench.signInAgain(owner), 300);
    await bench.runPayments();
    expect(await readSellerPayment(server, smallerOrder.bookingId)).toMatchObject({ sale: 'paid-out', transfers: [] });
    const largerOrder = await makeConfirmedSale(server, await bench.signInAgain(owner), 2_000);
    await bench.runPayments();
    expect(bench.listTransfers(largerOrder)).toMatchObject([{ amount: 130_000 }]);
    // A refund of a sale that has paid a debt makes the seller owe that part again.
    await bench.refund(largerOrder);
    expect(await sumPostingsOfOrder(server, largerOrder.bookingId)).toEqual({});
    expect(bench.listTransfers(largerOrder)).toMatchObject([{ reversed: true }]);
    await bench.runPayments();
    const { rows } = await server.context.pool.query<{ cents: string }>(
      "SELECT sum(balance_cents)::text AS cents FROM ledger_balance WHERE account = 'seller_debt' AND owner_id = $1",
      [owner.id],
    );
    expect(rows[0]?.cents).toBe('70000');
  });

  it('while the payout is under way makes a debt once the money has arrived, and reverses when it comes back', async () => {
    const owner = await makePaidSeller(server, '666666662');
    const orderWithPayoutInTransit = await makeConfirmedSale(server, owner);
    await bench.runPayments();
    await bench.runPayments();
    await bench.refund(orderWithPayoutInTransit);
    expect(bench.listRefunds(orderWithPayoutInTransit)).toHaveLength(1);
    expect(await sumPostingsOfOrder(server, orderWithPayoutInTransit.bookingId)).toEqual({
      payout: 100_000,
      provider_balance: -100_000,
    });
    await bench.advancePayout(orderWithPayoutInTransit, 2);
    expect(await sumPostingsOfOrder(server, orderWithPayoutInTransit.bookingId)).toEqual({
      provider_balance: -100_000,
      seller_debt: 100_000,
    });
    const sellerWithFailingBank = await makePaidSeller(server, '111111116');
    const failingOrder = await makeConfirmedSale(server, sellerWithFailingBank);
    await bench.runPayments();
    await bench.runPayments();
    await bench.refund(failingOrder);
    await bench.advancePayout(failingOrder, 2);
    await bench.runPayments();
    expect(await readSellerPayment(server, failingOrder.bookingId)).toEqual({
      sale: 'refunded',
      transfers: ['reversed'],
      payouts: ['failed'],
    });
    expect(await sumPostingsOfOrder(server, failingOrder.bookingId)).toEqual({});
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
    await bench.runPayments();
    await bench.runPayments();
    await bench.advancePayout(order, 2);
    await bench.refund(order);
    expect(await readDebt(owner)).toBe('100000');
    return { owner, order };
  }

  it('is paid once by two sales that are transferred at one moment', async () => {
    const { owner } = await makeDebtor();
    const user = await bench.signInAgain(owner);
    const orders = [await makeConfirmedSale(server, user, 1_500), await makeConfirmedSale(server, user, 1_500)];
    await Promise.all(orders.map((order) => startTransfer(server.context, order.bookingId as BookingId)));
    expect(await readDebt(owner)).toBe('0');
    const amounts = orders.flatMap((order) => bench.listTransfers(order).map(({ amount }) => amount));
    expect(amounts.sort((a, b) => a - b)).toEqual([50_000, 150_000]);
  });

  it('ends when the bank returns the money of the refunded sale', async () => {
    const { owner, order } = await makeDebtor('555555551');
    await server.sandbox.delayedChangeControl.settle(bench.listPayouts(order)[0]?.id);
    bench.advanceClock(26 * 60);
    await bench.runPayments();
    await bench.runPayments();
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
    const otherOrder = await makeConfirmedSale(server, await bench.signInAgain(owner));
    await bench.runPayments();
    expect(await readSellerPayment(server, otherOrder.bookingId)).toMatchObject({ sale: 'paid-out', transfers: [] });
    await server.sandbox.delayedChangeControl.settle(bench.listPayouts(order)[0]?.id);
    bench.advanceClock(26 * 60);
    await bench.runPayments();
    expect(await readSellerPayment(server, order.bookingId)).toMatchObject({
      transfers: ['made'],
      payouts: ['returned'],
    });
    expect(await readDebt(owner)).toBe('0');
  });

  it('that another sale has paid in part takes the rest of the returned money, and that part is sent again', async () => {
    const { owner, order } = await makeDebtor('555555551');
    const otherOrder = await makeConfirmedSale(server, await bench.signInAgain(owner), 333.33);
    await bench.runPayments();
    expect(await readSellerPayment(server, otherOrder.bookingId)).toMatchObject({ sale: 'paid-out', transfers: [] });
    expect(await readDebt(owner)).toBe('66667');
    await server.sandbox.delayedChangeControl.settle(bench.listPayouts(order)[0]?.id);
    bench.advanceClock(26 * 60);
    server.sandbox.faults.addApiFault({ kind: '500', on: /POST \/v1\/transfers\/.*\/reversals$/, times: 20 });
    await bench.runPayments();
    await bench.runPayments();
    // The debt has ended with the return. The money is moved back later.
    expect(await readDebt(owner)).toBe('0');
    await assertAudits(server.context.pool);
    server.sandbox.faults.clear();
    const loginLink = await server.context.payoutProvider.createLoginLink(owner.providerAccountId);
    await sendPayoutForm(server, await followLink(server, loginLink), 'bank', { account_number: '000123456' });
    for (let round = 0; round < 4; round += 1) {
      bench.advanceClock(27 * 60 + round * 120);
      await readPayoutAccount(server.context, owner.id);
      await bench.runPayments();
      await assertAudits(server.context.pool);
    }
    expect(bench.listTransfers(order)).toMatchObject([{ amount: 100_000, amount_reversed: 66_667 }]);
    expect(
      bench
        .listPayouts(order)
        .map(({ amount }) => amount)
        .sort((a, b) => a - b),
    ).toEqual([33_333, 100_000]);
    await bench.advancePayout(order, 2);
    expect(await readSellerPayment(server, order.bookingId)).toEqual({
      sale: 'refunded',
      transfers: ['made'],
      payouts: ['returned', 'paid'],
    });
    const remainingSums = await sumPostingsOfOrder(server, order.bookingId);
    expect(remainingSums).toEqual({ provider_balance: -33_333, seller_debt: 33_333 });
    expect(await sumPostingsOfOrder(server, otherOrder.bookingId)).toEqual({
      provider_balance: 33_333,
      seller_debt: -33_333,
    });
    await checkMoney(server.context);
    const { rows } = await server.context.pool.query(
      "SELECT kind, evidence FROM discrepancy WHERE state = 'open' AND kind IN ('balance-unexplained', 'transfer-without-sale')",
    );
    expect(rows).toEqual([]);
  });
});
