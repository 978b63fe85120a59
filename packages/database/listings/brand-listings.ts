import type { ListedCar } from '@carhouse/domain/listing/listing';
import type { Statement } from '../connection/statement.ts';
import type { ListingRow } from './listing-row.ts';
import { toListedCar } from './listing-row.ts';
import { cardColumns } from './listing-text.ts';
import type { ListingCursor } from './listings.ts';

/** The sort key of a car in newest-first lists; listing_brand_newest_idx has the same expression. */
const newestAt = 'coalesce(listing.newest_at, listing.posted_at)';

/** A car with its sort key in a newest-first list. */
export type PlacedCar = ListedCar & { readonly newestAt: Date };

/** Available cars of a brand whose seller is active, newest first. One index scan, however many cars there are. */
export function listBrand(brand: string, limit: number, after?: ListingCursor): Statement<readonly PlacedCar[]> {
  // The limit is in the text: as a parameter its value is unknown to a prepared plan, which then assumes a tenth of all rows.
  // The brand is a value of a subquery: with the value itself the planner would plan each brand again, with another estimate
  // and the same plan.
  return {
    name: `listing-brand-${limit}${after === undefined ? '' : '-after'}`,
    text: `SELECT ${cardColumns}, ${newestAt} AS newest_place
      FROM listing JOIN account ON account.id = listing.seller_id
      WHERE listing.brand = (SELECT $1::text) AND listing.status = 'available' AND account.status = 'active'
        ${after === undefined ? '' : `AND (${newestAt}, listing.id) < ($2, $3)`}
      ORDER BY ${newestAt} DESC, listing.id DESC LIMIT ${limit}`,
    values: after === undefined ? [brand] : [brand, after.at, after.id],
    read: ({ rows }) =>
      rows.map((row) => ({
        ...toListedCar(row as ListingRow),
        newestAt: (row as { newest_place: Date }).newest_place,
      })),
  };
}

/** The newest cars of a brand from which a preview is chosen: new sellers have few cars, so many sellers are among them. */
const previewedAtMost = 300;

/**
 * Available cars of a brand for a preview, newest first: the newest of each seller before the next ones of any. Unverified
 * sellers of one sign-up network count as one seller here. A car without a
 * image is among them only when its seller is verified.
 */
export function previewBrand(brand: string, limit: number): Statement<readonly ListedCar[]> {
  return {
    name: `listing-brand-preview-${limit}`,
    text: `SELECT ${cardColumns}
      FROM (
        SELECT ranked.id, row_number() OVER (PARTITION BY share_group ORDER BY newest_at DESC, ranked.id DESC) AS nth,
          ranked.newest_at
        FROM (
          SELECT listing.id, account.share_group, ${newestAt} AS newest_at
          FROM listing JOIN account ON account.id = listing.seller_id
          WHERE listing.brand = (SELECT $1::text) AND listing.status = 'available' AND account.status = 'active'
            AND (account.verified_at IS NOT NULL
              OR EXISTS (SELECT FROM listing_image WHERE listing_image.listing_id = listing.id))
          ORDER BY ${newestAt} DESC, listing.id DESC LIMIT ${previewedAtMost}) AS ranked
        ORDER BY nth, ranked.newest_at DESC, ranked.id DESC LIMIT ${limit}) AS chosen
      JOIN listing ON listing.id = chosen.id JOIN account ON account.id = listing.seller_id
      ORDER BY ${newestAt} DESC, listing.id DESC`,
    values: [brand],
    read: ({ rows }) => rows.map((row) => toListedCar(row as ListingRow)),
  };
}
