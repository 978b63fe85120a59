import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, makeUser, type TestUser } from '../testing/builders.ts';
import { payOrder } from '../testing/paid-order.ts';
import { assertAudits } from '../testing/run-audits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  seller = await makeUser(server, 'Seller');
});
afterAll(async () => {
  await assertAudits(server.context.pool);
  await server.close();
});

const onePercentRule = { isEnd: false, basisPoints: 100, fixed: 0, cap: null, gstBasisPoints: 900 };
const addRule = (rule: object, caller: TestUser | null = admin): Promise<Answer> =>
  call(server, caller, 'POST', '/api/v1/fee-rules', { ...onePercentRule, ...rule });
const quoteFee = async (caller: TestUser, price: number): Promise<object> =>
  (await call(server, caller, 'GET', `/api/v1/fee-quote?brand=Ferrari&price=${price}`)).body;
type ListedRule = { readonly seller: { _id: string } | null; readonly brand: string | null; readonly standing: string };
const listRules = async (query = ''): Promise<readonly ListedRule[]> =>
  (await call(server, admin, 'GET', `/api/v1/fee-rules${query}`)).body.rules as readonly ListedRule[];
const listStandings = async (ruleSeller: TestUser, query = ''): Promise<readonly string[]> =>
  (await listRules(query)).filter(({ seller: of }) => of?._id === ruleSeller.id).map(({ standing }) => standing);

describe('a rule for fees', () => {
  it('gives the fee that a seller is quoted, that the sale has and that the ledger posts, and a refund undoes it', async () => {
    const ruleSeller = await makeUser(server, 'Seller');
    expect(await quoteFee(ruleSeller, 868_000)).toMatchObject({ fee: 0, gst: 0, share: 868_000 });
    expect((await addRule({ seller: ruleSeller.id, cap: 5_000 })).status).toBe(200);
    expect(await quoteFee(ruleSeller, 868_000)).toMatchObject({ fee: 5_000, gst: 450, share: 862_550, cap: 5_000 });
    expect(await quoteFee(seller, 868_000)).toMatchObject({ fee: 0 });
    const order = await payOrder(server, ruleSeller);
    const readSaleMoney = async (caller: TestUser) =>
      (await call(server, caller, 'GET', `/api/v1/orders/${order.bookingId}`)).body.sale as { money: unknown };
    expect((await readSaleMoney(ruleSeller)).money).toEqual({
      fee: 5_000,
      gst: 450,
      share: 862_550,
      netted: null,
      debtRefund: null,
      paidOutAt: null,
      standing: { reason: 'not-handed-over', at: null, code: null },
    });
    expect((await readSaleMoney(order.buyer)).money).toBeNull();
    const sumPostings = async (): Promise<Record<string, string>> => {
      const { rows } = await server.context.pool.query<{ account: string; cents: string }>(
        `SELECT p.account, sum(p.amount_cents)::text AS cents FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
         WHERE e.booking_id = $1 GROUP BY p.account HAVING sum(p.amount_cents) <> 0 ORDER BY p.account`,
        [order.bookingId],
      );
      return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
    };
    expect(await sumPostings()).toEqual({
      fee: '-500000',
      gst: '-45000',
      provider_balance: '86800000',
      seller_payable: '-86255000',
    });
    await call(server, admin, 'POST', `/api/v1/payments/${order.paymentId}/refund`, { reason: 'Not as described' });
    const sumsAfterRefund = await sumPostings();
    for (const account of ['fee', 'gst', 'seller_payable']) expect(sumsAfterRefund[account]).toBeUndefined();
  });

  it('is replaced by a newer one of its scope, and a sale keeps the fee that it has', async () => {
    const ruleSeller = await makeUser(server, 'Seller');
    await addRule({ seller: ruleSeller.id });
    const order = await payOrder(server, ruleSeller);
    await addRule({ seller: ruleSeller.id, basisPoints: 300 });
    expect(await quoteFee(ruleSeller, 1_000)).toMatchObject({ fee: 30 });
    const { body } = await call(server, ruleSeller, 'GET', `/api/v1/orders/${order.bookingId}`);
    expect((body.sale as { money: object }).money).toMatchObject({ fee: 8_680 });
    await addRule({ seller: ruleSeller.id, isEnd: true });
    expect(await quoteFee(ruleSeller, 1_000)).toMatchObject({ fee: 0 });
  });

  it('begins at the time that it names', async () => {
    const ruleSeller = await makeUser(server, 'Seller');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await addRule({ seller: ruleSeller.id, validFrom: tomorrow })).status).toBe(200);
    expect(await quoteFee(ruleSeller, 1_000)).toMatchObject({ fee: 0 });
    expect((await addRule({ seller: ruleSeller.id, validFrom: '2020-01-01T00:00:00Z' })).status).toBe(422);
  });

  it('is listed as current, future or replaced, and the valid ones alone on demand', async () => {
    const ruleSeller = await makeUser(server, 'Seller');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await addRule({ seller: ruleSeller.id });
    await addRule({ seller: ruleSeller.id, basisPoints: 200 });
    await addRule({ seller: ruleSeller.id, basisPoints: 300, validFrom: tomorrow });
    expect(await listStandings(ruleSeller)).toEqual(['future', 'current', 'replaced']);
    expect(await listStandings(ruleSeller, '?show=valid')).toEqual(['future', 'current']);
    await addRule({ seller: ruleSeller.id, isEnd: true });
    expect(await listStandings(ruleSeller, '?show=valid')).toEqual(['future']);
  });

  it('that has not begun is corrected by another one of the same moment', async () => {
    const ruleSeller = await makeUser(server, 'Seller');
    const validFrom = new Date(Date.now() + 86_400_000).toISOString();
    for (const rule of [{ basisPoints: 5_000 }, { basisPoints: 50 }, { isEnd: true }])
      expect((await addRule({ ...rule, seller: ruleSeller.id, validFrom })).status).toBe(200);
    expect(await listStandings(ruleSeller)).toEqual(['future', 'replaced', 'replaced']);
  });

  it('is listed page by page', async () => {
    const ruleSeller = await makeUser(server, 'Seller');
    for (const basisPoints of [100, 200, 300]) await addRule({ seller: ruleSeller.id, basisPoints });
    const listedRules: ListedRule[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await call(server, admin, 'GET', `/api/v1/fee-rules?limit=2${cursor}`);
      listedRules.push(...(body.rules as ListedRule[]));
      if (body.next === null) break;
      cursor = `&cursor=${encodeURIComponent(body.next as string)}`;
    }
    expect(listedRules).toEqual(await listRules());
    expect((await call(server, admin, 'GET', '/api/v1/fee-rules?cursor=x')).status).toBe(400);
  });

  it('is refused with unknown, double or odd scopes and terms, and by everybody but admins', async () => {
    for (const [rule, status] of [
      [{ seller: admin.id }, 404],
      [{ seller: 'nobody' }, 404],
      [{ brand: 'No_Such_Brand' }, 404],
      [{ seller: seller.id, brand: 'Ferrari' }, 422],
      [{ basisPoints: 5_001 }, 422],
      [{ basisPoints: -1 }, 422],
      [{ fixed: 0.001 }, 422],
      [{ cap: 1e9 }, 422],
      [{ gstBasisPoints: 3_001 }, 422],
    ] as const)
      expect([rule, (await addRule(rule)).status]).toEqual([rule, status]);
    expect((await addRule({}, null)).status).toBe(401);
    for (const caller of [seller, await makeUser(server, 'Buyer')])
      expect((await addRule({}, caller)).status).toBe(403);
    expect((await listRules()).every(({ brand }) => brand === null)).toBe(true);
  });

  it('is never changed or removed in the database', async () => {
    await addRule({ seller: (await makeUser(server, 'Seller')).id });
    for (const text of ['UPDATE fee_rule SET basis_points = 1', 'DELETE FROM fee_rule', 'TRUNCATE fee_rule CASCADE'])
      await expect(server.context.pool.query(text)).rejects.toEqual(
        expect.objectContaining({ constraint: 'fee_rule_append_only' }),
      );
  });
});
