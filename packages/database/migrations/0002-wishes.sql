-- Wish lists. The snapshot is what the wisher was shown; the listing itself is read again when the list is shown.

CREATE TABLE wish (
  id                   uuid PRIMARY KEY,
  wisher_id            uuid NOT NULL CONSTRAINT wish_wisher_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  listing_id           uuid NOT NULL CONSTRAINT wish_listing_id_fkey REFERENCES listing (id) ON DELETE CASCADE,
  -- the role of the wisher when he wished
  wisher_role          text NOT NULL CONSTRAINT wish_wisher_role_check CHECK (wisher_role IN ('Buyer', 'Seller', 'admin')),
  image_url            text,
  brand                text NOT NULL,
  title                text NOT NULL,
  author               text NOT NULL,
  author_email         text NOT NULL,
  location             text NOT NULL,
  original_price_cents bigint CONSTRAINT wish_original_price_check CHECK (original_price_cents BETWEEN 1 AND 10000000000),
  resale_price_cents   bigint NOT NULL CONSTRAINT wish_resale_price_check CHECK (resale_price_cents BETWEEN 1 AND 10000000000),
  years_of_use         smallint NOT NULL,
  year_of_purchase     smallint NOT NULL,
  description          text NOT NULL,
  posted_at            timestamptz NOT NULL,
  wished_at            timestamptz NOT NULL,
  -- wishing twice is one wish
  CONSTRAINT wish_wisher_listing_key UNIQUE (wisher_id, listing_id)
);
-- My WhishList, newest first
CREATE INDEX wish_wisher_newest_idx ON wish (wisher_id, wished_at DESC, id DESC);
-- the wishes of a car that is sold or removed
CREATE INDEX wish_listing_id_idx ON wish (listing_id);
