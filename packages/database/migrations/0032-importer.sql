-- Processes that read dealers' files sign in as a role of their own (database/importer-role.ts), one login for each run of an import,
-- carhouse_import_<id of the run>. The name of the login says whose rows it may write: no setting changes it.

-- The run of the import that this connection works for. Where the database user may not make logins, a setting says it.
CREATE FUNCTION importing_run() RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT CASE WHEN session_user ~ '^carhouse_import_[0-9a-f]{32}$' THEN substr(session_user, 17)::uuid
       ELSE nullif(current_setting('carhouse.import_run', true), '')::uuid END $$;

CREATE UNIQUE INDEX import_run_id_key ON import (run_id) WHERE run_id IS NOT NULL;

-- Null when the run is over: stopped, finished or taken over by another one. No row is theirs then.
CREATE FUNCTION importing_import() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS
  $$ SELECT id FROM import WHERE run_id = importing_run() AND state IN ('examining', 'checking', 'running') $$;
CREATE FUNCTION importing_seller() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS
  $$ SELECT seller_id FROM import WHERE run_id = importing_run() AND state IN ('examining', 'checking', 'running') $$;

-- Keeps a seller from being suspended or deleted until the transaction ends, without a right on the accounts.
-- False when they may not sell now.
CREATE FUNCTION keep_active_seller(seller uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public AS $$
BEGIN
  IF importing_run() IS NOT NULL AND seller IS DISTINCT FROM importing_seller() THEN RETURN false; END IF;
  PERFORM FROM account WHERE id = seller AND status = 'active' AND role = 'Seller' FOR SHARE;
  RETURN FOUND;
END $$;

-- A login of an import is nobody's: it cannot name a person to read their rows.
CREATE OR REPLACE FUNCTION member_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT CASE WHEN session_user ~ '^carhouse_import_' THEN NULL
       ELSE nullif(current_setting('carhouse.member', true), '')::uuid END $$;

-- Cars on sale are public. An import writes those of its seller.
ALTER TABLE listing ENABLE ROW LEVEL SECURITY;
CREATE POLICY listing_is_read ON listing FOR SELECT USING (true);
CREATE POLICY listing_by_import ON listing FOR INSERT WITH CHECK (seller_id = (SELECT importing_seller()));
CREATE POLICY listing_of_import ON listing FOR UPDATE USING (seller_id = (SELECT importing_seller()));

CREATE POLICY import_of_run ON import FOR SELECT USING (id = (SELECT importing_import()));
CREATE POLICY import_by_run ON import FOR UPDATE USING (id = (SELECT importing_import()));

ALTER TABLE import_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY import_part_is_read ON import_part FOR SELECT USING (import_id = (SELECT importing_import()));
CREATE POLICY import_part_by_run ON import_part FOR INSERT WITH CHECK (import_id = (SELECT importing_import()) AND kind = 'report');
CREATE POLICY import_part_removed ON import_part FOR DELETE USING (import_id = (SELECT importing_import()) AND kind = 'report');

ALTER TABLE import_gone ENABLE ROW LEVEL SECURITY;
CREATE POLICY import_gone_of_run ON import_gone USING (import_id = (SELECT importing_import()));
ALTER TABLE import_picture ENABLE ROW LEVEL SECURITY;
CREATE POLICY import_picture_of_run ON import_picture USING (import_id = (SELECT importing_import()));
