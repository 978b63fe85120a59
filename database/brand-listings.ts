import type { ListedCar } from '@carhouse/core/listing/listing';
import type { ListingRow } from './listing-row.ts';
import { toListedCar } from './listing-row.ts';
import { cardColumns } from './listing-text.ts';
import type { ListingCursor } from './listings.ts';
import type { Statement } from './statement.ts';

/** Available cars of a brand whose seller is active, newest first. One index scan, however many cars there are. */
export function listBrand(brand: string, limit: number, after?: ListingCursor): Statement<readonly ListedCar[]> {
  // The limit stands in the text: of one among the values a prepared plan knows nothing, and takes it for a tenth of all rows. The
  // brand stands in a SELECT: with it in sight each brand is planned anew, for a different guess and the same plan.
  return {
    name: `listing-brand-${limit}${after === undefined ? '' : '-after'}`,
    text: `SELECT ${cardColumns}
      FROM listing JOIN account ON account.id = listing.seller_id
      WHERE listing.brand = (SELECT $1::text) AND listing.status = 'available' AND account.status = 'active'
        ${after === undefined ? '' : 'AND (listing.posted_at, listing.id) < ($2, $3)'}
      ORDER BY listing.posted_at DESC, listing.id DESC LIMIT ${limit}`,
    values: after === undefined ? [brand] : [brand, after.at, after.id],
    read: ({ rows }) => rows.map((row) => toListedCar(row as ListingRow)),
  };
}
