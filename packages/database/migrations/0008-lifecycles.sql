-- Listings and accounts keep their lifecycles, whatever code runs, and one admin always remains.

CREATE FUNCTION listing_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN
     (('draft', 'available'), ('available', 'withdrawn'), ('withdrawn', 'available'),
      ('available', 'sold'), ('withdrawn', 'sold'), ('sold', 'withdrawn')) THEN
    RAISE EXCEPTION 'listing %: % cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'listing_lifecycle';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER listing_lifecycle BEFORE UPDATE OF status ON listing
  FOR EACH ROW EXECUTE FUNCTION listing_keeps_its_lifecycle();

CREATE FUNCTION account_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN
     (('active', 'suspended'), ('suspended', 'active'), ('active', 'deleted'), ('suspended', 'deleted')) THEN
    RAISE EXCEPTION 'account %: % cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_lifecycle';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_lifecycle BEFORE UPDATE OF status ON account
  FOR EACH ROW EXECUTE FUNCTION account_keeps_its_lifecycle();

-- I17. The lock makes two admins who remove each other take turns; the count after it sees what the first has committed.
CREATE FUNCTION account_one_admin_remains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4201975002);
  IF NOT EXISTS (SELECT 1 FROM account WHERE role = 'admin' AND status = 'active' AND id <> OLD.id) THEN
    RAISE EXCEPTION 'account % is the last admin', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_one_admin_remains';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER account_one_admin_remains AFTER UPDATE OF status, role ON account
  FOR EACH ROW WHEN (OLD.role = 'admin' AND OLD.status = 'active' AND (NEW.status <> 'active' OR NEW.role IS DISTINCT FROM 'admin'))
  EXECUTE FUNCTION account_one_admin_remains();
CREATE TRIGGER account_one_admin_is_kept AFTER DELETE ON account
  FOR EACH ROW WHEN (OLD.role = 'admin' AND OLD.status = 'active')
  EXECUTE FUNCTION account_one_admin_remains();

-- Why an admin last changed the standing of an account: suspension, reinstatement, verification taken back. It stands here
-- and not in the audit, because an admin's words name people and an audit entry can never be taken back.
ALTER TABLE account ADD COLUMN standing_reason text CONSTRAINT account_standing_reason_check CHECK (length(standing_reason) <= 300);

-- the admin's list of what was done, newest first, paged by key
CREATE INDEX audit_entry_newest_idx ON audit_entry (at DESC, id DESC);
