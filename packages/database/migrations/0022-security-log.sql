-- What an operator reads to see an attack: sign-ins, refusals, limits, role and money acts, exports. No names and no
-- addresses: account and address are keyed hashes, which the server can compute again for a person it is asked about.

CREATE TABLE security_event (
  id           uuid PRIMARY KEY,
  -- the start of the second in which the equal events happened
  at           timestamptz NOT NULL,
  event        text NOT NULL CONSTRAINT security_event_event_check CHECK (length(event) BETWEEN 1 AND 40),
  result       text NOT NULL CONSTRAINT security_event_result_check CHECK (result IN ('allowed', 'refused', 'failed')),
  -- the code of a refusal, or the name of a limit; empty where there is none
  code         text NOT NULL CONSTRAINT security_event_code_check CHECK (length(code) <= 60),
  -- method and route pattern, never the path that was asked for
  route        text NOT NULL CONSTRAINT security_event_route_check CHECK (length(route) <= 200),
  account_hash text CONSTRAINT security_event_account_hash_check CHECK (length(account_hash) = 22),
  address_hash text CONSTRAINT security_event_address_hash_check CHECK (length(address_hash) = 22),
  -- equal events of one second are one row
  count        integer NOT NULL CONSTRAINT security_event_count_check CHECK (count >= 1)
);
-- the alerts and the admins' list read the newest, the retention removes the oldest
CREATE INDEX security_event_at_idx ON security_event (at DESC, id DESC);
