-- The network of the caller of an idempotency key, as a keyed hash: accounts cost nothing, so what the callers of one network store has a
-- common maximum. Rows of earlier requests have none; they expire within a day.
ALTER TABLE idempotency_key ADD COLUMN network text CONSTRAINT idempotency_key_network_check CHECK (length(network) = 22);
-- the sum of the stored answers of a network, before each claim
CREATE INDEX idempotency_key_network_idx ON idempotency_key (network) WHERE network IS NOT NULL;
