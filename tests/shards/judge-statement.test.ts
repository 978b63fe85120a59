import { beforeAll, describe, expect, it } from 'vitest';
import { judgeStatement, loadParser, type StatementClass } from './judge-statement.ts';

beforeAll(() => loadParser());

type StatementCase = readonly [what: string, text: string, expected: StatementClass, ...faults: readonly string[]];

const oneShardCases: readonly StatementCase[] = [
  ['an id that carries the shard', 'SELECT status FROM booking WHERE id = $1', 'one-shard'],
  ['the listing itself', "SELECT id FROM booking WHERE listing_id = $1 AND status = 'unpaid' FOR UPDATE", 'one-shard'],
  ['a join on the key', 'SELECT * FROM payment p JOIN booking b ON b.id = p.booking_id WHERE b.id = $1', 'one-shard'],
  ['a join by USING', 'SELECT * FROM sale JOIN complaint USING (booking_id) WHERE booking_id = $1', 'one-shard'],
  [
    'a chain of joins',
    'SELECT 1 FROM payout o JOIN transfer t ON t.id = o.transfer_id JOIN sale s ON s.booking_id = t.booking_id WHERE o.id = $1',
    'one-shard',
  ],
  ['an outer join', 'SELECT * FROM booking b LEFT JOIN payment p ON p.booking_id = b.id WHERE b.id = $1', 'one-shard'],
  [
    'a shared id of the provider',
    'SELECT 1 FROM dispute d JOIN payment p ON p.intent_id = d.intent_id WHERE p.booking_id = $1',
    'one-shard',
  ],
  [
    'a subselect that gives the key',
    'SELECT status FROM listing WHERE id = (SELECT listing_id FROM booking WHERE id = $1)',
    'one-shard',
  ],
  [
    'IN with a query',
    'SELECT 1 FROM payment WHERE booking_id IN (SELECT id FROM booking WHERE listing_id = $1)',
    'one-shard',
  ],
  [
    'a correlated subselect',
    'SELECT EXISTS (SELECT FROM payment_attempt WHERE booking_id = booking.id AND intent_id = $2) FROM booking WHERE id = $1',
    'one-shard',
  ],
  [
    'a CTE',
    'WITH own AS (SELECT booking_id FROM payment WHERE id = $1) SELECT * FROM sale JOIN own ON own.booking_id = sale.booking_id',
    'one-shard',
  ],
  [
    'a changing CTE',
    "WITH sold AS (UPDATE booking SET status = 'paid' WHERE id = $1 RETURNING listing_id) UPDATE listing SET status = 'sold' FROM sold WHERE listing.id = sold.listing_id",
    'one-shard',
  ],
  ['a row of values', 'SELECT 1 FROM booking WHERE (listing_id, status) = ($1, $2)', 'one-shard'],
  [
    'a cast',
    'SELECT 1 FROM ledger_entry e JOIN payment p ON e.cause_id = p.id::text WHERE p.id = $1::uuid',
    'one-shard',
  ],
  ['one value in IN', 'SELECT 1 FROM booking WHERE id IN ($1)', 'one-shard'],
  [
    'a row that is added',
    'INSERT INTO booking (id, listing_id, status) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
    'one-shard',
  ],
  [
    'a row that is added from a query',
    'INSERT INTO order_step (booking_id, step) SELECT id, $2 FROM booking WHERE id = $1',
    'one-shard',
  ],
  ['rows of one booking', 'INSERT INTO payment_part (id, booking_id) VALUES ($1, $3), ($2, $3)', 'one-shard'],
  ['an audit entry', 'INSERT INTO audit_entry (id, action) VALUES ($1, $2)', 'one-shard'],
  [
    'a mail with its booking',
    'INSERT INTO outbox (id, booking_id, recipient_id) SELECT $2, id, buyer_id FROM booking WHERE id = $1',
    'one-shard',
  ],
  ['a job', "INSERT INTO pgboss.job (name) VALUES ('settle')", 'one-shard'],
  [
    'the copy of an account',
    'SELECT 1 FROM listing JOIN account ON account.id = listing.seller_id WHERE listing.id = $1 FOR SHARE OF listing',
    'one-shard',
  ],
  [
    'the lock of the copy',
    'SELECT id FROM account WHERE id = (SELECT seller_id FROM listing WHERE id = $1) FOR SHARE',
    'one-shard',
  ],
  [
    'tables of reference',
    'SELECT 1 FROM listing JOIN brand ON brand.api_name = listing.brand WHERE listing.id = $1',
    'one-shard',
  ],
];

const severalShardsCases: readonly StatementCase[] = [
  ['no condition', 'SELECT count(*) FROM booking', 'several-shards', 'read booking'],
  [
    'a missing key',
    "SELECT id FROM booking WHERE buyer_id = $1 AND status = 'unpaid'",
    'several-shards',
    'read booking by buyer_id, status',
  ],
  [
    'a join that loses the key',
    'SELECT 1 FROM booking b JOIN payment p ON p.buyer_id = b.buyer_id WHERE b.id = $1',
    'several-shards',
    'read payment by buyer_id',
  ],
  [
    'a join without a condition',
    'SELECT 1 FROM booking b, payment p WHERE b.id = $1',
    'several-shards',
    'read payment',
  ],
  [
    'an id of the provider',
    'SELECT id FROM payment WHERE intent_id = $1',
    'several-shards',
    'read payment by intent_id',
  ],
  ['several ids', 'SELECT 1 FROM booking WHERE id = ANY ($1)', 'several-shards', 'read booking by id of several'],
  ['a list of ids', 'SELECT 1 FROM booking WHERE id IN ($1, $2)', 'several-shards', 'read booking by id of several'],
  ['a comparison', 'SELECT 1 FROM booking WHERE id > $1', 'several-shards', 'read booking by id'],
  ['OR', 'SELECT 1 FROM booking WHERE id = $1 OR buyer_id = $2', 'several-shards', 'read booking by buyer_id, id'],
  ['NOT', 'SELECT 1 FROM booking WHERE NOT id = $1', 'several-shards', 'read booking by id'],
  [
    'two values that may be of two listings',
    'SELECT 1 FROM booking b, sale s WHERE b.id = $1 AND s.booking_id = $2',
    'several-shards',
    'booking and sale by different values',
  ],
  [
    'a key that stands in the subselect only',
    'SELECT 1 FROM booking WHERE EXISTS (SELECT FROM payment WHERE booking_id = booking.id AND id = $1)',
    'several-shards',
    'read booking by id',
  ],
  [
    'a key of the optional side',
    'SELECT 1 FROM booking b LEFT JOIN payment p ON p.booking_id = b.id AND p.id = $1',
    'several-shards',
    'read booking by id',
  ],
  [
    'a full join',
    'SELECT 1 FROM booking b FULL JOIN payment p ON p.booking_id = b.id WHERE b.id = $1',
    'several-shards',
    'read payment',
  ],
  [
    'a result that is cut before it is joined',
    'SELECT 1 FROM (SELECT id FROM booking ORDER BY created_at LIMIT 9) x WHERE x.id = $1',
    'several-shards',
    'read booking',
  ],
  [
    'a condition outside of a CTE',
    'WITH w AS (SELECT id FROM booking WHERE buyer_id = $2) SELECT 1 FROM w WHERE w.id = $1',
    'several-shards',
    'read booking by buyer_id',
  ],
  [
    'two uses of a CTE',
    'WITH w AS (SELECT id FROM booking WHERE listing_id = $1) SELECT 1 FROM w a, w b, payment WHERE a.id = $2 AND payment.intent_id = $3',
    'several-shards',
    'read payment by intent_id',
  ],
  [
    'half of a union',
    'SELECT id FROM booking WHERE id = $1 UNION ALL SELECT id FROM payment',
    'several-shards',
    'read payment',
  ],
  [
    'rows of many',
    'INSERT INTO booking (id, listing_id) SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS given (id, listing_id)',
    'several-shards',
    'insert booking',
  ],
  [
    'rows with different keys',
    'INSERT INTO payment_part (id, booking_id) VALUES ($1, $2), ($3, $4)',
    'several-shards',
    'insert payment_part of several',
  ],
  [
    'a change without a key',
    "UPDATE booking SET status = 'cancelled' WHERE buyer_id = $1",
    'several-shards',
    'update booking by buyer_id',
  ],
  [
    'a change with rows of other shards',
    'DELETE FROM wish USING listing WHERE wish.id = $1 AND listing.seller_id = $2',
    'several-shards',
    'read listing by seller_id',
  ],
  [
    'totals',
    'SELECT sum(balance_cents) FROM ledger_balance WHERE owner_id = $1',
    'several-shards',
    'read ledger_balance by owner_id',
  ],
  [
    'mails that wait',
    "SELECT id FROM outbox WHERE state = 'waiting' LIMIT 10",
    'several-shards',
    'read outbox by state',
  ],
  ['a whole table', 'LOCK TABLE ledger_posting IN SHARE MODE', 'several-shards', 'update ledger_posting'],
  ['all accounts', 'UPDATE account SET updated_at = $1 WHERE role IS NULL', 'several-shards', 'update account by role'],
];

const otherClassCases: readonly StatementCase[] = [
  ['no table', 'SELECT set_config($1, $2, true)', 'nothing'],
  ['a table of the catalog', 'SELECT 1 FROM pg_catalog.pg_class', 'nothing'],
  ['an account', 'SELECT status FROM account WHERE id = $1 FOR NO KEY UPDATE', 'accounts'],
  [
    'a session with its account',
    'SELECT 1 FROM session s JOIN account a ON a.id = s.account_id WHERE s.token = $1',
    'accounts',
  ],
  ['what is global', 'INSERT INTO webhook_event (event_id) VALUES ($1)', 'global'],
  [
    'a shard and what is global',
    'SELECT 1 FROM booking JOIN webhook_event w ON w.intent_id = $2 WHERE booking.id = $1',
    'two-places',
    'read webhook_event by intent_id elsewhere',
  ],
  [
    'a shard and a change of an account',
    'WITH b AS (SELECT buyer_id FROM booking WHERE id = $1) UPDATE account SET name = $2 WHERE id = $3 AND EXISTS (SELECT FROM b)',
    'two-places',
    'update account by id elsewhere',
  ],
];

describe.each([
  { place: 'one shard', cases: oneShardCases },
  { place: 'several shards', cases: severalShardsCases },
  { place: 'another place', cases: otherClassCases },
])('a statement on $place', ({ cases }) => {
  it.each(cases.map(([what, text, expected, ...faults]) => ({ what, text, expected, faults })))(
    '$what',
    ({ text, expected, faults }) => {
      expect(judgeStatement(text)).toMatchObject({ class: expected, faults });
    },
  );
});

it('names the functions that a statement calls', () => {
  expect([...judgeStatement('SELECT lock_listings_of_rows($1, $2) FROM brand').functions]).toEqual([
    'lock_listings_of_rows',
  ]);
});
