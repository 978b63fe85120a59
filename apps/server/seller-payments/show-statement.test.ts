import type { FeeDocumentAnswer, SellerStatement } from '@carhouse/contract/seller-payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeeDocuments } from '../fees/create-fee-documents.ts';
import { call, makeUser, signIn, type TestUser } from '../testing/builders.ts';
import { makeConfirmedSale } from '../testing/confirmed-sale.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { makePaidSeller, type PaidSeller } from '../testing/payout-seller.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { paySellers } from './pay-sellers.ts';

let server: TestServer;
let admin: TestUser;
let seller: PaidSeller;

/** In UTC, the first of November 2026 in Singapore begins on the day before. */
const lastMinuteOfOctober = new Date('2026-10-31T15:59:00Z');
const firstMinuteOfNovember = new Date('2026-10-31T16:01:00Z');
let hoursAhead = 0;
const setClockTo = (time: Date): void => {
  const testStart = Date.now();
  server.setClock(() => new Date(time.getTime() + Date.now() - testStart + hoursAhead * 3_600_000));
};
const signInAgain = async <User extends TestUser>(caller: User): Promise<User> => ({
  ...caller,
  token: await signIn(server, caller.email),
});
async function readStatement(
  caller: TestUser,
  month: string,
  query = '',
): Promise<{ readonly status: number; readonly body: SellerStatement }> {
  const { status, body } = await call(
    server,
    await signInAgain(caller),
    'GET',
    `/api/v1/me/statements/${month}${query}`,
  );
  return { status, body: body as unknown as SellerStatement };
}
const refundOrder = async ({ paymentId }: PaidOrder): Promise<void> => {
  const reasonBody = { reason: 'Not as described' };
  expect(
    (await call(server, await signInAgain(admin), 'POST', `/api/v1/payments/${paymentId}/refund`, reasonBody)).status,
  ).toBe(200);
};
/** Runs the steps that pay the seller of the confirmed sales, until the money is at the seller's bank. */
async function payOut(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await paySellers(server.context);
  for (const { id } of server.sandbox.account.payouts())
    for (let step = 0; step < 2; step += 1) await server.sandbox.delayedChangeControl.settle(id);
  hoursAhead += 2;
  await paySellers(server.context);
}

beforeAll(async () => {
  server = await startTestServer();
  server.sandbox.delayedChangeControl.hold();
  setClockTo(lastMinuteOfOctober);
  admin = await makeUser(server, 'admin');
  // The provider takes its fees from Car House's balance. This charge pays the provider's fees, so that whole shares
  // can be transferred.
  await payOrder(server, await makeUser(server, 'Seller'));
  const rule = { isEnd: false, basisPoints: 100, fixed: 0, cap: null, gstBasisPoints: 900 };
  const feeRuleAnswer = await call(server, await signInAgain(admin), 'POST', '/api/v1/fee-rules', rule);
  if (feeRuleAnswer.status !== 200) throw new Error(`The rule answered ${feeRuleAnswer.status}.`);
  seller = await makePaidSeller(server);
  await makeConfirmedSale(server, seller, 2_000);
  setClockTo(firstMinuteOfNovember);
  await makeConfirmedSale(server, await signInAgain(seller), 1_000);
  await payOut();
});
afterAll(async () => {
  server.setClock(() => new Date());
  await assertAudits(server.context.pool);
  await server.close();
});

describe('a statement', () => {
  it('has the sale, its fee and the tax of the month in which they were posted', async () => {
    const { status, body } = await readStatement(seller, '2026-10');
    expect(status).toBe(200);
    expect(body).toMatchObject({ opening: 0, closing: 1_978.2, debt: 0, next: null });
    expect(body.lines.map(({ kind, change, moved }) => [kind, change, moved])).toEqual([
      ['sale', 2_000, null],
      ['fee', -20, null],
      ['gst', -1.8, null],
    ]);
  });

  it('begins with the balance with which the month before ended, and its sums match to the cent', async () => {
    const { body } = await readStatement(seller, '2026-11');
    expect(body).toMatchObject({ opening: 1_978.2, closing: 0, atProvider: 0, underWay: 0, debt: 0 });
    const toCents = (amount: number): number => Math.round(amount * 100);
    const sumAmounts = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + toCents(each), 0);
    const change = toCents(body.closing) - toCents(body.opening);
    expect(sumAmounts(body.sums.map(({ amount }) => amount))).toBe(change);
    expect(sumAmounts(body.lines.map(({ change: each }) => each ?? 0))).toBe(change);
    expect(body.sums.filter(({ amount }) => amount !== 0)).toEqual([
      { kind: 'sale', amount: 1_000 },
      { kind: 'fee', amount: -10 },
      { kind: 'gst', amount: -0.9 },
      { kind: 'payout', amount: -2_967.3 },
    ]);
    const moveKinds = body.lines.flatMap(({ kind, moved }) => (moved === null ? [] : [kind]));
    expect(moveKinds.toSorted()).toEqual(['payout-sent', 'payout-sent', 'transfer', 'transfer']);
  });

  it('goes on where its page ended', async () => {
    const { body } = await readStatement(seller, '2026-11');
    const entry = body.lines[3]?.entry ?? Number.NaN;
    const { body: remainingStatement } = await readStatement(seller, '2026-11', `?after=${entry}`);
    expect(remainingStatement.lines).toEqual(body.lines.filter((line) => line.entry > entry));
    expect(remainingStatement.sums).toEqual(body.sums);
  });

  it('is there for admins too, and not for months that are none or to come, nor of people who do not sell', async () => {
    for (const month of ['2026-13', '2026-1x', '2027-01', '0000-00'])
      expect((await readStatement(seller, month)).status).toBe(404);
    const caller = await signInAgain(admin);
    const makeStatementPath = (id: string) => `/api/v1/accounts/${id}/statements/2026-11`;
    const { body } = await call(server, caller, 'GET', makeStatementPath(seller.id));
    expect(body).toMatchObject({ seller: { _id: seller.id }, closing: 0 });
    expect((await call(server, caller, 'GET', makeStatementPath(admin.id))).status).toBe(404);
    expect((await call(server, await signInAgain(seller), 'GET', makeStatementPath(seller.id))).status).toBe(403);
  });

  it('says that a refund after the payout is a debt, and gives the fee back', async () => {
    const owner = await makePaidSeller(server);
    const order = await makeConfirmedSale(server, owner, 1_000);
    await payOut();
    await refundOrder(order);
    const { body } = await readStatement(owner, '2026-11');
    expect(body).toMatchObject({ closing: -989.1, debt: 989.1 });
    const refundLines = body.lines.slice(-4).map(({ kind, change, moved }) => [kind, change, moved]);
    // Entries of one transaction have no order among themselves.
    expect(refundLines.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ['debt', null, 989.1],
      ['fee-returned', 10, null],
      ['gst-returned', 0.9, null],
      ['refund', -1_000, null],
    ]);
  });
});

describe('the invoice of a fee', () => {
  const readDocuments = async (caller: TestUser, order: PaidOrder) =>
    (await call(server, await signInAgain(caller), 'GET', `/api/v1/orders/${order.bookingId}/fee-documents`)).body
      .documents as FeeDocumentAnswer[];

  it('is created once a sale is confirmed, with numbers without gaps, whatever several servers do', async () => {
    const owner = await makeUser(server, 'Seller');
    const orders: PaidOrder[] = [];
    for (let count = 0; count < 5; count += 1) orders.push(await makeConfirmedSale(server, owner, 500 + count));
    // A sale that is refunded before it has an invoice needs no document.
    const [firstOrder] = orders;
    if (firstOrder !== undefined) await refundOrder(firstOrder);
    const { context } = server;
    await Promise.all([createFeeDocuments(context), createFeeDocuments(context), createFeeDocuments(context)]);
    expect(await createFeeDocuments(context)).toBe(0);
    const { rows } = await context.pool.query<{ kind: string; gapless: boolean }>(
      'SELECT kind, max(number) = count(*) AS gapless FROM fee_document GROUP BY kind',
    );
    expect(rows.map(({ gapless }) => gapless)).not.toContain(false);
    const documents = await Promise.all(orders.map((order) => readDocuments(owner, order)));
    expect(documents.map(({ length }) => length)).toEqual([0, 1, 1, 1, 1]);
    expect(documents.at(-1)).toMatchObject([
      {
        number: expect.stringMatching(/^INV-2026-0000\d\d$/),
        kind: 'invoice',
        isTax: false,
        fee: 5.04,
        gst: 0.45,
        gstPercent: 9,
        total: 5.49,
        supplier: { name: 'Car House', gstNumber: null },
      },
    ]);
    expect((await readStatement(owner, '2026-11')).body.documents).toHaveLength(4);
  });

  it('is taken back by a credit note when the sale is refunded', async () => {
    const owner = await makeUser(server, 'Seller');
    const order = await makeConfirmedSale(server, owner, 2_000);
    await createFeeDocuments(server.context);
    await refundOrder(order);
    expect(await createFeeDocuments(server.context)).toBe(1);
    expect(await readDocuments(admin, order)).toMatchObject([
      { kind: 'invoice' },
      { number: expect.stringMatching(/^CN-2026-0000\d\d$/), kind: 'credit-note', fee: 20, gst: 1.8 },
    ]);
    // In the books the entry of the sale names invoice and credit note; the other entries of the order name no
    // document.
    const booksAnswer = await call(server, await signInAgain(admin), 'GET', `/api/v1/books?booking=${order.bookingId}`);
    const entries = booksAnswer.body.entries as unknown as {
      cause: string;
      documents: { kind: string; number: string }[];
    }[];
    const numbers = (await readDocuments(admin, order)).map(({ number }) => number);
    for (const { cause, documents } of entries)
      expect(documents.map(({ number }) => number)).toEqual(cause === 'sale' ? numbers : []);
    expect(entries.map(({ cause }) => cause)).toContain('sale');
  });

  it('is a tax invoice when the operator is registered for GST', async () => {
    const owner = await makeUser(server, 'Seller');
    const order = await makeConfirmedSale(server, owner, 700);
    const supplier = {
      name: 'Example Motors Pte Ltd',
      address: '1 Example Road\nSingapore 100001',
      gstNumber: 'M90000001X',
    };
    const config = { ...server.context.config, supplier };
    await createFeeDocuments({ ...server.context, config });
    expect(await readDocuments(owner, order)).toMatchObject([{ isTax: true, supplier }]);
  });

  it('is not shown to the buyer or to others', async () => {
    const order = await makeConfirmedSale(server, await makeUser(server, 'Seller'), 900);
    const path = `/api/v1/orders/${order.bookingId}/fee-documents`;
    for (const caller of [order.buyer, await makeUser(server, 'Seller')])
      expect((await call(server, caller, 'GET', path)).status).toBe(404);
  });

  it('never changes in the database, and no number can be left out', async () => {
    const { pool } = server.context;
    const owner = await makeUser(server, 'Seller');
    await makeConfirmedSale(server, owner, 800);
    await createFeeDocuments(server.context);
    for (const statement of ['DELETE FROM fee_document', 'UPDATE fee_document SET fee_cents = 1'])
      await expect(pool.query(statement)).rejects.toMatchObject({ constraint: 'fee_document_append_only' });
    const order = await makeConfirmedSale(server, owner, 800);
    const insertionPromise = pool.query(
      `INSERT INTO fee_document SELECT booking_id, 'invoice', 2026, 99, seller_id, currency, fee_cents, gst_cents, 'X', '', NULL, now()
       FROM sale WHERE booking_id = $1`,
      [order.bookingId],
    );
    await expect(insertionPromise).rejects.toMatchObject({ constraint: 'fee_document_without_gaps' });
  });
});
