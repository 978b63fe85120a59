import type { ListedCar, ListingId } from '@carhouse/domain/listing/listing';
import type { Statement, StatementResult } from '../connection/statement.ts';
import { imageVersionsSql, type ListingVersion } from './found-listings.ts';
import type { ListingRow } from './listing-row.ts';
import { listedCarFromRow } from './listing-row.ts';
import { cardColumnsSql } from './listing-text.ts';
import type { ListingCursor } from './listings.ts';

/**
 * SQL of the time by which a listing is sorted in newest-first lists. The index listing_brand_newest_idx has the same
 * expression.
 */
const newestTimeSql = 'coalesce(listing.newest_at, listing.posted_at)';

/** A listing of a newest-first list: the time by which it is sorted, and the current version of its card. */
export type ListedVersion = {
  readonly id: ListingId;
  readonly newestAt: Date;
  readonly version: ListingVersion;
};

/**
 * Lists available listings of a brand whose seller is active, newest first, without the data of their cards. The query
 * is one index scan. The cost of the query does not depend on the number of listings.
 */
export function makeBrandListStatement(
  brand: string,
  limit: number,
  after?: ListingCursor,
): Statement<readonly ListedVersion[]> {
  // The limit is part of the text, because the plan of a prepared statement does not know its parameters. If the limit
  // were a parameter, the planner would assume that a tenth of all rows is read. The brand is compared with a subquery.
  // If the text compared the brand with the value itself, the planner would make a plan for each brand, with other
  // estimates but the same steps. The result is one text, because returning separate rows would cost as much as finding
  // them.
  return {
    name: `listing-brand-${limit}${after === undefined ? '' : '-after'}`,
    text: `SELECT string_agg(concat_ws(' ', found.id, floor(extract(epoch FROM found.newest_sort_time) * 1000), found.listing_version,
        found.seller_version, found.image_versions), ',' ORDER BY found.newest_sort_time DESC, found.id DESC) AS listed
      FROM (SELECT listing.id, ${newestTimeSql} AS newest_sort_time, listing.xmin AS listing_version,
          account.xmin AS seller_version, ${imageVersionsSql} AS image_versions
        FROM listing JOIN account ON account.id = listing.seller_id
        WHERE listing.brand = (SELECT $1::text) AND listing.status = 'available' AND account.status = 'active'
          ${after === undefined ? '' : `AND (${newestTimeSql}, listing.id) < ($2, $3)`}
        ORDER BY ${newestTimeSql} DESC, listing.id DESC LIMIT ${limit}) AS found`,
    values: after === undefined ? [brand] : [brand, after.at, after.id],
    read: readListedVersions,
  };
}

function readListedVersions({ rows }: StatementResult): readonly ListedVersion[] {
  const { listed } = rows[0] as { readonly listed: string | null };
  return (listed?.split(',') ?? []).map((each) => {
    const [id = '', newestMs, listing = '', seller = '', images = null] = each.split(' ');
    return { id: id as ListingId, newestAt: new Date(Number(newestMs)), version: { listing, seller, images } };
  });
}

/**
 * Maximum number of the newest listings of a brand from which a preview is chosen. New sellers may list only a few
 * cars, so these listings belong to many sellers.
 */
const previewCandidatesMaximum = 300;

/**
 * Selects available listings of a brand for a preview, newest first; the newest listing of each seller comes before any
 * second listing of a seller. For this order, unverified sellers of one sign-up network count as one seller. Listings
 * without an image are included only when their seller is verified.
 */
export function makePreviewBrandStatement(brand: string, limit: number): Statement<readonly ListedCar[]> {
  return {
    name: `listing-brand-preview-${limit}`,
    text: `SELECT ${cardColumnsSql}
      FROM (
        SELECT ranked.id, row_number() OVER (PARTITION BY share_group ORDER BY newest_at DESC, ranked.id DESC) AS nth,
          ranked.newest_at
        FROM (
          SELECT listing.id, account.share_group, ${newestTimeSql} AS newest_at
          FROM listing JOIN account ON account.id = listing.seller_id
          WHERE listing.brand = (SELECT $1::text) AND listing.status = 'available' AND account.status = 'active'
            AND (account.verified_at IS NOT NULL
              OR EXISTS (SELECT FROM listing_image WHERE listing_image.listing_id = listing.id))
          ORDER BY ${newestTimeSql} DESC, listing.id DESC LIMIT ${previewCandidatesMaximum}) AS ranked
        ORDER BY nth, ranked.newest_at DESC, ranked.id DESC LIMIT ${limit}) AS chosen
      JOIN listing ON listing.id = chosen.id JOIN account ON account.id = listing.seller_id
      ORDER BY ${newestTimeSql} DESC, listing.id DESC`,
    values: [brand],
    read: ({ rows }) => rows.map((row) => listedCarFromRow(row as ListingRow)),
  };
}
