-- The audit as a chain of hashes (docs/decisions/0018). Entries are written in the transaction that makes the change and
-- linked a moment later, so that money transactions do not wait for each other's link.

-- One link of the chain. hash = sha256 over the position, the entry and the hash before it (database/audit-chain.ts).
CREATE TABLE audit_seal (
  position      bigint PRIMARY KEY CONSTRAINT audit_seal_position_check CHECK (position > 0),
  entry_id      uuid NOT NULL CONSTRAINT audit_seal_entry_id_key UNIQUE
                CONSTRAINT audit_seal_entry_id_fkey REFERENCES audit_entry (id) ON DELETE RESTRICT,
  previous_hash text NOT NULL CONSTRAINT audit_seal_previous_hash_check CHECK (previous_hash ~ '^[0-9a-f]{64}$'),
  hash          text NOT NULL CONSTRAINT audit_seal_hash_check CHECK (hash ~ '^[0-9a-f]{64}$')
);

-- Entries that wait for their link. A row appears with the commit of its entry, so an entry that commits late is never
-- passed over. No foreign key: a row whose entry is gone is evidence.
CREATE TABLE audit_unsealed (
  -- Order of writing. Changes of one thing wait for each other's locks, so theirs is the order in which they happened.
  arrival  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id uuid NOT NULL CONSTRAINT audit_unsealed_entry_id_key UNIQUE
);
INSERT INTO audit_unsealed (entry_id) SELECT id FROM audit_entry ORDER BY at, id;

CREATE FUNCTION audit_entry_waits_for_its_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unsealed (entry_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_unsealed AFTER INSERT ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION audit_entry_waits_for_its_seal();

CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_append_only();
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE ON audit_seal
  FOR EACH ROW EXECUTE FUNCTION audit_entry_is_append_only();
CREATE TRIGGER audit_seal_no_truncate BEFORE TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_append_only();
-- For roles other than the owner; the owner is held by the triggers.
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry, audit_seal FROM PUBLIC;

-- What one person did and what was done to him: the export of his data.
CREATE INDEX audit_entry_actor_idx ON audit_entry (actor_id, id);
