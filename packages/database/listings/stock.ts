import { type CarFact, carFacts, type FactColumn, factNames, type SearchedFact } from '@carhouse/domain/car/car-facts';
import pg from 'pg';
import { copyOut } from '../connection/copy-out.ts';
import { parseWalPosition, primaryPositionSql, type WalPosition } from '../connection/wal-position.ts';

/** The columns of a listing on sale that the catalogue reads, as PostgreSQL prints them, in the order below. */
export type StockRow = readonly (string | null)[];

/**
 * SQL of the columns that every listing has. Days are numbers of days since 1970-01-01; `posted_at` and `newest_at` are
 * microseconds since 1970.
 */
const commonSqlByColumn = {
  id: 'listing.id',
  share_group: 'account.share_group',
  seller_kind: "CASE WHEN account.verified_at IS NULL THEN 'private' ELSE account.seller_kind END",
  verified: 'account.verified_at IS NOT NULL',
  posted_at: '(extract(epoch FROM listing.posted_at) * 1000000)::bigint',
  newest_at: '(extract(epoch FROM coalesce(listing.newest_at, listing.posted_at)) * 1000000)::bigint',
  price_cents: 'listing.resale_price_cents',
  year_of_purchase: 'listing.year_of_purchase',
  years_of_use: 'listing.years_of_use',
  brand: 'listing.brand',
  title: 'listing.title',
  location: 'listing.location',
  description: 'listing.description',
} as const;

/** SQL of the facts whose values must be converted for the catalogue, by column. */
const convertedFactSqlByColumn: Partial<Record<FactColumn, string>> = {
  coe_expires_on: "listing.coe_expires_on - date '1970-01-01'",
};

/** SQL of each column of a `StockRow`: the columns that every listing has, and the facts that the search index reads. */
const stockSqlByColumn: Readonly<Record<string, string>> = {
  ...commonSqlByColumn,
  ...Object.fromEntries(
    factNames
      .map((name): CarFact & { readonly column: FactColumn } => carFacts[name])
      .filter(({ isInSearch }) => isInSearch === true)
      .map(({ column }) => [column, convertedFactSqlByColumn[column] ?? `listing.${column}`]),
  ),
};

export type StockColumn = keyof typeof commonSqlByColumn | (typeof carFacts)[SearchedFact]['column'];
/** Names of the columns of a `StockRow`, in the order of the row's values. */
export const stockColumns = Object.keys(stockSqlByColumn) as readonly StockColumn[];

const selectColumnsSql = `SELECT ${Object.values(stockSqlByColumn).join(', ')}`;

const stockQuery = `${selectColumnsSql}
  FROM listing JOIN account ON account.id = listing.seller_id
  WHERE listing.status = 'available' AND account.status = 'active'`;

// The query makes one lookup by primary key for each id. With `id = ANY (...)`, the planner scans another index that
// ends with the id while the table's statistics are older than an import. For 200 of 90,000 listings this took 35 ms
// instead of 1 ms.
const selectStockByIdSql = `${selectColumnsSql}
  FROM unnest($1::uuid[]) AS wanted (id)
  CROSS JOIN LATERAL (SELECT * FROM listing WHERE listing.id = wanted.id OFFSET 0) AS listing
  JOIN account ON account.id = listing.seller_id
  WHERE listing.status = 'available' AND account.status = 'active'`;

/**
 * Timeouts of a reader's connection in milliseconds. The reader's timeouts apply to all queries except the query that
 * streams all listings.
 */
const readerTimeouts = { connectionTimeoutMillis: 5_000, query_timeout: 120_000, statement_timeout: 110_000 } as const;

/** Opens a connection that reads all listings and then their changes. The caller must close the connection. */
export async function connectReader(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'carhouse-catalogue', ...readerTimeouts });
  // When a connection breaks while idle, its next query is rejected, so the event needs no handling.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * The position of a reader in the change log, as a snapshot of PostgreSQL. Changes that the snapshot does not include
 * are unread.
 */
export type ChangeCursor = string;

/** The position of a reader of the primary: in the change log, and in the write-ahead log. */
export type StockPosition = { readonly cursor: ChangeCursor; readonly position: WalPosition };

/** Reads the current position of the primary in both logs. */
export async function readStockPosition(primary: pg.Client): Promise<StockPosition> {
  const { rows } = await primary.query<{ cursor: string; position: string }>(
    `SELECT pg_current_snapshot()::text AS cursor, ${primaryPositionSql}::text AS position`,
  );
  return { cursor: rows[0]?.cursor ?? '', position: parseWalPosition(rows[0]?.position ?? '') };
}

/**
 * Reads all listings on sale from one snapshot. `makeRowReceiver` is called with the number of listings and returns the
 * function that receives each listing. The connection may lead to a replica that has replayed the position of
 * `readStockPosition`. The changes after this position then complete the listings that were read.
 */
export async function streamStock(
  client: pg.Client,
  makeRowReceiver: (count: number) => (row: StockRow) => void,
): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM listing WHERE status = 'available'",
    );
    await copyOut(client, stockQuery, makeRowReceiver(rows[0]?.count ?? 0));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Reads the display names of the brands, by API name. The name of an existing brand never changes. */
export async function readBrandNames(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<[string, string]>({ text: 'SELECT api_name, name FROM brand', rowMode: 'array' });
  return new Map(rows);
}

/** Reads the listings with these ids that are on sale. */
export async function readStock(client: pg.Client, ids: readonly string[]): Promise<readonly StockRow[]> {
  const { rows } = await client.query<(string | null)[]>({
    name: 'stock-by-id',
    text: selectStockByIdSql,
    values: [ids],
    rowMode: 'array',
    types: allTextTypes,
  });
  return rows;
}

/** Type parsers that return each value as text in the format of COPY: `t` and `f` for booleans, dates as ISO text. */
const allTextTypes: pg.CustomTypesConfig = { getTypeParser: () => (text: string | Buffer) => text };

export type StockChanges = {
  readonly cursor: ChangeCursor;
  /** Ids of listings that may have been changed, added or removed. */
  readonly ids: readonly string[];
  /** Whether all listings must be read again. */
  readonly mustReadEverything: boolean;
  /** Whether some of the listings disappeared because an admin hid a listing or suspended a seller. */
  readonly takenDown: boolean;
  /** Number of rows of the change log that this result covers. */
  readonly count: number;
  /** Age of the oldest read row of the change log in seconds; 0 when no row was read. */
  readonly age: number;
  /** A position in the write-ahead log that is after all changes of this result. */
  readonly position: WalPosition;
};

/**
 * Maximum number of changes that are read one by one. When there are more changes, reading all listings again is
 * faster.
 */
const changesMaximum = 200_000;

/**
 * Reads the changes that were committed since the cursor, from the primary. A replica's snapshot does not list the
 * transactions that are still open, so that a cursor of a replica would skip their changes. The difference of two
 * snapshots contains each change exactly once, whenever its transaction commits. A change with a low number that
 * commits late is not skipped, and a long transaction does not delay the changes of other transactions.
 */
export async function readChanges(client: pg.Client, cursor: ChangeCursor): Promise<StockChanges> {
  const { rows } = await client.query<ChangesRow>({ name: 'stock-changes', text: selectChangesSql, values: [cursor] });
  const [row] = rows;
  if (row === undefined) throw new Error('The log of changes gave no answer.');
  const { sellers, position, ...changeCounts } = row;
  const mustReadEverything =
    changeCounts.backwards || changeCounts.mustReadEverything || changeCounts.count > changesMaximum;
  const listingIdsOfSellers =
    sellers.length === 0 || mustReadEverything ? [] : await listOfferedListingIds(client, sellers);
  return {
    cursor: changeCounts.cursor,
    ids: mustReadEverything ? [] : [...new Set([...changeCounts.ids, ...listingIdsOfSellers])],
    mustReadEverything,
    takenDown: changeCounts.takenDown || mustReadEverything,
    count: changeCounts.count,
    age: changeCounts.age,
    position: parseWalPosition(position),
  };
}

type ChangesRow = Omit<StockChanges, 'position'> & {
  readonly sellers: readonly string[];
  readonly backwards: boolean;
  readonly position: string;
};

// A snapshot that ends before the cursor belongs to another database server, or to an older copy of this database.
const selectChangesSql = `WITH fresh AS MATERIALIZED (
    SELECT listing_id, seller_id, at FROM listing_change
    WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
      AND pg_visible_in_snapshot(xid, pg_current_snapshot()))
  SELECT pg_current_snapshot()::text AS cursor, ${primaryPositionSql}::text AS position,
    pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot) AS backwards,
    count(*)::int AS count,
    EXISTS (SELECT FROM fresh f JOIN listing l ON l.id = f.listing_id WHERE l.status = 'hidden')
      OR EXISTS (SELECT FROM fresh f JOIN account a ON a.id = f.seller_id WHERE a.status = 'suspended') AS "takenDown",
    coalesce(bool_or(listing_id IS NULL AND seller_id IS NULL), false) AS "mustReadEverything",
    coalesce(array_agg(DISTINCT listing_id::text) FILTER (WHERE listing_id IS NOT NULL), '{}') AS ids,
    coalesce(array_agg(DISTINCT seller_id::text) FILTER (WHERE seller_id IS NOT NULL), '{}') AS sellers,
    coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS age
  FROM fresh`;

async function listOfferedListingIds(client: pg.Client, sellers: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM listing WHERE seller_id = ANY ($1::uuid[]) AND status = 'available'",
    [sellers],
  );
  return rows.map(({ id }) => id);
}
