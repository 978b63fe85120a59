-- An import changes no car that is sold or that a buyer is paying for, and the audit has each price that an import changes.
-- The role of imports may read neither payment_attempt nor audit_entry, so these functions run with the rights of their owner.

-- Locks the listings that have these references, in the order of the references, and returns what decides whether a row may change
-- them. Empty when the run of the import is over, or when the seller is another one than its own.
CREATE FUNCTION lock_listings_of_rows(seller uuid, refs text[])
  RETURNS TABLE (ref text, listing_id uuid, price_cents bigint, is_sold boolean, is_held boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF importing_run() IS NOT NULL AND seller IS DISTINCT FROM importing_seller() THEN RETURN; END IF;
  FOR ref IN SELECT unnest(refs) ORDER BY 1 LOOP
    SELECT l.id, l.resale_price_cents, l.status = 'sold' INTO listing_id, price_cents, is_sold
      FROM listing l WHERE l.seller_id = seller AND l.dealer_ref = ref FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    is_held := EXISTS (SELECT FROM payment_attempt a WHERE a.listing_id = lock_listings_of_rows.listing_id AND a.state = 'open');
    RETURN NEXT;
  END LOOP;
END $$;

-- Records the prices that a batch of an import changed, as the change of a listing by its form does.
CREATE FUNCTION audit_prices_of_import(seller uuid, at timestamptz, entries uuid[], listings uuid[], before bigint[], after bigint[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF importing_run() IS NOT NULL AND seller IS DISTINCT FROM importing_seller() THEN RETURN; END IF;
  INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id, before, after)
    SELECT changed.entry, audit_prices_of_import.at, seller, 'change', 'listing', l.id::text,
      jsonb_build_object('priceCents', changed.old_price::text), jsonb_build_object('priceCents', changed.new_price::text)
    FROM unnest(entries, listings, before, after) AS changed (entry, listing, old_price, new_price)
    JOIN listing l ON l.id = changed.listing AND l.seller_id = seller;
END $$;
