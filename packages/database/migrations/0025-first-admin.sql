-- The one-time link with which an operator makes the first admin of an empty server: one row at most.
CREATE TABLE first_admin_link (
  single boolean NOT NULL DEFAULT true
    CONSTRAINT first_admin_link_pkey PRIMARY KEY
    CONSTRAINT first_admin_link_single_check CHECK (single),
  token_hash text NOT NULL CONSTRAINT first_admin_link_token_hash_check CHECK (length(token_hash) = 43),
  expires_at timestamptz NOT NULL
);
