-- What the overview counts, and what the admins' list of the audit is narrowed by.

-- bookings and payments of the house by week, the money of a month, the latest payments
CREATE INDEX booking_created_idx ON booking (created_at);
CREATE INDEX payment_paid_idx ON payment (paid_at DESC, id DESC);
-- the newest accounts
CREATE INDEX account_newest_idx ON account (created_at DESC, id DESC) WHERE status <> 'deleted';
-- the sellers who wait to be verified, longest first
CREATE INDEX account_unverified_idx ON account (created_at, id)
  WHERE role = 'Seller' AND verified_at IS NULL AND status = 'active';
-- how many cars are in each status
CREATE INDEX listing_status_idx ON listing (status);
-- the audit of one noun or of one actor, newest first, paged by key
CREATE INDEX audit_entry_noun_newest_idx ON audit_entry (noun, at DESC, id DESC);
CREATE INDEX audit_entry_actor_newest_idx ON audit_entry (actor_id, at DESC, id DESC);
