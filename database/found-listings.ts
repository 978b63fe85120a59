import type { Listing, ListingId } from '@carhouse/core/listing/listing';
import type pg from 'pg';
import { type ListingRow, toListing } from './listing-row.ts';
import { listingColumns, listingJoins } from './listing-text.ts';
import { runPrepared } from './statement.ts';

const text = `SELECT ${listingColumns}
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
  JOIN listing ON listing.id = wanted.id
  ${listingJoins}
  WHERE listing.status = 'available' AND account.status = 'active'
  ORDER BY wanted.place`;

/** The cars of these ids, in the order of the ids. A car that is not on offer any more is left out. */
export async function listFound(pool: pg.Pool, ids: readonly ListingId[]): Promise<readonly Listing[]> {
  if (ids.length === 0) return [];
  return runPrepared(pool, {
    name: 'listing-found',
    text,
    values: [ids],
    read: ({ rows }) => rows.map((row) => toListing(row as ListingRow)),
  });
}
