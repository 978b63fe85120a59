-- More mails than one person should get in an hour are merged into one, the digest. It is a mail of the outbox too, without
-- a booking; what it counts keeps its row and names it.

ALTER TABLE outbox
  DROP CONSTRAINT outbox_kind_check,
  ADD CONSTRAINT outbox_kind_check
    CHECK (kind IN ('receipt', 'sold', 'car-lost', 'cancelled', 'refunded', 'digest')),
  DROP CONSTRAINT outbox_state_check,
  ADD CONSTRAINT outbox_state_check
    CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'dropped', 'merged')),
  ALTER COLUMN booking_id DROP NOT NULL,
  ADD CONSTRAINT outbox_booking_check CHECK ((booking_id IS NULL) = (kind = 'digest')),
  -- whether it has taken its place among the mails of an hour: another try takes no second one
  ADD COLUMN counted boolean NOT NULL DEFAULT false,
  ADD COLUMN digest_id uuid CONSTRAINT outbox_digest_id_fkey REFERENCES outbox (id) ON DELETE CASCADE,
  ADD CONSTRAINT outbox_digest_check CHECK ((digest_id IS NOT NULL) = (state = 'merged'));
-- what a digest counts
CREATE INDEX outbox_digest_idx ON outbox (digest_id) WHERE digest_id IS NOT NULL;

-- What was sent to a person within the last hour. Its lock makes two senders take turns.
CREATE TABLE mail_pace (
  recipient_id uuid PRIMARY KEY CONSTRAINT mail_pace_recipient_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  sent_at      timestamptz[] NOT NULL CONSTRAINT mail_pace_sent_at_check CHECK (cardinality(sent_at) <= 20),
  -- the digest that waits for the end of the hour
  digest_id    uuid CONSTRAINT mail_pace_digest_id_fkey REFERENCES outbox (id) ON DELETE SET NULL
);
