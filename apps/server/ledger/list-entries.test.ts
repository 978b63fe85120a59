import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { type PaidOrder, payOrder } from '../testing/paid-order.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type Entry = {
  readonly _id: string;
  readonly number: number;
  readonly cause: string;
  readonly bookingId: string;
  readonly postings: readonly {
    readonly account: string;
    readonly owner: { readonly _id: string; readonly name: string } | null;
    readonly debit: number | null;
    readonly credit: number | null;
  }[];
};

let server: TestServer;
let seller: TestUser;
let admin: TestUser;
let orders: readonly PaidOrder[];

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  admin = await makeUser(server, 'admin');
  orders = [await payOrder(server, seller), await payOrder(server, await makeUser(server, 'Seller'))];
  await call(server, admin, 'POST', `/api/v1/payments/${orders[1]?.paymentId}/refund`, { reason: 'Not as described' });
});
afterAll(() => server.close());

async function readEntries(query = ''): Promise<{ entries: readonly Entry[]; next: string | null }> {
  const answer = await call(server, admin, 'GET', `/api/v1/books${query}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as { entries: readonly Entry[]; next: string | null };
}

describe('the books', () => {
  it('show each entry with its postings, debits and credits, newest first', async () => {
    const { entries } = await readEntries(`?booking=${orders[0]?.bookingId}`);
    expect(entries.map(({ cause }) => cause)).toEqual(['sale', 'charge']);
    expect(entries[0]?.postings).toMatchObject([
      { account: 'buyer', owner: { _id: orders[0]?.buyer.id }, debit: 868_000, credit: null },
      { account: 'seller_payable', owner: { _id: seller.id }, debit: null, credit: 868_000 },
    ]);
    expect(entries[1]?.postings[0]).toEqual({ account: 'provider_balance', owner: null, debit: 868_000, credit: null });
  });

  it('show the entries of one person, and of a day in Singapore', async () => {
    expect((await readEntries(`?person=${seller.id}`)).entries.map(({ cause }) => cause)).toEqual(['sale']);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Singapore' }).format(server.context.now());
    expect((await readEntries(`?day=${today}`)).entries).toHaveLength(7);
    expect((await readEntries('?day=2020-01-01')).entries).toEqual([]);
  });

  it('are found by the car, the names, the receipt and the ids at the provider', async () => {
    const [order, refundedOrder] = orders;
    const findBookingIds = async (words: string): Promise<readonly string[]> => {
      const { entries } = await readEntries(`?search=${encodeURIComponent(words)}`);
      return [...new Set(entries.map(({ bookingId }) => bookingId))];
    };
    const { rows } = await server.context.pool.query<{ receipt: string; title: string; refund: string }>(
      `SELECT 'CH-' || lpad(payment.receipt_number::text, 8, '0') AS receipt, booking.title,
         refund.provider_refund_id AS refund
       FROM booking JOIN payment ON payment.booking_id = booking.id
         LEFT JOIN payment_attempt ON payment_attempt.booking_id = booking.id
         LEFT JOIN refund ON refund.attempt_id = payment_attempt.id
       WHERE booking.id = ANY($1) ORDER BY refund.provider_refund_id NULLS FIRST`,
      [orders.map(({ bookingId }) => bookingId)],
    );
    expect(await findBookingIds(order?.intentId ?? '')).toEqual([order?.bookingId]);
    expect(await findBookingIds(rows[0]?.receipt ?? '')).toEqual([order?.bookingId]);
    expect(await findBookingIds(seller.name)).toEqual([order?.bookingId]);
    expect(await findBookingIds(rows[1]?.refund ?? '')).toEqual([refundedOrder?.bookingId]);
    expect(await findBookingIds((rows[0]?.title ?? '').toUpperCase())).toContain(order?.bookingId);
    // A percent sign is no wildcard.
    expect(await findBookingIds('%')).toEqual([]);
  });

  it('go on after a page, entry by entry', async () => {
    const pagedIds: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof readEntries>> = await readEntries(
        `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      pagedIds.push(...page.entries.map(({ _id }) => _id));
      cursor = page.next;
    }
    expect(pagedIds).toEqual((await readEntries()).entries.map(({ _id }) => _id));
    expect(new Set(pagedIds).size).toBe(7);
  });

  it('have totals that sum to zero: the provider holds what is owed to the seller', async () => {
    const answer = await call(server, admin, 'GET', '/api/v1/books/totals');
    expect(answer).toMatchObject({ status: 200, body: { entries: 7 } });
    const balances = (answer.body.totals as { account: string; balance: number }[]).filter(
      ({ balance }) => balance !== 0,
    );
    expect(balances.map(({ account, balance }) => [account, balance])).toEqual([
      ['provider_balance', 868_000],
      ['seller_payable', -868_000],
    ]);
  });

  it('are a file with a line for each posting', async () => {
    await server.context.pool.query('UPDATE session SET factor_proved_at = now() WHERE account_id = $1', [admin.id]);
    const fileAnswer = await server.app.inject({
      url: `/api/v1/books/file?booking=${orders[0]?.bookingId}`,
      headers: { authorization: admin.token },
    });
    const lines = fileAnswer.body.split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain(',sale,');
    expect(lines[1]).toMatch(/seller_payable,.*,sgd,,868000\.00$/);
  });

  it('refuse malformed filters', async () => {
    for (const query of ['?booking=x', '?person=x', '?day=2026-02-30', '?cursor=x', '?limit=0', '?limit=201'])
      expect((await call(server, admin, 'GET', `/api/v1/books${query}`)).status).toBe(400);
  });
});
