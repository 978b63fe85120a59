-- The holds of one listing in the last day, which are counted when a new buyer of a network asks for a hold (decision 0036).
CREATE INDEX payment_attempt_listing_newest_idx ON payment_attempt (listing_id, created_at);
