import type { ListingId } from '@carhouse/domain/listing/listing';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';

export type ListingPage = { readonly id: ListingId; readonly updatedAt: Date };

/** Lists listings on sale in the order of their ids, from or after a given id. */
export async function listListingPages(
  database: Database,
  startPosition: { readonly from: ListingId } | { readonly after: ListingId } | null,
  limit: number,
): Promise<readonly ListingPage[]> {
  let query = database
    .selectFrom('listing')
    .innerJoin('account', 'account.id', 'listing.seller_id')
    .select(['listing.id', 'listing.updated_at as updatedAt'])
    .where('listing.status', '=', 'available')
    .where('account.status', '=', 'active');
  if (startPosition !== null && 'from' in startPosition) query = query.where('listing.id', '>=', startPosition.from);
  if (startPosition !== null && 'after' in startPosition) query = query.where('listing.id', '>', startPosition.after);
  return query.orderBy('listing.id').limit(limit).execute();
}

/** Lists the first id of each part of a given size of the listings on sale; at most one id when all fit into one part. */
export async function listFirstIdsOfParts(database: Database, partSize: number): Promise<readonly ListingId[]> {
  const rows = await database
    .selectFrom((from) =>
      from
        .selectFrom('listing')
        .innerJoin('account', 'account.id', 'listing.seller_id')
        .select(['listing.id', sql<bigint>`row_number() over (order by listing.id)`.as('place')])
        .where('listing.status', '=', 'available')
        .where('account.status', '=', 'active')
        .as('car'),
    )
    .select('car.id')
    .where(sql<boolean>`car.place % ${sql.lit(partSize)} = 1`)
    .orderBy('car.id')
    .execute();
  return rows.map((row) => row.id);
}
