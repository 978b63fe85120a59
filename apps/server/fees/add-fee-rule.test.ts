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

const onePercent = { isEnd: false, basisPoints: 100, fixed: 0, cap: null, gstBasisPoints: 900 };
const add = (rule: object, who: TestUser | null = admin): Promise<Answer> =>
  call(server, who, 'POST', '/api/v1/fee-rules', { ...onePercent, ...rule });
const quote = async (who: TestUser, price: number): Promise<object> =>
  (await call(server, who, 'GET', `/api/v1/fee-quote?brand=Ferrari&price=${price}`)).body;
type Listed = { readonly seller: { _id: string } | null; readonly brand: string | null; readonly standing: string };
const list = async (query = ''): Promise<readonly Listed[]> =>
  (await call(server, admin, 'GET', `/api/v1/fee-rules${query}`)).body.rules as readonly Listed[];
const standingsOf = async (owner: TestUser, query = ''): Promise<readonly string[]> =>
  (await list(query)).filter(({ seller: of }) => of?._id === owner.id).map(({ standing }) => standing);

describe('a rule for fees', () => {
  it('gives the fee that a seller is quoted, that the sale has and that the ledger posts, and a refund undoes it', async () => {
    const owner = await makeUser(server, 'Seller');
    expect(await quote(owner, 868_000)).toMatchObject({ fee: 0, gst: 0, share: 868_000 });
    expect((await add({ seller: owner.id, cap: 5_000 })).status).toBe(200);
    expect(await quote(owner, 868_000)).toMatchObject({ fee: 5_000, gst: 450, share: 862_550, cap: 5_000 });
    expect(await quote(seller, 868_000)).toMatchObject({ fee: 0 });
    const order = await payOrder(server, owner);
    const read = async (who: TestUser) =>
      (await call(server, who, 'GET', `/api/v1/orders/${order.bookingId}`)).body.sale as { money: unknown };
    expect((await read(owner)).money).toEqual({
      fee: 5_000,
      gst: 450,
      share: 862_550,
      netted: null,
      paidOutAt: null,
      standing: { reason: 'not-handed-over', at: null, code: null },
    });
    expect((await read(order.buyer)).money).toBeNull();
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
    const afterRefund = await sumPostings();
    for (const account of ['fee', 'gst', 'seller_payable']) expect(afterRefund[account]).toBeUndefined();
  });

  it('is replaced by a newer one of its scope, and a sale keeps the fee that it has', async () => {
    const owner = await makeUser(server, 'Seller');
    await add({ seller: owner.id });
    const order = await payOrder(server, owner);
    await add({ seller: owner.id, basisPoints: 300 });
    expect(await quote(owner, 1_000)).toMatchObject({ fee: 30 });
    const { body } = await call(server, owner, 'GET', `/api/v1/orders/${order.bookingId}`);
    expect((body.sale as { money: object }).money).toMatchObject({ fee: 8_680 });
    await add({ seller: owner.id, isEnd: true });
    expect(await quote(owner, 1_000)).toMatchObject({ fee: 0 });
  });

  it('begins at the time that it names', async () => {
    const owner = await makeUser(server, 'Seller');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await add({ seller: owner.id, validFrom: tomorrow })).status).toBe(200);
    expect(await quote(owner, 1_000)).toMatchObject({ fee: 0 });
    expect((await add({ seller: owner.id, validFrom: '2020-01-01T00:00:00Z' })).status).toBe(422);
  });

  it('is listed as current, future or replaced, and the valid ones alone on demand', async () => {
    const owner = await makeUser(server, 'Seller');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await add({ seller: owner.id });
    await add({ seller: owner.id, basisPoints: 200 });
    await add({ seller: owner.id, basisPoints: 300, validFrom: tomorrow });
    expect(await standingsOf(owner)).toEqual(['future', 'current', 'replaced']);
    expect(await standingsOf(owner, '?show=valid')).toEqual(['future', 'current']);
    await add({ seller: owner.id, isEnd: true });
    expect(await standingsOf(owner, '?show=valid')).toEqual(['future']);
  });

  it('that has not begun is corrected by another one of the same moment', async () => {
    const owner = await makeUser(server, 'Seller');
    const validFrom = new Date(Date.now() + 86_400_000).toISOString();
    for (const rule of [{ basisPoints: 5_000 }, { basisPoints: 50 }, { isEnd: true }])
      expect((await add({ ...rule, seller: owner.id, validFrom })).status).toBe(200);
    expect(await standingsOf(owner)).toEqual(['future', 'replaced', 'replaced']);
  });

  it('is listed page by page', async () => {
    const owner = await makeUser(server, 'Seller');
    for (const basisPoints of [100, 200, 300]) await add({ seller: owner.id, basisPoints });
    const found: Listed[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await call(server, admin, 'GET', `/api/v1/fee-rules?limit=2${cursor}`);
      found.push(...(body.rules as Listed[]));
      if (body.next === null) break;
      cursor = `&cursor=${encodeURIComponent(body.next as string)}`;
    }
    expect(found).toEqual(await list());
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
      expect([rule, (await add(rule)).status]).toEqual([rule, status]);
    expect((await add({}, null)).status).toBe(401);
    for (const who of [seller, await makeUser(server, 'Buyer')]) expect((await add({}, who)).status).toBe(403);
    expect((await list()).every(({ brand }) => brand === null)).toBe(true);
  });

  it('is never changed or removed in the database', async () => {
    await add({ seller: (await makeUser(server, 'Seller')).id });
    for (const text of ['UPDATE fee_rule SET basis_points = 1', 'DELETE FROM fee_rule', 'TRUNCATE fee_rule CASCADE'])
      await expect(server.context.pool.query(text)).rejects.toEqual(
        expect.objectContaining({ constraint: 'fee_rule_append_only' }),
      );
  });
});
