import type { InsertType, SelectType } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from './schema.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

/** A column in one word: its kind, `?` when it may be null, `=` when the database fills it in. */
type Word<Column> = `${Kind<SelectType<Column>>}${undefined extends InsertType<Column> ? '=' : ''}`;
type Kind<Value> = unknown extends Value
  ? 'json' | 'json?'
  : `${Name<NonNullable<Value>>}${null extends Value ? '?' : ''}`;
type Name<Value> = Value extends readonly Date[]
  ? 'times'
  : Value extends Date
    ? 'time'
    : Value extends bigint
      ? 'cents'
      : Value extends boolean
        ? 'boolean'
        : Value extends number
          ? 'number'
          : 'text';

/** The compiler holds this list equal to schema.ts; the test holds it equal to the migrated database. */
const written: {
  readonly [Table in keyof Schema]: { readonly [Column in keyof Schema[Table]]: Word<Schema[Table][Column]> };
} = {
  brand: {
    wire_name: 'text',
    name: 'text',
    page_path: 'text?',
    listable: 'boolean=',
    position: 'number?',
    created_at: 'time=',
  },
  account: {
    id: 'text',
    name: 'text',
    email: 'text',
    email_verified: 'boolean=',
    photo_url: 'text?',
    role: 'text?',
    number: 'text?',
    verified_at: 'time?',
    status: 'text=',
    standing_reason: 'text?',
    must_change_password: 'boolean=',
    created_at: 'time=',
    updated_at: 'time=',
  },
  account_link: {
    account_id: 'text',
    purpose: 'text',
    token_hash: 'text',
    email: 'text',
    created_at: 'time',
    expires_at: 'time',
  },
  attempt_counter: {
    key: 'text',
    tries: 'times',
    expires_at: 'time',
  },
  session: {
    id: 'text',
    account_id: 'text',
    token: 'text',
    expires_at: 'time',
    ip_address: 'text?',
    user_agent: 'text?',
    provider_id: 'text=',
    created_at: 'time=',
    updated_at: 'time=',
  },
  credential: {
    id: 'text',
    account_id: 'text',
    provider_id: 'text',
    subject: 'text',
    password: 'text?',
    access_token: 'text?',
    refresh_token: 'text?',
    id_token: 'text?',
    access_token_expires_at: 'time?',
    refresh_token_expires_at: 'time?',
    scope: 'text?',
    created_at: 'time=',
    updated_at: 'time=',
  },
  image: {
    key: 'text',
    width: 'number',
    height: 'number',
    created_at: 'time=',
    stored_at: 'time?=',
    avif_at: 'time?',
    removing_at: 'time?',
  },
  image_upload: {
    id: 'text',
    image_key: 'text',
    account_id: 'text',
    bytes: 'number',
    created_at: 'time',
  },
  listing: {
    id: 'text',
    seller_id: 'text',
    brand: 'text',
    title: 'text',
    location: 'text',
    original_price_cents: 'cents?',
    resale_price_cents: 'cents',
    years_of_use: 'number',
    year_of_purchase: 'number',
    description: 'text',
    status: 'text',
    posted_at: 'time',
    updated_at: 'time',
    variant: 'text?',
    body: 'text?',
    colour: 'text?',
    doors: 'number?',
    seats: 'number?',
    transmission: 'text?',
    fuel: 'text?',
    engine_cc: 'number?',
    power_kw: 'number?',
    curb_weight_kg: 'number?',
    manufactured_year: 'number?',
    registered_on: 'text?',
    coe_category: 'text?',
    coe_premium_cents: 'cents?',
    coe_expires_on: 'text?',
    coe_renewed: 'boolean?',
    omv_cents: 'cents?',
    arf_paid_cents: 'cents?',
    owners: 'number?',
    mileage_km: 'number?',
    dealer_ref: 'text?',
    dealer_row_hash: 'text?',
  },
  listing_image: {
    listing_id: 'text',
    position: 'number',
    image_key: 'text',
  },
  advertisement: {
    listing_id: 'text',
    created_at: 'time',
  },
  wish: {
    id: 'text',
    wisher_id: 'text',
    listing_id: 'text',
    wisher_role: 'text',
    image_url: 'text?',
    brand: 'text',
    title: 'text',
    author: 'text',
    author_email: 'text',
    location: 'text',
    original_price_cents: 'cents?',
    resale_price_cents: 'cents',
    years_of_use: 'number',
    year_of_purchase: 'number',
    description: 'text',
    posted_at: 'time',
    wished_at: 'time',
  },
  booking: {
    id: 'text',
    listing_id: 'text',
    buyer_id: 'text',
    seller_id: 'text',
    status: 'text',
    price_cents: 'cents',
    image_url: 'text?',
    brand: 'text',
    title: 'text',
    seller_name: 'text',
    seller_email: 'text',
    location: 'text',
    buyer_name: 'text',
    buyer_email: 'text',
    buyer_number: 'text',
    meeting_date: 'text',
    created_at: 'time',
    paid_at: 'time?',
    closed_at: 'time?',
    close_reason: 'text?',
  },
  payment_attempt: {
    id: 'text',
    booking_id: 'text',
    listing_id: 'text',
    buyer_id: 'text',
    amount_cents: 'cents',
    currency: 'text',
    state: 'text',
    intent_id: 'text?',
    created_at: 'time',
    expires_at: 'time',
    updated_at: 'time',
    tries: 'number=',
    next_try_at: 'time?',
  },
  payment: {
    id: 'text',
    booking_id: 'text',
    attempt_id: 'text',
    listing_id: 'text',
    buyer_id: 'text',
    intent_id: 'text',
    amount_cents: 'cents',
    currency: 'text',
    paid_at: 'time',
    card_brand: 'text?',
    card_last4: 'text?',
    receipt_number: 'cents=',
  },
  refund: {
    id: 'text',
    attempt_id: 'text',
    intent_id: 'text',
    amount_cents: 'cents',
    currency: 'text',
    state: 'text',
    reason: 'text',
    provider_refund_id: 'text?',
    created_at: 'time',
    updated_at: 'time',
    round: 'number=',
    actor_id: 'text?',
  },
  webhook_event: {
    event_id: 'text',
    type: 'text',
    intent_id: 'text?',
    payload: 'json',
    received_at: 'time',
    processed_at: 'time?',
  },
  audit_entry: {
    id: 'text',
    at: 'time',
    actor_id: 'text?',
    action: 'text',
    noun: 'text',
    noun_id: 'text',
    before: 'json?',
    after: 'json?',
  },
  audit_seal: {
    position: 'cents',
    entry_id: 'text',
    previous_hash: 'text',
    hash: 'text',
  },
  audit_unsealed: {
    arrival: 'cents=',
    entry_id: 'text',
  },
  personal_export: {
    account_id: 'text',
    at: 'time',
  },
  rule_minimum_parf: {
    coe_from: 'text',
    percent: 'number',
    cap_cents: 'cents?',
    source: 'text',
  },
  house_mark: {
    name: 'text',
    at: 'time',
  },
  dispute: {
    id: 'text',
    kind: 'text',
    intent_id: 'text',
    reason: 'text',
    provider_status: 'text',
    open: 'boolean',
    created_at: 'time',
    updated_at: 'time',
  },
  outbox: {
    id: 'text',
    kind: 'text',
    booking_id: 'text',
    recipient_id: 'text',
    state: 'text',
    tries: 'number=',
    next_try_at: 'time',
    last_error: 'text?',
    created_at: 'time',
    updated_at: 'time',
  },
  finding: {
    id: 'text',
    kind: 'text',
    subject: 'text',
    state: 'text',
    evidence: 'json',
    first_seen_at: 'time',
    last_seen_at: 'time',
    closed_at: 'time?',
    repaired_by: 'text?',
  },
  desk_cursor: {
    name: 'text',
    position: 'text',
    updated_at: 'time',
  },
  idempotency_key: {
    scope: 'text',
    call: 'text',
    key_hash: 'text',
    fingerprint: 'text',
    state: 'text',
    run_id: 'text',
    lease_ends_at: 'time',
    status: 'number?',
    headers: 'json?',
    sealed_body: 'text?',
    created_at: 'time',
    expires_at: 'time',
  },
  rate_count: {
    limit_name: 'text',
    subject: 'text',
    count: 'number',
    ends_at: 'time',
  },
};

/** Tables that no query module reads: the runner of migrations and the sign-in library keep them. */
const unread = ['schema_migration', 'verification'];

const kinds: Readonly<Record<string, string>> = {
  uuid: 'text',
  text: 'text',
  date: 'text',
  'timestamp with time zone': 'time',
  bigint: 'cents',
  smallint: 'number',
  integer: 'number',
  boolean: 'boolean',
  jsonb: 'json',
  ARRAY: 'times',
};

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

describe('the types of the tables', () => {
  it('are those of the migrated database, column for column', async () => {
    const columns = await db.pool.query<Record<'table' | 'column' | 'type' | 'nullable' | 'default', string | null>>(
      `SELECT table_name AS "table", column_name AS "column", data_type AS "type", is_nullable AS "nullable",
              coalesce(column_default, identity_generation) AS "default" FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    const found: Record<string, Record<string, string>> = {};
    for (const row of columns.rows) {
      const table = row.table ?? '';
      if (unread.includes(table)) continue;
      const word = `${kinds[row.type ?? ''] ?? row.type}${row.nullable === 'YES' ? '?' : ''}${row.default === null ? '' : '='}`;
      found[table] = { ...found[table], [row.column ?? '']: word };
    }
    expect(found).toEqual(written);
  });

  it('leave out the tables that others keep', async () => {
    const tables = await db.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    const names = tables.rows.map((row) => row.name);
    expect(names.filter((name) => !(name in written))).toEqual(unread);
  });
});

describe('every constraint', () => {
  it('has a name that somebody chose', async () => {
    const nameless = await db.pool.query(
      "SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conname ~ '_check\\d+$|_key\\d+$'",
    );
    expect(nameless.rows).toEqual([]);
  });

  it('that refers to another table has an index to look from the other side, or is never looked up', async () => {
    const bare = await db.pool.query<{ name: string }>(
      `SELECT c.conname AS name FROM pg_constraint c WHERE c.contype = 'f' AND c.confdeltype = 'c' AND NOT EXISTS (
         SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])`,
    );
    expect(bare.rows).toEqual([]);
  });
});
