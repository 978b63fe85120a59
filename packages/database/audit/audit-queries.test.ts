import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { auditQueries } from './audit-queries.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await makeTestDatabase();
});
afterAll(() => db.close());

const countRowsOfQuery = async (name: string, pool = db.pool): Promise<number> => {
  const query = auditQueries.find((each) => each.name === name);
  if (query === undefined) throw new Error(`no audit is called '${name}'`);
  return (await pool.query(query.sql)).rowCount ?? 0;
};

describe('the audits', () => {
  it.each(auditQueries)('find nothing in a new server: $name ($invariant)', async ({ name }) => {
    expect(await countRowsOfQuery(name)).toBe(0);
  });

  it('have names of their own', () => {
    expect(new Set(auditQueries.map((query) => query.name)).size).toBe(auditQueries.length);
  });

  it('find a car that is paid and not sold, and a paid booking without a payment', async () => {
    // The test with broken rows uses a separate database, because these rows would affect the other tests.
    const databaseWithBrokenRows = await makeTestDatabase();
    await databaseWithBrokenRows.pool.query(`INSERT INTO account (id, name, email, role) VALUES
      ('00000000-0000-7000-8000-000000000001', 'S', 's@x.example', 'Seller'),
      ('00000000-0000-7000-8000-000000000002', 'B', 'b@x.example', 'Buyer')`);
    await databaseWithBrokenRows.pool.query(`INSERT INTO listing (id, seller_id, brand, title, location, resale_price_cents, years_of_use,
        year_of_purchase, description, status, posted_at, updated_at)
      VALUES ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000001', 'Tesla', 'T', 'L', 100, 1,
        2020, '', 'available', now(), now())`);
    await databaseWithBrokenRows.pool.query(`INSERT INTO booking (id, listing_id, buyer_id, seller_id, status, price_cents, brand, title,
        seller_name, seller_email, location, buyer_name, buyer_email, buyer_number, meeting_date, created_at, paid_at)
      VALUES ('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000003',
        '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', 'paid', 100, 'Tesla', 'T', 'S',
        's@x.example', 'L', 'B', 'b@x.example', '', '', now(), now())`);
    expect(await countRowsOfQuery('a car with a paid booking is not sold', databaseWithBrokenRows.pool)).toBe(1);
    expect(await countRowsOfQuery('a booking is paid and has no payment', databaseWithBrokenRows.pool)).toBe(1);
    await databaseWithBrokenRows.close();
  });

  it('take the newest entry by the order of writing, because the clock of another server node may be ahead', async () => {
    const databaseWithSkewedClock = await makeTestDatabase();
    const sellerId = '00000000-0000-7000-8000-000000000001';
    await databaseWithSkewedClock.pool.query(
      "INSERT INTO account (id, name, email, role) VALUES ($1, 'S', 's@x.example', 'Seller')",
      [sellerId],
    );
    await databaseWithSkewedClock.pool.query(
      `INSERT INTO payout_account (seller_id, state, state_since, provider_account_id, idempotency_key, confirmed_at, started_at, created_at)
       VALUES ($1, 'active', now(), 'acct_1', 'key', now(), now(), now())`,
      [sellerId],
    );
    const addEntry = (state: string, minutesAhead: number): Promise<unknown> =>
      databaseWithSkewedClock.pool.query(
        `INSERT INTO audit_entry (id, at, action, noun, noun_id, after)
         VALUES (gen_random_uuid(), now() + $3 * interval '1 minute', 'change-state', 'payout_account', $1, jsonb_build_object('state', $2::text))`,
        [sellerId, state, minutesAhead],
      );
    const name = 'a payout account is not in the state that its last audit entry says';
    await addEntry('restricted', 5);
    expect(await countRowsOfQuery(name, databaseWithSkewedClock.pool)).toBe(1);
    await addEntry('active', 0);
    expect(await countRowsOfQuery(name, databaseWithSkewedClock.pool)).toBe(0);
    await databaseWithSkewedClock.close();
  });
});
