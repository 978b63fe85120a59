-- when an admin last refused something of this seller: how far they are trusted grows from there
ALTER TABLE account ADD COLUMN refused_at timestamptz;

-- The words of a text without case, spaces and marks: 'Model S P-100D' and 'model s p100d' are one model.
CREATE FUNCTION plain_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS
  $$ SELECT lower(regexp_replace(normalize($1, NFKC), '[^[:alnum:]]+', '', 'g')) $$;

-- the number plate that title or description names (core/car/plate.ts); there is no field for it, and it is shown nowhere
ALTER TABLE listing ADD COLUMN plate text CONSTRAINT listing_plate_check CHECK (length(plate) BETWEEN 5 AND 8);
-- a car that is offered twice names its plate twice; most name none
CREATE INDEX listing_plate_idx ON listing (plate) WHERE plate IS NOT NULL AND status = 'available';
-- is this car on sale already? One look for each car that is listed
CREATE INDEX listing_facts_idx ON listing (brand, plain_text(title), year_of_purchase, resale_price_cents) WHERE status = 'available';

-- 64 comparisons of neighbouring areas (images/likeness.ts): nearly the same for a picture that was resized, encoded again or recoloured.
-- Null: uploaded before, drawn by the server, or too plain to tell from others.
ALTER TABLE image ADD COLUMN likeness bit(64);
-- the same picture in another file
CREATE INDEX image_likeness_idx ON image (likeness) WHERE likeness IS NOT NULL;

-- Cars of two sellers that look like one car, for an admin to look at.
CREATE TABLE listing_duplicate (
  listing_id uuid NOT NULL CONSTRAINT listing_duplicate_listing_id_fkey REFERENCES listing (id) ON DELETE CASCADE,
  -- the one that was there before
  first_id   uuid NOT NULL CONSTRAINT listing_duplicate_first_id_fkey REFERENCES listing (id) ON DELETE CASCADE,
  reason     text NOT NULL CONSTRAINT listing_duplicate_reason_check CHECK (reason IN ('facts', 'pictures', 'plate')),
  noted_at   timestamptz NOT NULL,
  -- when an admin found that they are two cars
  settled_at timestamptz,
  CONSTRAINT listing_duplicate_pkey PRIMARY KEY (listing_id, first_id)
);
-- the admins' list: those that nobody has settled, newest first
CREATE INDEX listing_duplicate_open_idx ON listing_duplicate (noted_at DESC) WHERE settled_at IS NULL;
-- the cascade
CREATE INDEX listing_duplicate_first_idx ON listing_duplicate (first_id);
