import { cents } from '@carhouse/domain/money/money';
import type { DiscrepancyKind } from '@carhouse/domain/payment/discrepancy';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Answer, call, makeUser } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment } from '../testing/confirmed-sale.ts';
import { payOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import type { TestServer } from '../testing/test-server.ts';

let payoutBench: PayoutBench;
let server: TestServer;
let seller: PaidSeller;

beforeAll(async () => {
  payoutBench = await openPayoutBench();
  ({ server, seller } = payoutBench);
});
afterEach(() => payoutBench.reset());
afterAll(() => payoutBench.close());

type FoundDiscrepancy = { readonly id: string; readonly kind: DiscrepancyKind; readonly subject: string };

/** Runs the reconciliation. @returns the open discrepancies of this kind. */
async function runChecksAndFind(kind: DiscrepancyKind): Promise<readonly FoundDiscrepancy[]> {
  const admin = await payoutBench.signInAgain(payoutBench.admin);
  const runAnswer = await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
  expect(runAnswer.status).toBe(200);
  const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation?state=open');
  return (body.findings as FoundDiscrepancy[]).filter((finding) => finding.kind === kind);
}

const repairDiscrepancy = async ({ id }: FoundDiscrepancy): Promise<Answer> =>
  call(
    server,
    await payoutBench.signInAgain(payoutBench.admin),
    'POST',
    `/api/v1/reconciliation/findings/${id}/repair`,
    {},
  );

/** Expects one discrepancy that is resolved by its repair, also when the repair is repeated. */
async function repairAndExpectResolved(kind: DiscrepancyKind, subject: string): Promise<void> {
  const [finding, ...otherDiscrepancies] = await runChecksAndFind(kind);
  expect([finding?.subject, otherDiscrepancies]).toEqual([subject, []]);
  for (let round = 0; round < 2; round += 1)
    expect(await repairDiscrepancy(finding as FoundDiscrepancy)).toMatchObject({
      status: 200,
      body: { state: 'repaired' },
    });
  expect(await runChecksAndFind(kind)).toEqual([]);
}

it('finds nothing while sellers are paid, and posts the fees of the provider', async () => {
  const order = await makeConfirmedSale(server, seller);
  await payoutBench.runPayments();
  await payoutBench.runPayments();
  await payoutBench.advancePayout(order, 2);
  payoutBench.advanceClock(30);
  const admin = await payoutBench.signInAgain(payoutBench.admin);
  await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
  const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation?state=open');
  const discrepanciesOfOrder = (body.findings as { evidence: object }[]).filter(({ evidence }) =>
    JSON.stringify(evidence).includes(order.bookingId),
  );
  expect(discrepanciesOfOrder).toEqual([]);
  const charge = server.sandbox.account
    .balanceTransactions()
    .find(({ source }) =>
      server.sandbox.account
        .charges()
        .some(({ id, payment_intent: intent }) => id === source && intent === order.intentId),
    );
  const { rows } = await server.context.pool.query<{ cents: string }>(
    `SELECT p.amount_cents::text AS cents FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
     WHERE e.booking_id = $1 AND e.cause = 'charge-fee' AND p.account = 'provider_fee'`,
    [order.bookingId],
  );
  expect(rows).toEqual([{ cents: String(charge?.fee) }]);
  expect(charge?.fee).toBeGreaterThan(0);
});

it('reports a confirmed sale that is not transferred, and transfers it', async () => {
  const order = await makeConfirmedSale(server, seller);
  server.sandbox.faults.addApiFault({ kind: '500', on: /POST \/v1\/transfers$/ });
  await payoutBench.runPayments();
  payoutBench.advanceClock(61);
  server.sandbox.faults.clear();
  await repairAndExpectResolved('sale-not-transferred', order.bookingId);
  expect(payoutBench.listTransfers(order)).toHaveLength(1);
  expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
});

it('reports a payout that the bank has returned, and sends it again', async () => {
  const paidSeller = await makePaidSeller(server, '666666662');
  const order = await makeConfirmedSale(server, paidSeller);
  await payoutBench.runPayments();
  await payoutBench.runPayments();
  const [payout] = payoutBench.listPayouts(order);
  server.sandbox.faults.addApiFault({
    kind: 'lie',
    fields: { status: 'failed', failure_code: 'could_not_process' },
    on: /GET \/v1\/payouts\/\w+/,
    times: 1,
  });
  payoutBench.advanceClock(61);
  await payoutBench.runPayments();
  expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['failed'] });
  // The fault has ended, so the balance at the provider holds the money again.
  await server.context.payoutProvider.findPayout(paidSeller.providerAccountId, payout?.id ?? '');
  const [finding] = await runChecksAndFind('payout-returned');
  expect(finding?.subject).toBe(order.bookingId);
  expect((await repairDiscrepancy(finding as FoundDiscrepancy)).body.state).toBe('open');
});

it('reports a payout whose outcome stays unknown, and completes it', async () => {
  const order = await makeConfirmedSale(server, await payoutBench.signInAgain(seller));
  await payoutBench.runPayments();
  server.sandbox.faults.addApiFault({ kind: 'truncated', on: /POST \/v1\/payouts$/, times: 5 });
  await payoutBench.runPayments();
  payoutBench.advanceClock(61);
  server.sandbox.faults.clear();
  await repairAndExpectResolved('payout-not-sent', order.bookingId);
  expect(payoutBench.listPayouts(order)).toHaveLength(1);
});

it('reports a reversal that the provider refuses, and reverses once it can', async () => {
  const paidSeller = await makePaidSeller(server);
  const order = await makeConfirmedSale(server, paidSeller);
  await payoutBench.runPayments();
  const { payoutProvider } = server.context;
  // A payout that the server has not made takes the money from the seller's account.
  const manualPayoutRequest = {
    accountId: paidSeller.providerAccountId,
    currency: 'sgd',
    bookingId: 'by hand',
    idempotencyKey: 'by-hand',
  };
  await payoutProvider.createPayout({ ...manualPayoutRequest, amount: cents(100_000) });
  expect((await payoutBench.refund(order)).status).toBe(200);
  expect(payoutBench.listRefunds(order)).toHaveLength(1);
  const [finding] = await runChecksAndFind('reversal-refused');
  expect(finding?.subject).toBe(order.bookingId);
  const [payout] = server.sandbox.account.payouts().filter(({ metadata }) => metadata.booking_id === 'by hand');
  await server.context.payoutProvider.findPayout(paidSeller.providerAccountId, payout?.id ?? '');
  expect((await repairDiscrepancy(finding as FoundDiscrepancy)).body.state).toBe('open');
  // Another sale brings money into the account, from which the provider can take the first transfer back.
  const otherSale = await makeConfirmedSale(server, await payoutBench.signInAgain(paidSeller), 3_000);
  await payoutBench.runPayments();
  expect(await readSellerPayment(server, otherSale.bookingId)).toMatchObject({ transfers: ['made'] });
  await repairAndExpectResolved('reversal-refused', order.bookingId);
  expect(payoutBench.listTransfers(order)).toMatchObject([{ reversed: true }]);
});

it('reports the restricted account of a seller who is owed money, until it is active again', async () => {
  const paidSeller = await makePaidSeller(server);
  await server.sandbox.accountControl.restrict(paidSeller.providerAccountId);
  // The server reuses an answer of the provider that is only some seconds old.
  payoutBench.advanceClock(1);
  await call(server, await payoutBench.signInAgain(paidSeller), 'POST', '/api/v1/me/payout-account/check', {});
  expect(await runChecksAndFind('payout-account-restricted')).toEqual([]);
  await makeConfirmedSale(server, await payoutBench.signInAgain(paidSeller));
  const [finding] = await runChecksAndFind('payout-account-restricted');
  expect(finding?.subject).toBe(paidSeller.id);
  expect((await repairDiscrepancy(finding as FoundDiscrepancy)).body.state).toBe('open');
  await server.sandbox.accountControl.lift(paidSeller.providerAccountId);
  await repairAndExpectResolved('payout-account-restricted', paidSeller.id);
  // The clock moves, so that no other test finds the sale.
  await payoutBench.runPayments();
});

it('reports a seller who owes money, and pays the debt from their confirmed sales', async () => {
  const paidSeller = await makePaidSeller(server);
  const order = await makeConfirmedSale(server, paidSeller);
  await payoutBench.runPayments();
  await payoutBench.runPayments();
  await payoutBench.advancePayout(order, 2);
  await payoutBench.refund(order);
  const [finding] = await runChecksAndFind('seller-in-debt');
  expect(finding?.subject).toBe(paidSeller.id);
  await makeConfirmedSale(server, await payoutBench.signInAgain(paidSeller), 3_000);
  await repairAndExpectResolved('seller-in-debt', paidSeller.id);
});

it('reports a transfer without a confirmed sale, and takes it back', async () => {
  const order = await payOrder(server, seller, { car: { dollars: 1_000 } });
  const charge = server.sandbox.account.charges().find(({ payment_intent: intent }) => intent === order.intentId);
  const answer = await server.context.payoutProvider.createTransfer({
    accountId: seller.providerAccountId,
    amount: 50_000n as Parameters<typeof server.context.payoutProvider.createTransfer>[0]['amount'],
    currency: 'sgd',
    chargeId: charge?.id ?? '',
    group: order.bookingId,
    idempotencyKey: 'by-hand',
  });
  const transferId = answer.kind === 'succeeded' ? answer.transfer.transferId : '';
  payoutBench.advanceClock(20);
  await repairAndExpectResolved('transfer-without-sale', transferId);
  expect(payoutBench.listTransfers(order)).toMatchObject([{ reversed: true, amount_reversed: 50_000 }]);
});

it('reports a fee that is missing in the ledger, and posts it', async () => {
  const order = await payOrder(server, await makeUser(server, 'Seller'), { car: { dollars: 1_000 } });
  payoutBench.advanceClock(20);
  await runChecksAndFind('provider-fee-differs');
  // The test deletes the movement and its fee, as after a restore of an older database backup.
  const client = await server.context.pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM balance_movement WHERE booking_id = $1', [order.bookingId]);
    await client.query(
      `DELETE FROM ledger_posting WHERE entry_id IN (SELECT id FROM ledger_entry WHERE booking_id = $1 AND cause = 'charge-fee')`,
      [order.bookingId],
    );
    await client.query("DELETE FROM ledger_entry WHERE booking_id = $1 AND cause = 'charge-fee'", [order.bookingId]);
    await client.query("SET session_replication_role = 'origin'");
  } finally {
    client.release();
  }
  payoutBench.advanceClock(25 * 60);
  await repairAndExpectResolved('provider-fee-differs', order.bookingId);
  await repairAndExpectResolved('ledger-total-differs', 'sgd');
});

it('reports money in the balance that nothing explains, until an admin has looked at it', async () => {
  await server.context.pool.query(
    `INSERT INTO balance_movement (id, type, currency, amount_cents, fee_cents, source_id, at, created_at)
     VALUES ('txn_withdrawal', 'payout', 'sgd', -10000, 0, 'po_withdrawal', now() - interval '1 hour', now())`,
  );
  await repairAndExpectResolved('balance-unexplained', 'txn_withdrawal');
});
