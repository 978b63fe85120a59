-- Passwords that must be changed, the links of mails, and counters of attempts.

-- An admin chose the password: its owner has to choose another before anything else.
ALTER TABLE account ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;

-- The link of a mail, one a person and purpose: a new one ends the older. The token itself is in the mail only.
CREATE TABLE account_link (
  account_id uuid NOT NULL CONSTRAINT account_link_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  purpose    text NOT NULL CONSTRAINT account_link_purpose_check CHECK (purpose IN ('reset-password', 'confirm-email')),
  token_hash text NOT NULL CONSTRAINT account_link_token_hash_key UNIQUE,
  -- the address that the mail went to: the link proves this one and no later one
  email      text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT account_link_pkey PRIMARY KEY (account_id, purpose)
);
-- the clean-up of links that have run out
CREATE INDEX account_link_expires_at_idx ON account_link (expires_at);

-- When somebody tried something that is limited. The key is a keyed hash, so that no address stands here.
CREATE TABLE attempt_counter (
  key        text NOT NULL CONSTRAINT attempt_counter_pkey PRIMARY KEY,
  tries      timestamptz[] NOT NULL CONSTRAINT attempt_counter_tries_check CHECK (cardinality(tries) <= 1000),
  expires_at timestamptz NOT NULL
);
-- the clean-up of counters that nobody will read again
CREATE INDEX attempt_counter_expires_at_idx ON attempt_counter (expires_at);

-- the clean-up of sessions that have run out
CREATE INDEX session_expires_at_idx ON session (expires_at);
