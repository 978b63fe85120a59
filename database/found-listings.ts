import type { Listing, ListingId } from '@carhouse/core/listing/listing';
import type pg from 'pg';
import { type ListingRow, toListing } from './listing-row.ts';
import { runPrepared } from './statement.ts';

const text = `SELECT listing.id, listing.seller_id, listing.brand, listing.title, listing.location, listing.original_price_cents,
  listing.resale_price_cents, listing.years_of_use, listing.year_of_purchase, listing.description, listing.status,
  listing.posted_at, listing.updated_at, listing.variant, listing.body, listing.colour, listing.doors, listing.seats,
  listing.transmission, listing.fuel, listing.engine_cc, listing.power_kw, listing.curb_weight_kg, listing.manufactured_year,
  listing.registered_on, listing.coe_category, listing.coe_premium_cents, listing.coe_expires_on, listing.coe_renewed,
  listing.omv_cents, listing.arf_paid_cents, listing.owners, listing.mileage_km, listing.dealer_ref, listing.dealer_row_hash,
  account.name AS seller_name, account.email AS seller_email, account.verified_at AS seller_verified_at,
  pictures.keys AS images, pictures.cover_size
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
  JOIN listing ON listing.id = wanted.id
  JOIN account ON account.id = listing.seller_id
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(image.key ORDER BY listing_image.position), '{}') AS keys,
      (array_agg(json_build_object('width', image.width, 'height', image.height) ORDER BY listing_image.position))[1] AS cover_size
    FROM listing_image JOIN image ON image.key = listing_image.image_key
    WHERE listing_image.listing_id = listing.id) AS pictures
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
