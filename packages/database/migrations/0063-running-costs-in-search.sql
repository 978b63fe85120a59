-- The search reads the facts from which road tax and loan are computed, and the category of the COE.
CREATE OR REPLACE FUNCTION listing_change_by_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_change (listing_id)
  SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
  WHERE (n.status = 'available' OR o.status = 'available' OR (o.status = 'sold' AND n.status = 'hidden'))
    AND (n.status, n.seller_id, n.brand, n.title, n.variant, n.location, n.description, n.resale_price_cents, n.year_of_purchase,
         n.years_of_use, n.posted_at, n.body, n.colour, n.fuel, n.transmission, n.registered_on, n.coe_obtained_on, n.coe_expires_on,
         n.coe_renewed, n.arf_paid_cents, n.owners, n.mileage_km, n.seats, n.engine_cc, n.power_kw, n.omv_cents, n.coe_category)
      IS DISTINCT FROM
        (o.status, o.seller_id, o.brand, o.title, o.variant, o.location, o.description, o.resale_price_cents, o.year_of_purchase,
         o.years_of_use, o.posted_at, o.body, o.colour, o.fuel, o.transmission, o.registered_on, o.coe_obtained_on, o.coe_expires_on,
         o.coe_renewed, o.arf_paid_cents, o.owners, o.mileage_km, o.seats, o.engine_cc, o.power_kw, o.omv_cents, o.coe_category);
  RETURN NULL;
END $$;
