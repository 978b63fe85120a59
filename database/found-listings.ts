import type { ListedCar, ListingId } from '@carhouse/core/listing/listing';
import type pg from 'pg';
import { type ListingRow, toListedCar } from './listing-row.ts';
import { cardColumns } from './listing-text.ts';
import { runPrepared } from './statement.ts';

const text = `SELECT ${cardColumns}
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
  JOIN listing ON listing.id = wanted.id
  JOIN account ON account.id = listing.seller_id
  WHERE listing.status = 'available' AND account.status = 'active'
  ORDER BY wanted.place`;

/** The cars of these ids, in the order of the ids. A car that is not on offer any more is left out. */
export async function listFound(pool: pg.Pool, ids: readonly ListingId[]): Promise<readonly ListedCar[]> {
  if (ids.length === 0) return [];
  return runPrepared(pool, {
    name: 'listing-found',
    text,
    values: [ids],
    read: ({ rows }) => rows.map((row) => toListedCar(row as ListingRow)),
  });
}
