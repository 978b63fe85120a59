-- The day on which the COE of a car was obtained. The law of the PARF rebate goes by it and not by the registration: a COE may be used
-- for six months. Null where the seller has not given it: then it counts as obtained on the day of the registration.
ALTER TABLE listing ADD COLUMN coe_obtained_on date;

-- The second bidding exercise of February 2026 opened on the 16th and closed on the 20th. A COE is obtained when its exercise closes, so none was
-- obtained from the 16th to the 19th, and a car that was registered then has a COE of an earlier exercise. Migration 0001 assumed the 18th.
DELETE FROM rule_minimum_parf WHERE coe_from = '2026-02-18';
INSERT INTO rule_minimum_parf (coe_from, percent, cap_cents, source) VALUES
  ('2026-02-20', 5, 3000000,
   'LTA: PARF rebate cut and capped at $30,000, Budget 2026, for COEs of the second bidding exercise of February 2026, open from 16 to 20 February 2026')
  ON CONFLICT (coe_from) DO NOTHING;

-- What a year costs depends on that day, so the catalogue follows it.
CREATE OR REPLACE FUNCTION listing_change_by_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_change (listing_id)
  SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
  WHERE (n.status = 'available' OR o.status = 'available')
    AND (n.status, n.seller_id, n.brand, n.title, n.variant, n.location, n.description, n.resale_price_cents, n.year_of_purchase,
         n.years_of_use, n.posted_at, n.body, n.colour, n.fuel, n.transmission, n.registered_on, n.coe_obtained_on, n.coe_expires_on,
         n.coe_renewed, n.arf_paid_cents, n.owners, n.mileage_km)
      IS DISTINCT FROM
        (o.status, o.seller_id, o.brand, o.title, o.variant, o.location, o.description, o.resale_price_cents, o.year_of_purchase,
         o.years_of_use, o.posted_at, o.body, o.colour, o.fuel, o.transmission, o.registered_on, o.coe_obtained_on, o.coe_expires_on,
         o.coe_renewed, o.arf_paid_cents, o.owners, o.mileage_km);
  RETURN NULL;
END $$;
