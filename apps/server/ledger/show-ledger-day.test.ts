import { type LedgerDayAnswer, ledgerDay } from '@carhouse/contract/ledger';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBalance } from '../reconciliation/read-balance.ts';
import { call, makeUser } from '../testing/builders.ts';
import { makeConfirmedSale } from '../testing/confirmed-sale.ts';
import { disputedCard, recordDisputesOf, winDisputes } from '../testing/lost-dispute.ts';
import { payOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { recordLedgerDays } from './record-ledger-days.ts';

let bench: PayoutBench;
/** The day on which the test begins, and the day after, because the test moves the clock and may pass midnight. */
let days: readonly [string, string];

beforeAll(async () => {
  bench = await openPayoutBench();
  const start = bench.server.context.now();
  days = [toSingaporeDay(start), findDayAfter(start)];
});
afterAll(() => bench.close());

const findDayAfter = (at: Date): string => toSingaporeDay(new Date(at.getTime() + 86_400_000));

async function readDay(day: string): Promise<LedgerDayAnswer> {
  const { status, body } = await call(
    bench.server,
    await bench.signInAgain(bench.admin),
    'GET',
    `/api/v1/books/days/${day}`,
  );
  expect(status).toBe(200);
  return ledgerDay.answers[200].parse(body);
}

/** The movements of both days together, and the balances at the end of the second. */
async function sumBothDays() {
  const [firstDay, lastDay] = [await readDay(days[0]), await readDay(days[1])];
  return {
    cameIn: firstDay.cameIn.amount + lastDay.cameIn.amount,
    payments: firstDay.cameIn.payments + lastDay.cameIn.payments,
    wentOut: firstDay.wentOut.amount + lastDay.wentOut.amount,
    payouts: firstDay.wentOut.payouts + lastDay.wentOut.payouts,
    refunds: firstDay.wentOut.refunds + lastDay.wentOut.refunds,
    providerFees: firstDay.wentOut.providerFees + lastDay.wentOut.providerFees,
    owed: lastDay.owedToOthers,
    held: lastDay.heldAtProvider,
  };
}

describe('a day of the books', { shuffle: false }, () => {
  it('has what came in and went out, and what is owed and held at its end', async () => {
    const { server, seller, admin } = bench;
    // This call posts the provider's fees that are not in the ledger yet.
    await readBalance(server.context);
    const sumsBefore = await sumBothDays();
    await payOrder(server, seller, { car: { dollars: 2_000 } });
    const orderToRefund = await payOrder(server, seller, { car: { dollars: 700 } });
    const reasonBody = { reason: 'Not as described' };
    await call(server, admin, 'POST', `/api/v1/payments/${orderToRefund.paymentId}/refund`, reasonBody);
    const [refund] = bench.listRefunds(orderToRefund);
    await server.sandbox.delayedChangeControl.settle(refund?.id ?? '');
    const sale = await makeConfirmedSale(server, seller);
    await bench.runPayments();
    await bench.runPayments();
    await bench.advancePayout(sale, 2);
    await readBalance(server.context);
    const sumsAfter = await sumBothDays();
    const providerFees = sumsAfter.providerFees - sumsBefore.providerFees;
    expect(providerFees).toBeGreaterThan(0);
    expect(sumsAfter.payments - sumsBefore.payments).toBe(3);
    expect([sumsAfter.payouts - sumsBefore.payouts, sumsAfter.refunds - sumsBefore.refunds]).toEqual([1, 1]);
    expect(sumsAfter.cameIn - sumsBefore.cameIn).toBeCloseTo(3_700);
    expect(sumsAfter.wentOut - sumsBefore.wentOut).toBeCloseTo(1_700 + providerFees);
    expect(sumsAfter.owed - sumsBefore.owed).toBeCloseTo(2_000);
    expect(sumsAfter.held - sumsBefore.held).toBeCloseTo(2_000 - providerFees);
  });

  it('keeps its balances when it is recorded, and when money moves on a later day', async () => {
    const { server } = bench;
    const dayBeforeRecording = await readDay(days[1]);
    expect(dayBeforeRecording.recorded).toBeNull();
    const threeDaysLater = new Date(Date.parse(`${days[1]}T00:00:00+08:00`) + 2 * 86_400_000 + 7_200_000);
    server.setClock(() => threeDaysLater);
    await payOrder(server, await makeUser(server, 'Seller'), { car: { dollars: 50 } });
    expect(await readDay(days[1])).toEqual(dayBeforeRecording);
    expect(await recordLedgerDays(server.context)).toBeGreaterThan(1);
    expect(await readDay(days[1])).toEqual({
      ...dayBeforeRecording,
      recorded: expect.objectContaining({ hash: expect.any(String) }),
    });
    expect(await readDay(toSingaporeDay(threeDaysLater))).toMatchObject({
      recorded: null,
      cameIn: { amount: 50, payments: 1 },
      owedToOthers: dayBeforeRecording.owedToOthers + 50,
    });
  });

  it('names what banks withdraw for disputes and what they return', async () => {
    const { server, seller } = bench;
    const day = toSingaporeDay(server.context.now());
    const dayBeforeDispute = await readDay(day);
    const disputedOrder = await payOrder(server, seller, { number: disputedCard, car: { dollars: 300 } });
    await recordDisputesOf(server, disputedOrder.intentId);
    const dayAfterWithdrawal = await readDay(day);
    expect(dayAfterWithdrawal.wentOut).toEqual({
      ...dayBeforeDispute.wentOut,
      amount: dayBeforeDispute.wentOut.amount + 300,
      withdrawn: dayBeforeDispute.wentOut.withdrawn + 300,
    });
    await winDisputes(server, disputedOrder.intentId);
    const dayAfterReturn = await readDay(day);
    expect(dayAfterReturn.cameIn).toEqual({
      amount: dayAfterWithdrawal.cameIn.amount + 300,
      payments: dayAfterWithdrawal.cameIn.payments,
      returned: dayAfterWithdrawal.cameIn.returned + 300,
    });
  });

  it('before the first entry is empty', async () => {
    expect(await readDay('2001-01-01')).toEqual({
      recorded: null,
      cameIn: { amount: 0, payments: 0, returned: 0 },
      wentOut: { amount: 0, payouts: 0, refunds: 0, providerFees: 0, withdrawn: 0, voided: 0 },
      owedToOthers: 0,
      heldAtProvider: 0,
      fees: 0,
      gst: 0,
    });
  });
});
