-- What the catalogue of each node follows (docs/decisions/0024), and whether a seller trades in cars.

ALTER TABLE account ADD COLUMN seller_kind text NOT NULL DEFAULT 'private'
  CONSTRAINT account_seller_kind_check CHECK (seller_kind IN ('private', 'dealer'));

-- A car on offer that became another one, came or went, written in the transaction that changed it. Read by the difference of
-- two snapshots, so a change that commits late is found as well as an early one. Rows are removed after a while: whoever was
-- away for longer reads the whole stock again.
CREATE TABLE listing_change (
  seq        bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT listing_change_pkey PRIMARY KEY,
  -- no foreign keys: they may be gone
  listing_id uuid,
  -- all cars of this seller. One row and not one for each car: a car that is listed at the same moment is not seen here, but is
  -- there when the row is read
  seller_id  uuid,
  xid        xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at         timestamptz NOT NULL DEFAULT clock_timestamp()
  -- neither a car nor a seller: the whole stock is to be read again
);
-- what was not yet committed when somebody looked last
CREATE INDEX listing_change_xid_idx ON listing_change (xid);

-- Once a statement, whatever the number of its rows: an import writes thousands.
CREATE FUNCTION listing_change_by_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_change (listing_id) SELECT id FROM new_rows WHERE status = 'available';
  RETURN NULL;
END $$;
CREATE TRIGGER listing_change_insert AFTER INSERT ON listing
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION listing_change_by_insert();

CREATE FUNCTION listing_change_by_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_change (listing_id) SELECT id FROM old_rows WHERE status = 'available';
  RETURN NULL;
END $$;
CREATE TRIGGER listing_change_delete AFTER DELETE ON listing
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION listing_change_by_delete();

-- What the catalogue does not hold changes nothing for it.
CREATE FUNCTION listing_change_by_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_change (listing_id)
  SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
  WHERE (n.status = 'available' OR o.status = 'available')
    AND (n.status, n.seller_id, n.brand, n.title, n.variant, n.location, n.description, n.resale_price_cents, n.year_of_purchase,
         n.years_of_use, n.posted_at, n.body, n.colour, n.fuel, n.transmission, n.registered_on, n.coe_expires_on, n.coe_renewed,
         n.arf_paid_cents, n.owners, n.mileage_km)
      IS DISTINCT FROM
        (o.status, o.seller_id, o.brand, o.title, o.variant, o.location, o.description, o.resale_price_cents, o.year_of_purchase,
         o.years_of_use, o.posted_at, o.body, o.colour, o.fuel, o.transmission, o.registered_on, o.coe_expires_on, o.coe_renewed,
         o.arf_paid_cents, o.owners, o.mileage_km);
  RETURN NULL;
END $$;
CREATE TRIGGER listing_change_update AFTER UPDATE ON listing
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION listing_change_by_update();

CREATE FUNCTION listing_change_by_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_change DEFAULT VALUES;
  RETURN NULL;
END $$;
CREATE TRIGGER listing_change_truncate AFTER TRUNCATE ON listing
  FOR EACH STATEMENT EXECUTE FUNCTION listing_change_by_truncate();

-- A seller who is verified, suspended or deleted, or becomes a dealer.
CREATE FUNCTION listing_change_by_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_change (seller_id)
  SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
  WHERE (n.status, n.seller_kind, n.verified_at IS NULL) IS DISTINCT FROM (o.status, o.seller_kind, o.verified_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER listing_change_seller AFTER UPDATE ON account
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION listing_change_by_seller();
