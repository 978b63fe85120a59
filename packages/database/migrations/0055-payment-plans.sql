-- A price is paid in parts, each with a charge of its own (decision 0076).

-- The parts of a booking's price. A plan that is replaced keeps its rows, because charges that were cancelled refer to them.
CREATE TABLE payment_part (
  id           uuid CONSTRAINT payment_part_pkey PRIMARY KEY,
  booking_id   uuid NOT NULL CONSTRAINT payment_part_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  number       smallint NOT NULL CONSTRAINT payment_part_number_check CHECK (number BETWEEN 1 AND 120),
  amount_cents bigint NOT NULL CONSTRAINT payment_part_amount_check CHECK (amount_cents BETWEEN 50 AND 99999999),
  created_at   timestamptz NOT NULL,
  replaced_at  timestamptz
);
CREATE UNIQUE INDEX payment_part_current_key ON payment_part (booking_id, number) WHERE replaced_at IS NULL;
ALTER TABLE payment_part ENABLE ROW LEVEL SECURITY;

ALTER TABLE booking
  ADD COLUMN in_parts       boolean NOT NULL DEFAULT false,
  -- From the first part that is paid on, the car is kept for this buyer until this time.
  ADD COLUMN reserved_until timestamptz,
  ADD CONSTRAINT booking_reserved_check CHECK (reserved_until IS NULL OR in_parts AND status = 'unpaid');
CREATE UNIQUE INDEX booking_one_reserved_key ON booking (listing_id) WHERE reserved_until IS NOT NULL;
-- The reservations that the next run of the reconciler ends.
CREATE INDEX booking_reserved_until_idx ON booking (reserved_until) WHERE reserved_until IS NOT NULL;

ALTER TABLE payment_attempt
  ADD COLUMN part_id uuid CONSTRAINT payment_attempt_part_id_fkey REFERENCES payment_part (id) ON DELETE RESTRICT;
CREATE UNIQUE INDEX payment_attempt_one_paid_per_part_key ON payment_attempt (part_id) WHERE state = 'succeeded';
CREATE INDEX payment_attempt_part_id_idx ON payment_attempt (part_id) WHERE part_id IS NOT NULL;

-- A payment is the money of one charge. A booking has one payment, or one for each part of its price.
ALTER TABLE payment
  ADD COLUMN part_id uuid CONSTRAINT payment_part_id_fkey REFERENCES payment_part (id) ON DELETE RESTRICT
    CONSTRAINT payment_part_id_key UNIQUE,
  DROP CONSTRAINT payment_booking_id_key;
CREATE UNIQUE INDEX payment_whole_price_key ON payment (booking_id) WHERE part_id IS NULL;
CREATE INDEX payment_booking_id_idx ON payment (booking_id);

-- Amounts of parts never change. A part is replaced only while no charge has paid it or can still pay it.
CREATE FUNCTION payment_part_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A part to which a charge refers cannot be removed, because of its foreign key.
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF OLD.replaced_at IS NULL AND NEW.replaced_at IS NOT NULL
     AND to_jsonb(NEW) - 'replaced_at' = to_jsonb(OLD) - 'replaced_at'
     AND NOT EXISTS (SELECT FROM payment_attempt WHERE part_id = OLD.id AND state <> 'cancelled') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'part % of a price cannot change', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_part_kept';
END $$;
CREATE TRIGGER payment_part_kept BEFORE UPDATE OR DELETE ON payment_part
  FOR EACH ROW EXECUTE FUNCTION payment_part_is_kept();

-- At the end of a transaction the parts of a booking sum to its price, or there are none and the booking says so.
CREATE FUNCTION payment_parts_sum_to_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  booked uuid := CASE TG_TABLE_NAME WHEN 'booking' THEN changed ->> 'id' ELSE changed ->> 'booking_id' END;
BEGIN
  IF EXISTS (SELECT FROM booking b
             LEFT JOIN (SELECT booking_id, sum(amount_cents) AS cents, count(*) AS parts, max(number) AS last
                        FROM payment_part WHERE booking_id = booked AND replaced_at IS NULL GROUP BY booking_id) AS plan
               ON plan.booking_id = b.id
             WHERE b.id = booked AND (b.in_parts <> (plan.parts IS NOT NULL)
               OR plan.cents <> b.price_cents OR plan.parts <> plan.last OR plan.parts < 2)) THEN
    RAISE EXCEPTION 'the parts of booking % do not sum to its price', booked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_parts_sum_to_price';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payment_part_sums AFTER INSERT OR UPDATE OR DELETE ON payment_part DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION payment_parts_sum_to_price();
CREATE CONSTRAINT TRIGGER booking_part_sums AFTER UPDATE OF in_parts, price_cents ON booking DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.in_parts OR NEW.in_parts) EXECUTE FUNCTION payment_parts_sum_to_price();

-- The charge of a part has its amount and its booking, and a booking that is paid in parts has no other charges.
CREATE FUNCTION attempt_belongs_to_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM payment_part p WHERE p.id = NEW.part_id AND p.booking_id = NEW.booking_id
                   AND p.amount_cents = NEW.amount_cents AND p.replaced_at IS NULL) THEN
    RAISE EXCEPTION 'attempt % is not over a part of its booking', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_of_part';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_attempt_of_part BEFORE INSERT ON payment_attempt
  FOR EACH ROW WHEN (NEW.part_id IS NOT NULL) EXECUTE FUNCTION attempt_belongs_to_part();

-- A booking whose car was reserved is not cancelled while it keeps money of its buyer.
CREATE FUNCTION cancelled_booking_keeps_no_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payment_attempt WHERE booking_id = NEW.id AND state = 'succeeded') THEN
    RAISE EXCEPTION 'booking % is cancelled and keeps parts of its price', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_refunds_parts';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER booking_refunds_parts AFTER UPDATE OF status ON booking DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'cancelled' AND NEW.in_parts) EXECUTE FUNCTION cancelled_booking_keeps_no_money();

-- A payment is saved with its charge in the ledger. The payment that completes a price is saved with the sale.
CREATE OR REPLACE FUNCTION payment_is_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entry WHERE cause = 'charge' AND cause_id = NEW.intent_id)
     OR NOT EXISTS (SELECT FROM ledger_entry WHERE cause = 'sale' AND cause_id = NEW.id::text)
        AND (NEW.part_id IS NULL OR NOT EXISTS (SELECT FROM booking WHERE id = NEW.booking_id AND status = 'unpaid')) THEN
    RAISE EXCEPTION 'payment % is not in the ledger', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_is_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION payment_has_its_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part payment_part%ROWTYPE;
BEGIN
  IF NEW.part_id IS NULL THEN
    IF NOT EXISTS (SELECT FROM sale WHERE payment_id = NEW.id AND booking_id = NEW.booking_id AND price_cents = NEW.amount_cents) THEN
      RAISE EXCEPTION 'payment % has no sale', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_has_sale';
    END IF;
    RETURN NULL;
  END IF;
  SELECT * INTO part FROM payment_part WHERE id = NEW.part_id;
  IF (part.booking_id, part.amount_cents) IS DISTINCT FROM (NEW.booking_id, NEW.amount_cents) OR part.replaced_at IS NOT NULL THEN
    RAISE EXCEPTION 'payment % is not over its part', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_of_part';
  END IF;
  -- Either the car is reserved, or this payment has completed the price.
  IF NOT EXISTS (SELECT FROM booking WHERE id = NEW.booking_id AND reserved_until IS NOT NULL)
     AND NOT EXISTS (SELECT FROM sale s WHERE s.payment_id = NEW.id AND s.booking_id = NEW.booking_id
                       AND s.price_cents = (SELECT sum(amount_cents) FROM payment WHERE booking_id = NEW.booking_id)) THEN
    RAISE EXCEPTION 'payment % has no sale', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_has_sale';
  END IF;
  RETURN NULL;
END $$;

-- The share of a sale is transferred from its charges: one transfer a charge, at most what the charge took, together the share.
DROP INDEX transfer_one_key;
ALTER TABLE transfer ADD COLUMN payment_id uuid CONSTRAINT transfer_payment_id_fkey REFERENCES payment (id) ON DELETE RESTRICT;
ALTER TABLE transfer DISABLE TRIGGER USER;
UPDATE transfer SET payment_id = (SELECT payment_id FROM sale WHERE sale.booking_id = transfer.booking_id);
ALTER TABLE transfer ENABLE TRIGGER USER;
ALTER TABLE transfer ALTER COLUMN payment_id SET NOT NULL;
CREATE UNIQUE INDEX transfer_one_key ON transfer (payment_id) WHERE state <> 'refused';
-- One charge, one source.
CREATE UNIQUE INDEX transfer_charge_key ON transfer (charge_id) WHERE state <> 'refused';

CREATE OR REPLACE FUNCTION transfer_belongs_to_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'sending' OR NOT EXISTS (
       SELECT FROM sale s JOIN payout_account a ON a.seller_id = s.seller_id
       JOIN payment p ON p.booking_id = s.booking_id
       WHERE s.booking_id = NEW.booking_id AND s.seller_id = NEW.seller_id AND s.state = 'confirmed' AND s.currency = NEW.currency
         AND p.id = NEW.payment_id AND NEW.amount_cents <= p.amount_cents AND s.netted_cents IS NOT NULL
         AND a.provider_account_id = NEW.provider_account_id) THEN
    RAISE EXCEPTION 'transfer % is not what its sale owes', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_of_confirmed_sale';
  END IF;
  RETURN NEW;
END $$;
-- At the end of a transaction that begins transfers, those that were not refused are exactly the share.
CREATE FUNCTION transfers_sum_to_share() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  share bigint;
  live bigint;
BEGIN
  SELECT price_cents - fee_cents - gst_cents - netted_cents INTO share FROM sale WHERE booking_id = NEW.booking_id;
  SELECT sum(amount_cents) INTO live FROM transfer WHERE booking_id = NEW.booking_id AND state <> 'refused';
  IF live IS DISTINCT FROM share THEN
    RAISE EXCEPTION 'the transfers of sale % are not its share', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_sum_to_share';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfers_sum_to_share AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION transfers_sum_to_share();
CREATE OR REPLACE FUNCTION transfer_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
     (('sending', 'made'), ('sending', 'refused'), ('made', 'reversing'), ('reversing', 'reversed')) THEN
    RAISE EXCEPTION 'transfer %: % cannot become %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_lifecycle';
  END IF;
  IF (OLD.id, OLD.booking_id, OLD.payment_id, OLD.seller_id, OLD.provider_account_id, OLD.charge_id, OLD.currency, OLD.amount_cents, OLD.idempotency_key)
     IS DISTINCT FROM
     (NEW.id, NEW.booking_id, NEW.payment_id, NEW.seller_id, NEW.provider_account_id, NEW.charge_id, NEW.currency, NEW.amount_cents, NEW.idempotency_key)
     OR OLD.provider_transfer_id IS NOT NULL AND NEW.provider_transfer_id IS DISTINCT FROM OLD.provider_transfer_id THEN
    RAISE EXCEPTION 'what transfer % moves cannot change', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_fixed';
  END IF;
  RETURN NEW;
END $$;

-- A sale is transferred while transfers of its whole share are made, and paid out while payouts of the whole share are paid
-- or the whole share has paid a debt. A payout begins only when the whole share is transferred.
CREATE OR REPLACE FUNCTION sale_fits_its_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := to_jsonb(NEW) ->> 'booking_id';
  sold sale%ROWTYPE;
  owed bigint;
  is_made boolean;
  is_paid boolean;
BEGIN
  SELECT * INTO sold FROM sale WHERE booking_id = booked;
  IF sold.state = 'refunded' THEN
    RETURN NULL;
  END IF;
  owed := sold.price_cents - sold.fee_cents - sold.gst_cents - sold.netted_cents;
  is_made := coalesce((SELECT sum(amount_cents) = owed FROM transfer WHERE booking_id = booked AND state = 'made'), false);
  is_paid := coalesce((SELECT sum(amount_cents) = owed FROM payout WHERE booking_id = booked AND state = 'paid'), false);
  IF (sold.state = 'transferred') <> (is_made AND NOT is_paid)
     OR (sold.state = 'paid-out') <> (is_paid OR coalesce(owed = 0, false))
     OR sold.state <> 'confirmed' AND NOT is_made AND EXISTS (SELECT FROM transfer WHERE booking_id = booked AND state = 'made')
     OR NOT is_made AND EXISTS (SELECT FROM payout WHERE booking_id = booked)
     OR EXISTS (SELECT FROM transfer WHERE booking_id = booked AND state IN ('reversing', 'reversed')) THEN
    RAISE EXCEPTION 'sale %, which is %, does not fit its transfer and payout', booked, sold.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_fits_payment';
  END IF;
  RETURN NULL;
END $$;
