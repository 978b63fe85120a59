-- What the page of a car and the search ask of the cars on offer.

-- The words of a car as search compares them: without marks and punctuation, in lower case (core/text/search-words.ts does
-- the same). Ranges of characters and no classes, because classes mean different things under different locales.
CREATE FUNCTION search_text(title text, brand text, location text, description text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(regexp_replace(
  regexp_replace(normalize(title || ' ' || brand || ' ' || location || ' ' || description, NFKD), '[\u0300-\u036f]+', '', 'g'),
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f]+', ' ', 'g'));

-- search: each word, or its beginning
CREATE INDEX listing_search_idx ON listing
  USING gin (to_tsvector('simple'::regconfig, search_text(title, brand, location, description))) WHERE status = 'available';
-- search without words: newest first, and by price
CREATE INDEX listing_newest_idx ON listing (posted_at DESC, id DESC) WHERE status = 'available';
CREATE INDEX listing_price_idx ON listing (resale_price_cents, id) WHERE status = 'available';
-- a brand by price, and the cars of a brand nearest in price
CREATE INDEX listing_brand_price_idx ON listing (brand, resale_price_cents, id) WHERE status = 'available';
-- the same model of the same brand: what a price is compared with
CREATE INDEX listing_model_idx ON listing (brand, lower(title)) WHERE status = 'available';
-- how many cars a seller has on offer
CREATE INDEX listing_seller_offer_idx ON listing (seller_id) WHERE status = 'available';
