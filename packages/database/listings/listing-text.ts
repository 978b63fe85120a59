import { factColumnNames } from './listing-row.ts';

/**
 * The columns of a listing's card (listing-row.ts), as SQL for prepared statements. The statements must join `listing`
 * and `account`. Lists read no other columns, because the facts that only the detail page shows are half of a row.
 */
export const cardColumnsSql = `listing.id, listing.seller_id, listing.brand, listing.title, listing.location, listing.original_price_cents,
  listing.resale_price_cents, listing.years_of_use, listing.year_of_purchase, listing.description, listing.status,
  listing.posted_at, listing.registered_on, listing.coe_obtained_on, listing.coe_expires_on, listing.coe_renewed, listing.arf_paid_cents,
  listing.mileage_km, listing.owners,
  account.name AS seller_name, account.email AS seller_email, account.verified_at AS seller_verified_at,
  array(SELECT image_key FROM listing_image WHERE listing_id = listing.id ORDER BY position) AS images,
  (SELECT json_build_object('width', image.width, 'height', image.height)
    FROM listing_image JOIN image ON image.key = listing_image.image_key
    WHERE listing_id = listing.id ORDER BY position LIMIT 1) AS cover_size`;

/** Columns of facts that only the detail page shows. */
const pageOnlyColumns = factColumnNames.filter((column) => !cardColumnsSql.includes(`listing.${column},`));

/** All stored columns of a listing, as SQL. */
export const listingColumnsSql = `${cardColumnsSql},
  listing.updated_at, ${pageOnlyColumns.map((column) => `listing.${column}`).join(', ')}, listing.dealer_ref, listing.dealer_row_hash`;
