-- The catalogue of each node finds words (docs/decisions/0024); nothing asks this index any more, and every change of a car paid for it.
DROP INDEX listing_search_idx;
DROP FUNCTION search_text(text, text, text, text);
