-- Idempotency keys and shared rate limits: what several nodes must agree on about the calls that arrive.

-- One row a key of one caller on one call (RELIABILITY I18). The key itself is not here: key_hash is derived from it, and
-- so is what opens sealed_body (docs/decisions/0017).
CREATE TABLE idempotency_key (
  -- 'account:<id>', or 'address:<hash>' for a visitor
  scope         text NOT NULL CONSTRAINT idempotency_key_scope_check CHECK (length(scope) <= 100),
  -- method and route, for example 'POST /api/bookingData'
  call          text NOT NULL CONSTRAINT idempotency_key_call_check CHECK (length(call) <= 200),
  key_hash      text NOT NULL CONSTRAINT idempotency_key_hash_check CHECK (length(key_hash) = 43),
  -- SHA-256 of address and body
  fingerprint   text NOT NULL CONSTRAINT idempotency_key_fingerprint_check CHECK (length(fingerprint) = 43),
  state         text NOT NULL CONSTRAINT idempotency_key_state_check CHECK (state IN ('running', 'done')),
  -- the one request that may write the answer
  run_id        uuid NOT NULL,
  lease_ends_at timestamptz NOT NULL,
  status        smallint CONSTRAINT idempotency_key_status_check CHECK (status BETWEEN 200 AND 499),
  headers       jsonb,
  sealed_body   text,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (scope, call, key_hash),
  CONSTRAINT idempotency_key_answer_check CHECK ((state = 'done') = (status IS NOT NULL AND sealed_body IS NOT NULL))
);
-- the sweeper takes what has expired
CREATE INDEX idempotency_key_expires_at_idx ON idempotency_key (expires_at);

-- How often somebody made a limited call in the present window. Unlogged: a crash of the database forgets the counts and
-- nothing else, and counting costs no wait for the disk.
CREATE UNLOGGED TABLE rate_count (
  limit_name text NOT NULL CONSTRAINT rate_count_limit_name_check CHECK (length(limit_name) <= 60),
  -- an account id, or a hash of a client address
  subject    text NOT NULL CONSTRAINT rate_count_subject_check CHECK (length(subject) <= 100),
  count      integer NOT NULL CONSTRAINT rate_count_count_check CHECK (count >= 1),
  ends_at    timestamptz NOT NULL,
  CONSTRAINT rate_count_pkey PRIMARY KEY (limit_name, subject)
);
-- the sweeper takes the windows that have ended
CREATE INDEX rate_count_ends_at_idx ON rate_count (ends_at);
