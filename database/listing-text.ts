/** What a row of a car holds (listing-row.ts), for statements that are written out and prepared. They join what stands below. */
export const listingColumns = `listing.id, listing.seller_id, listing.brand, listing.title, listing.location, listing.original_price_cents,
  listing.resale_price_cents, listing.years_of_use, listing.year_of_purchase, listing.description, listing.status,
  listing.posted_at, listing.updated_at, listing.variant, listing.body, listing.colour, listing.doors, listing.seats,
  listing.transmission, listing.fuel, listing.engine_cc, listing.power_kw, listing.curb_weight_kg, listing.manufactured_year,
  listing.registered_on, listing.coe_category, listing.coe_premium_cents, listing.coe_expires_on, listing.coe_renewed,
  listing.omv_cents, listing.arf_paid_cents, listing.owners, listing.mileage_km, listing.dealer_ref, listing.dealer_row_hash,
  account.name AS seller_name, account.email AS seller_email, account.verified_at AS seller_verified_at,
  pictures.keys AS images, pictures.cover_size`;

/** Behind `FROM listing`, or whatever brings `listing`. */
export const listingJoins = `JOIN account ON account.id = listing.seller_id
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(image.key ORDER BY listing_image.position), '{}') AS keys,
      (array_agg(json_build_object('width', image.width, 'height', image.height) ORDER BY listing_image.position))[1] AS cover_size
    FROM listing_image JOIN image ON image.key = listing_image.image_key
    WHERE listing_image.listing_id = listing.id) AS pictures`;
