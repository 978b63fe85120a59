-- When a confirmed sale is tried next whose transfer could not be begun, so that it does not delay other sales.
ALTER TABLE sale ADD COLUMN next_transfer_at timestamptz;
-- Since when a payout is paid, because its return is watched for from then on.
ALTER TABLE payout ADD COLUMN paid_at timestamptz;
UPDATE payout SET paid_at = updated_at WHERE state IN ('paid', 'returned');
ALTER TABLE payout ADD CONSTRAINT payout_paid_check CHECK ((paid_at IS NOT NULL) = (state IN ('paid', 'returned')));
