-- Refunds by an admin, disputes, receipts, the outbox, and the findings of the money desk.

-- Numbers of receipts. Gaps mean nothing.
CREATE SEQUENCE payment_receipt_number_seq;

-- The card that paid, as far as a receipt may show it; null where the provider does not tell.
ALTER TABLE payment
  ADD COLUMN card_brand text CONSTRAINT payment_card_brand_check CHECK (length(card_brand) <= 40),
  ADD COLUMN card_last4 text CONSTRAINT payment_card_last4_check CHECK (card_last4 ~ '^\d{4}$'),
  -- the number on the receipt
  ADD COLUMN receipt_number bigint NOT NULL DEFAULT nextval('payment_receipt_number_seq')
             CONSTRAINT payment_receipt_number_key UNIQUE;
ALTER SEQUENCE payment_receipt_number_seq OWNED BY payment.receipt_number;

-- A refund that has failed is sent again as a new round, with a new key at the provider. 'void': the provider knows of no
-- charge, so nothing goes back.
ALTER TABLE refund
  ADD COLUMN round smallint NOT NULL DEFAULT 1 CONSTRAINT refund_round_check CHECK (round BETWEEN 1 AND 1000),
  ADD COLUMN actor_id uuid CONSTRAINT refund_actor_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  DROP CONSTRAINT refund_state_check,
  ADD CONSTRAINT refund_state_check CHECK (state IN ('due', 'pending', 'succeeded', 'failed', 'void'));

-- How often the reconciler tried in vain, and when it tries again.
ALTER TABLE payment_attempt
  ADD COLUMN tries integer NOT NULL DEFAULT 0,
  ADD COLUMN next_try_at timestamptz;

-- What the bank of a buyer says against a charge: disputes, and warnings of fraud. Joined by the charge, because a dispute
-- may be told before the payment is.
CREATE TABLE dispute (
  -- the provider's id
  id              text PRIMARY KEY,
  kind            text NOT NULL CONSTRAINT dispute_kind_check CHECK (kind IN ('dispute', 'warning')),
  intent_id       text NOT NULL,
  reason          text NOT NULL,
  provider_status text NOT NULL,
  open            boolean NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
-- the flag of an order
CREATE INDEX dispute_intent_id_idx ON dispute (intent_id);
-- what the desk shows
CREATE INDEX dispute_open_idx ON dispute (created_at) WHERE open;

-- Mails that a committed change owes. Written in the transaction of the change, sent afterwards. It names the people by
-- id; addresses and texts are made when the mail is sent.
CREATE TABLE outbox (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL CONSTRAINT outbox_kind_check
               CHECK (kind IN ('receipt', 'sold', 'car-lost', 'cancelled', 'refunded')),
  booking_id   uuid NOT NULL CONSTRAINT outbox_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  recipient_id uuid NOT NULL CONSTRAINT outbox_recipient_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  state        text NOT NULL CONSTRAINT outbox_state_check
               CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'dropped')),
  tries        integer NOT NULL DEFAULT 0,
  next_try_at  timestamptz NOT NULL,
  last_error   text CONSTRAINT outbox_last_error_check CHECK (length(last_error) <= 200),
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  -- one fact is told to one person once, however often the use case runs
  CONSTRAINT outbox_fact_key UNIQUE (booking_id, kind, recipient_id)
);
-- what is to be sent
CREATE INDEX outbox_waiting_idx ON outbox (next_try_at, id) WHERE state IN ('waiting', 'sending');
-- what the desk shows
CREATE INDEX outbox_failed_idx ON outbox (id) WHERE state = 'failed';

-- Where payments, the provider, bookings and listings do not agree.
CREATE TABLE finding (
  id            uuid PRIMARY KEY,
  kind          text NOT NULL CONSTRAINT finding_kind_check CHECK (kind ~ '^[a-z-]{3,60}$'),
  -- the id of what it is about: a booking, an attempt, an intent, an event, a listing
  subject       text NOT NULL CONSTRAINT finding_subject_check CHECK (length(subject) BETWEEN 1 AND 255),
  state         text NOT NULL CONSTRAINT finding_state_check CHECK (state IN ('open', 'repaired', 'resolved')),
  -- the facts of both sides; ids, amounts and states, nothing of a person
  evidence      jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  closed_at     timestamptz,
  repaired_by   uuid CONSTRAINT finding_repaired_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  CONSTRAINT finding_closed_at_check CHECK ((closed_at IS NULL) = (state = 'open'))
);
-- one open finding of a kind on a subject
CREATE UNIQUE INDEX finding_open_key ON finding (kind, subject) WHERE state = 'open';
-- the desk, newest first
CREATE INDEX finding_newest_idx ON finding (first_seen_at DESC, id DESC);
-- whether a subject was dealt with before
CREATE INDEX finding_repaired_idx ON finding (kind, subject) WHERE state = 'repaired';

-- How far the money desk has compared.
CREATE TABLE desk_cursor (
  name       text PRIMARY KEY,
  position   text NOT NULL,
  updated_at timestamptz NOT NULL
);

-- the desk compares payments in the order of their ids and charges by their attempt; sold cars without a paid booking
CREATE INDEX listing_sold_idx ON listing (id) WHERE status = 'sold';
-- what has come lately from the provider
CREATE INDEX webhook_event_received_idx ON webhook_event (received_at);
