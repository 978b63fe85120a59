-- A hold on a car is limited for its buyer and their network, is released when the payment page is left, and can be broken.

ALTER TABLE payment_attempt
  -- when the hold began that this attempt belongs to: attempts of one buyer for one car within 15 minutes are one hold.
  -- Null where it is the attempt's own beginning.
  ADD COLUMN held_from   timestamptz,
  -- the payment page that asked last: only it may release the hold
  ADD COLUMN visit_id    uuid,
  -- the buyer has left the payment page, or an admin broke the hold: anyone may have the charge cancelled
  ADD COLUMN released_at timestamptz,
  -- keyed hash of the buyer's network, as long as the attempt is open
  ADD COLUMN address_key text CONSTRAINT payment_attempt_address_key_check CHECK (length(address_key) <= 100);
-- the holds of a buyer within a day
CREATE INDEX payment_attempt_buyer_newest_idx ON payment_attempt (buyer_id, created_at);
-- what one network holds now
CREATE INDEX payment_attempt_address_idx ON payment_attempt (address_key) WHERE state = 'open';
