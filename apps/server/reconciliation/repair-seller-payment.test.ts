import { cents } from '@carhouse/domain/money/money';
import type { DiscrepancyKind } from '@carhouse/domain/payment/discrepancy';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Answer, call, makeUser } from '../testing/builders.ts';
import { makeConfirmedSale, readSellerPayment } from '../testing/confirmed-sale.ts';
import { payOrder } from '../testing/paid-order.ts';
import { openPayoutBench, type PayoutBench } from '../testing/payout-bench.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import type { TestServer } from '../testing/test-server.ts';

let bench: PayoutBench;
let server: TestServer;
let seller: PaidSeller;

beforeAll(async () => {
  bench = await openPayoutBench();
  ({ server, seller } = bench);
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

type Finding = { readonly id: string; readonly kind: DiscrepancyKind; readonly subject: string };

/** Runs the reconciliation. @returns the open discrepancies of this kind. */
async function look(kind: DiscrepancyKind): Promise<readonly Finding[]> {
  const admin = await bench.signedIn(bench.admin);
  const run = await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
  expect(run.status).toBe(200);
  const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation?state=open');
  return (body.findings as Finding[]).filter((finding) => finding.kind === kind);
}

const repair = async ({ id }: Finding): Promise<Answer> =>
  call(server, await bench.signedIn(bench.admin), 'POST', `/api/v1/reconciliation/findings/${id}/repair`, {});

/** Expects one discrepancy, which a repair ends, also when it is repeated. */
async function repairOne(kind: DiscrepancyKind, subject: string): Promise<void> {
  const [finding, ...others] = await look(kind);
  expect([finding?.subject, others]).toEqual([subject, []]);
  for (let round = 0; round < 2; round += 1)
    expect(await repair(finding as Finding)).toMatchObject({ status: 200, body: { state: 'repaired' } });
  expect(await look(kind)).toEqual([]);
}

it('finds nothing while sellers are paid, and posts the fees of the provider', async () => {
  const order = await makeConfirmedSale(server, seller);
  await bench.run();
  await bench.run();
  await bench.bringPayout(order, 2);
  bench.later(30);
  const admin = await bench.signedIn(bench.admin);
  await call(server, admin, 'POST', '/api/v1/reconciliation/runs', {});
  const { body } = await call(server, admin, 'GET', '/api/v1/reconciliation?state=open');
  const aboutOrder = (body.findings as { evidence: object }[]).filter(({ evidence }) =>
    JSON.stringify(evidence).includes(order.bookingId),
  );
  expect(aboutOrder).toEqual([]);
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
  server.sandbox.faults.api({ kind: '500', on: /POST \/v1\/transfers$/ });
  await bench.run();
  bench.later(61);
  server.sandbox.faults.clear();
  await repairOne('sale-not-transferred', order.bookingId);
  expect(bench.transfersOf(order)).toHaveLength(1);
  expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ sale: 'transferred' });
});

it('reports a payout that the bank has returned, and sends it again', async () => {
  const owner = await makePaidSeller(server, '666666662');
  const order = await makeConfirmedSale(server, owner);
  await bench.run();
  await bench.run();
  const [payout] = bench.payoutsOf(order);
  server.sandbox.faults.api({
    kind: 'lie',
    fields: { status: 'failed', failure_code: 'could_not_process' },
    on: /GET \/v1\/payouts\/\w+/,
    times: 1,
  });
  bench.later(61);
  await bench.run();
  expect(await readSellerPayment(server, order.bookingId)).toMatchObject({ payouts: ['failed'] });
  // The provider has the money again.
  await server.context.payoutProvider.findPayout(owner.providerAccountId, payout?.id ?? '');
  const [finding] = await look('payout-returned');
  expect(finding?.subject).toBe(order.bookingId);
  expect((await repair(finding as Finding)).body.state).toBe('open');
});

it('reports a payout whose outcome stays unknown, and completes it', async () => {
  const order = await makeConfirmedSale(server, await bench.signedIn(seller));
  await bench.run();
  server.sandbox.faults.api({ kind: 'truncated', on: /POST \/v1\/payouts$/, times: 5 });
  await bench.run();
  bench.later(61);
  server.sandbox.faults.clear();
  await repairOne('payout-not-sent', order.bookingId);
  expect(bench.payoutsOf(order)).toHaveLength(1);
});

it('reports a reversal that the provider refuses, and reverses once it can', async () => {
  const owner = await makePaidSeller(server);
  const order = await makeConfirmedSale(server, owner);
  await bench.run();
  const { payoutProvider } = server.context;
  // The money leaves the seller's account by a payout that this server has not made.
  const byHand = {
    accountId: owner.providerAccountId,
    currency: 'sgd',
    bookingId: 'by hand',
    idempotencyKey: 'by-hand',
  };
  await payoutProvider.createPayout({ ...byHand, amount: cents(100_000) });
  expect((await bench.refund(order)).status).toBe(200);
  expect(bench.refundsOf(order)).toHaveLength(1);
  const [finding] = await look('reversal-refused');
  expect(finding?.subject).toBe(order.bookingId);
  const [payout] = server.sandbox.account.payouts().filter(({ metadata }) => metadata.booking_id === 'by hand');
  await server.context.payoutProvider.findPayout(owner.providerAccountId, payout?.id ?? '');
  expect((await repair(finding as Finding)).body.state).toBe('open');
  // Another sale brings money into the account, from which the provider can take the first transfer back.
  const other = await makeConfirmedSale(server, await bench.signedIn(owner), 3_000);
  await bench.run();
  expect(await readSellerPayment(server, other.bookingId)).toMatchObject({ transfers: ['made'] });
  await repairOne('reversal-refused', order.bookingId);
  expect(bench.transfersOf(order)).toMatchObject([{ reversed: true }]);
});

it('reports the restricted account of a seller who is owed money, until it is active again', async () => {
  const owner = await makePaidSeller(server);
  await server.sandbox.connectedAccounts.restrict(owner.providerAccountId);
  // An answer of the provider that is some seconds old is not asked for again.
  bench.later(1);
  await call(server, await bench.signedIn(owner), 'POST', '/api/v1/me/payout-account/check', {});
  expect(await look('payout-account-restricted')).toEqual([]);
  await makeConfirmedSale(server, await bench.signedIn(owner));
  const [finding] = await look('payout-account-restricted');
  expect(finding?.subject).toBe(owner.id);
  expect((await repair(finding as Finding)).body.state).toBe('open');
  await server.sandbox.connectedAccounts.lift(owner.providerAccountId);
  await repairOne('payout-account-restricted', owner.id);
  // The clock moves, so that no other test finds the sale.
  await bench.run();
});

it('reports a seller who owes money, and pays the debt from their confirmed sales', async () => {
  const owner = await makePaidSeller(server);
  const order = await makeConfirmedSale(server, owner);
  await bench.run();
  await bench.run();
  await bench.bringPayout(order, 2);
  await bench.refund(order);
  const [finding] = await look('seller-in-debt');
  expect(finding?.subject).toBe(owner.id);
  await makeConfirmedSale(server, await bench.signedIn(owner), 3_000);
  await repairOne('seller-in-debt', owner.id);
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
  bench.later(20);
  await repairOne('transfer-without-sale', transferId);
  expect(bench.transfersOf(order)).toMatchObject([{ reversed: true, amount_reversed: 50_000 }]);
});

it('reports a fee that is missing in the ledger, and posts it', async () => {
  const order = await payOrder(server, await makeUser(server, 'Seller'), { car: { dollars: 1_000 } });
  bench.later(20);
  await look('provider-fee-differs');
  // As after a restore of an older state: the movement and its fee are not known any more.
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
  bench.later(25 * 60);
  await repairOne('provider-fee-differs', order.bookingId);
  await repairOne('ledger-total-differs', 'sgd');
});

it('reports money in the balance that nothing explains, until an admin has looked at it', async () => {
  await server.context.pool.query(
    `INSERT INTO balance_movement (id, type, currency, amount_cents, fee_cents, source_id, at, created_at)
     VALUES ('txn_withdrawal', 'payout', 'sgd', -10000, 0, 'po_withdrawal', now() - interval '1 hour', now())`,
  );
  await repairOne('balance-unexplained', 'txn_withdrawal');
});
