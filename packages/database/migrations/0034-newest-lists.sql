-- Where a car stands in lists that are newest first, when that is earlier than posted_at: a seller who puts many cars on sale on one day
-- has a bounded share of a day (core/listing/newest-place.ts). Null for most cars.
ALTER TABLE listing ADD COLUMN newest_at timestamptz CONSTRAINT listing_newest_at_check CHECK (newest_at < posted_at);

-- the page of a brand, newest first, now by that place
DROP INDEX listing_brand_newest_idx;
CREATE INDEX listing_brand_newest_idx ON listing (brand, (coalesce(newest_at, posted_at)) DESC, id DESC) WHERE status = 'available';

-- The words of a model without those of its brand: lists of dealers write 'Ferrari Roma' where the form says 'Roma'.
CREATE FUNCTION model_text(brand text, title text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS
  $$ SELECT CASE WHEN starts_with(model, make) THEN substr(model, length(make) + 1) ELSE model END
     FROM (SELECT lower(regexp_replace(normalize(title, NFKC), '[^[:alnum:]]+', '', 'g')) AS model,
                  lower(regexp_replace(normalize(brand, NFKC), '[^[:alnum:]]+', '', 'g')) AS make) AS plain $$;

-- Is this car on sale already, by this seller or another? One look for each row of an import, however many cars of one model and price differ
-- in their mileage only.
DROP INDEX listing_plate_idx;
CREATE INDEX listing_plate_idx ON listing (plate, seller_id) WHERE plate IS NOT NULL AND status = 'available';
DROP INDEX listing_facts_idx;
CREATE INDEX listing_facts_idx ON listing (brand, model_text(brand, title), year_of_purchase, resale_price_cents, mileage_km, seller_id)
  WHERE status = 'available';

-- An import notes look-alikes of its own cars and no others (migration 0032).
ALTER TABLE listing_duplicate ENABLE ROW LEVEL SECURITY;
CREATE POLICY listing_duplicate_is_read ON listing_duplicate FOR SELECT USING (true);
CREATE POLICY listing_duplicate_by_import ON listing_duplicate FOR INSERT
  WITH CHECK (EXISTS (SELECT FROM listing WHERE id = listing_id AND seller_id = (SELECT importing_seller())));
