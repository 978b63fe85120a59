import { countBookingsOfBuyer, listBookingsOfBuyer, listBookingsOfSeller } from '@carhouse/database/bookings/bookings';
import { ensureMemberRole, runAsMember } from '@carhouse/database/connection/member-role';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { listWishes } from '@carhouse/database/wishes/wishes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookListing, call, makeCar, makeUser, type TestUser } from './builders.ts';
import { payOrder } from './paid-order.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { uploadExaminedCarList } from './uploads.ts';

let server: TestServer;
let buyer: TestUser;
let seller: TestUser;
let otherUser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
  ({ buyer } = await payOrder(server, seller));
  ({ buyer: otherUser } = await payOrder(server, await makeUser(server, 'Seller')));
  for (const caller of [buyer, otherUser]) await markTransferred(caller);
  for (const caller of [seller, await makeUser(server, 'Seller')]) await addPayoutAccount(caller);
  await addFeeDocuments();
  for (const caller of [seller, await makeUser(server, 'Seller')]) await addPaymentInstructions(caller);
  const car = await makeCar(server, seller);
  for (const caller of [buyer, otherUser]) await call(server, caller, 'POST', '/api/wishLists', { productId: car });
});
afterAll(() => server.close());

/** Marks a step of a buyer's only order. */
async function markTransferred({ id }: TestUser): Promise<void> {
  await server.context.pool.query(
    "INSERT INTO order_step SELECT id, 'transferred', buyer_id, now() FROM booking WHERE buyer_id = $1",
    [id],
  );
}

/**
 * Makes the payout account of a seller who has confirmed by mail that they want it, and who has not started the
 * provider's form.
 */
async function addPayoutAccount({ id }: TestUser): Promise<void> {
  await server.context.pool.query(
    `INSERT INTO payout_account (seller_id, state, idempotency_key, confirmed_at, created_at, state_since)
     VALUES ($1, 'none', gen_random_uuid(), now(), now(), now())`,
    [id],
  );
}

/** Makes an invoice for every sale, as if the seller of each sale had paid a fee. */
async function addFeeDocuments(): Promise<void> {
  const client = await server.context.pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(`INSERT INTO fee_document SELECT booking_id, 'invoice', 2026, row_number() OVER (), seller_id, currency, 1, 0,
      'Supplier', '', NULL, now() FROM sale`);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

async function addPaymentInstructions({ id }: TestUser): Promise<void> {
  await server.context.pool.query(
    "INSERT INTO payment_instructions (seller_id, ways, note, changed_at) VALUES ($1, '{cash}', '', now())",
    [id],
  );
}

/** Returns the number of rows that a query without its owner clause returns. */
async function countRows(caller: TestUser, table: string): Promise<number> {
  const { rows } = await runAsMember(server.context.database, caller.id, (trx: Transaction) =>
    sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(trx),
  );
  return rows[0]?.count ?? -1;
}

describe("the role that reads one person's records", () => {
  it('is there on this database', async () => {
    expect(await ensureMemberRole(server.context.pool)).toBe(true);
  });

  it.each([
    ['booking', 1, 1],
    ['payment', 1, 1],
    ['payment_attempt', 1, 1],
    ['order_step', 1, 1],
    ['payout_account', 0, 1],
    ['fee_document', 0, 1],
    // The buyer's order of this seller is paid.
    ['payment_instructions', 0, 1],
    ['wish', 1, 0],
    ['import', 0, 0],
    ['refund', 0, 0],
  ])('finds only their rows of %s', async (table, buyerRowCount, sellerRowCount) => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(
      server.context.database,
    );
    if (buyerRowCount > 0) expect(rows[0]?.count).toBeGreaterThan(1);
    expect(await countRows(buyer, table)).toBe(buyerRowCount);
    expect(await countRows(seller, table)).toBe(sellerRowCount);
  });

  it('finds how a seller is paid only for the buyers of their open orders', async () => {
    const directlyPaidSeller = await makeUser(server, 'Seller');
    await addPaymentInstructions(directlyPaidSeller);
    const [openBuyer, cancelledBuyer] = [await makeUser(server, 'Buyer'), await makeUser(server, 'Buyer')];
    await bookListing(server, openBuyer, await makeCar(server, directlyPaidSeller));
    const id = await bookListing(server, cancelledBuyer, await makeCar(server, directlyPaidSeller));
    expect(await countRows(cancelledBuyer, 'payment_instructions')).toBe(1);
    await call(server, cancelledBuyer, 'POST', `/api/v1/bookings/${id}/cancellation`, {});
    expect(await countRows(openBuyer, 'payment_instructions')).toBe(1);
    expect(await countRows(cancelledBuyer, 'payment_instructions')).toBe(0);
  });

  it('reads no addresses, passwords or sessions, and changes nothing', async () => {
    const { database } = server.context;
    for (const query of [
      sql`SELECT email FROM account`,
      sql`SELECT password FROM credential`,
      sql`SELECT token FROM session`,
    ]) {
      await expect(runAsMember(database, buyer.id, (trx) => query.execute(trx))).rejects.toMatchObject({
        code: '42501',
      });
    }
    await expect(
      runAsMember(database, buyer.id, (trx) => sql`UPDATE booking SET buyer_name = 'x'`.execute(trx)),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(?:25006|42501)$/) });
  });

  it('ends with its transaction', async () => {
    await countRows(buyer, 'booking');
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM booking`.execute(
      server.context.database,
    );
    expect(rows[0]?.count).toBeGreaterThan(1);
  });

  it('protects the calls: orders, sales, wishes and receipts answer as before', async () => {
    const ordersAnswer = await call(server, buyer, 'GET', `/api/myorders?email=${encodeURIComponent(buyer.email)}`);
    expect(ordersAnswer.body).toHaveLength(1);
    const id = String((ordersAnswer.body as { _id: string }[])[0]?._id);
    expect((await call(server, buyer, 'GET', `/api/v1/bookings/${id}/receipt`)).status).toBe(200);
    expect((await call(server, seller, 'GET', `/api/v1/bookings/${id}/receipt`)).status).toBe(200);
    expect((await call(server, otherUser, 'GET', `/api/v1/bookings/${id}/receipt`)).status).toBe(404);
    expect((await call(server, seller, 'GET', '/api/v1/sales')).body.sales).toHaveLength(1);
    expect(
      (await call(server, buyer, 'GET', `/api/mywish?email=${encodeURIComponent(buyer.email)}`)).body,
    ).toHaveLength(1);
  });
});

// Row-level security is the only protection on a database whose user may not create roles.
describe("a query of one person's records, without the role", () => {
  const countFunctionByName = {
    orders: async () => (await listBookingsOfBuyer(server.context.database, buyer.id, 10)).length,
    'number of orders': () => countBookingsOfBuyer(server.context.database, buyer.id),
    sales: async () => (await listBookingsOfSeller(server.context.database, seller.id, 10)).length,
    wishes: async () => (await listWishes(server.context.database, buyer.id, 10)).length,
  };

  it.each(Object.entries(countFunctionByName))('finds only theirs: %s', async (_, count) => {
    expect(await count()).toBe(1);
  });

  it('protects the reads of imports: a seller reads theirs, by the list and by its id', async () => {
    const dealer = await makeUser(server, 'Seller');
    const id = await uploadExaminedCarList(server, dealer, 'Stock no,Car,Price\n1,Ferrari Roma,900000\n');
    expect(await countRows(dealer, 'import')).toBe(1);
    expect(await countRows(otherUser, 'import')).toBe(0);
    expect((await call(server, dealer, 'GET', '/api/v1/imports')).body).toHaveLength(1);
    expect((await call(server, dealer, 'GET', `/api/v1/imports/${id}`)).status).toBe(200);
    const { pool } = server.context;
    await pool.query('REVOKE SELECT ON import FROM carhouse_member');
    try {
      for (const url of ['/api/v1/imports', `/api/v1/imports/${id}`]) {
        expect((await call(server, dealer, 'GET', url)).status, url).toBe(503);
      }
    } finally {
      await pool.query('GRANT SELECT ON import TO carhouse_member');
    }
  });
});
