-- Bank parts and reservations with a deposit (decision 0085).

-- A part of a price is replaced unless a charge has paid it or can still pay it. A charge that was refunded, because it came too
-- late, is neither.
CREATE OR REPLACE FUNCTION payment_part_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A part to which a charge refers cannot be removed, because of its foreign key.
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF OLD.replaced_at IS NULL AND NEW.replaced_at IS NOT NULL
     AND to_jsonb(NEW) - 'replaced_at' = to_jsonb(OLD) - 'replaced_at'
     AND NOT EXISTS (SELECT FROM payment_attempt WHERE part_id = OLD.id AND state IN ('open', 'succeeded'))
     AND NOT EXISTS (SELECT FROM payment WHERE part_id = OLD.id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'part % of a price cannot change', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_part_kept';
END $$;

-- The decision of an admin about the money of a bank leaves the car reserved for three days at least, so a reservation with a bank
-- part may last longer than its rule says.
CREATE OR REPLACE FUNCTION reservation_fits_its_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := CASE TG_TABLE_NAME WHEN 'booking' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'booking_id' END;
BEGIN
  IF EXISTS (SELECT FROM reservation r JOIN booking b ON b.id = r.booking_id
             WHERE r.booking_id = booked AND (r.listing_id <> b.listing_id OR r.deposit_cents * 20 > b.price_cents OR NOT CASE r.state
               WHEN 'started' THEN b.status IN ('unpaid', 'cancelled') AND b.reserved_until IS NULL
               WHEN 'active' THEN b.status = 'unpaid' AND b.reserved_until IS NOT NULL AND (b.reserved_until = r.ends_at
                 OR b.reserved_until > r.ends_at AND EXISTS (SELECT FROM bank_part k WHERE k.booking_id = b.id))
               WHEN 'bought' THEN b.status IN ('paid', 'refunded')
               ELSE b.status = 'cancelled' END
             OR NOT EXISTS (SELECT FROM payment_part p WHERE p.booking_id = booked AND p.number = 1 AND p.replaced_at IS NULL
                              AND p.amount_cents = r.deposit_cents))) THEN
    RAISE EXCEPTION 'the reservation of booking % does not fit it', booked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_fits_booking';
  END IF;
  RETURN NULL;
END $$;

-- An admin who has recorded that the money is sent back does not confirm it, too. A trigger and no check, because rows of earlier
-- versions, in which one admin has done both, are still changed when names are forgotten.
CREATE FUNCTION bank_return_has_two_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the return of bank part % is recorded and confirmed by one account', NEW.part_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_return_two_accounts';
END $$;
CREATE TRIGGER bank_return_two_accounts BEFORE UPDATE ON bank_part FOR EACH ROW
  WHEN (NEW.returned_by = NEW.return_recorded_by
    AND (OLD.returned_by, OLD.return_recorded_by) IS DISTINCT FROM (NEW.returned_by, NEW.return_recorded_by))
  EXECUTE FUNCTION bank_return_has_two_accounts();
CREATE TRIGGER bank_return_two_accounts_of_new BEFORE INSERT ON bank_part FOR EACH ROW
  WHEN (NEW.returned_by = NEW.return_recorded_by) EXECUTE FUNCTION bank_return_has_two_accounts();

-- Earlier versions kept the plan of an order that its seller has marked as paid directly. It ends as it does today: parts to which
-- charges refer are replaced, the others are removed, and the row of the bank part goes with its part.
DO $$
DECLARE
  booked uuid;
BEGIN
  FOR booked IN
    SELECT b.id FROM booking b JOIN bank_part k ON k.booking_id = b.id
    WHERE b.status = 'paid' AND b.in_parts AND k.state = 'expected' AND NOT EXISTS (SELECT FROM payment p WHERE p.booking_id = b.id)
  LOOP
    DELETE FROM payment_part p WHERE p.booking_id = booked
      AND NOT EXISTS (SELECT FROM payment_attempt a WHERE a.part_id = p.id);
    UPDATE payment_part SET replaced_at = now() WHERE booking_id = booked AND replaced_at IS NULL;
    UPDATE booking SET in_parts = false WHERE id = booked;
  END LOOP;
END $$;
-- Nor did they end the bank part of a buyer who had left when the seller took such a mark back. Nobody has stated anything about it.
UPDATE bank_part k SET state = 'closed', updated_at = now()
  FROM booking b WHERE b.id = k.booking_id AND b.status = 'cancelled' AND k.state = 'expected';
SET CONSTRAINTS ALL IMMEDIATE;
