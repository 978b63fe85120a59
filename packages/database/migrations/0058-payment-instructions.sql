-- Orders that buyers pay to the seller directly, where the operator takes no payments (decision 0078).

-- How a seller wants to be paid. There is one row a seller, which exists from their first instructions on.
CREATE TABLE payment_instructions (
  seller_id  uuid CONSTRAINT payment_instructions_pkey PRIMARY KEY
             CONSTRAINT payment_instructions_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  ways       text[] NOT NULL CONSTRAINT payment_instructions_ways_check
             CHECK (cardinality(ways) BETWEEN 1 AND 4 AND ways <@ ARRAY['paynow', 'bank-transfer', 'cashiers-order', 'cash']),
  paynow_to  text CONSTRAINT payment_instructions_paynow_to_check CHECK (length(paynow_to) <= 13),
  note       text NOT NULL CONSTRAINT payment_instructions_note_check CHECK (length(note) <= 200),
  changed_at timestamptz NOT NULL,
  CONSTRAINT payment_instructions_paynow_check CHECK (('paynow' = ANY (ways)) = (paynow_to IS NOT NULL))
);

-- A seller reads their own, and a buyer those of the sellers whose cars they have booked, until the order is paid or closed
-- (member-role.ts).
ALTER TABLE payment_instructions ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_instructions_of_member ON payment_instructions FOR SELECT USING (
  seller_id = (SELECT member_id())
  OR EXISTS (SELECT 1 FROM booking b WHERE b.seller_id = payment_instructions.seller_id
             AND b.buyer_id = (SELECT member_id()) AND b.status = 'unpaid'));

-- The seller marks that the buyer has paid them. The step is marked before the booking becomes paid.
ALTER TABLE order_step
  DROP CONSTRAINT order_step_step_check,
  ADD CONSTRAINT order_step_step_check CHECK (step IN ('viewed', 'paid-outside', 'transferred', 'handed-over'));

CREATE OR REPLACE FUNCTION order_step_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ordered booking%ROWTYPE;
  allowed boolean;
BEGIN
  SELECT * INTO ordered FROM booking WHERE id = NEW.booking_id FOR SHARE;
  allowed := CASE NEW.step
    WHEN 'viewed' THEN ordered.status = 'unpaid' AND NEW.actor_id IN (ordered.buyer_id, ordered.seller_id)
    WHEN 'paid-outside' THEN ordered.status = 'unpaid' AND NEW.actor_id = ordered.seller_id
    WHEN 'transferred' THEN ordered.status = 'paid' AND NEW.actor_id IN (ordered.buyer_id, ordered.seller_id)
    ELSE ordered.status = 'paid' AND NEW.actor_id = ordered.seller_id
      AND EXISTS (SELECT FROM order_step WHERE booking_id = NEW.booking_id AND step = 'transferred')
  END;
  IF allowed IS NOT TRUE THEN
    RAISE EXCEPTION 'order %, which is %, cannot be marked % by %', NEW.booking_id, ordered.status, NEW.step, NEW.actor_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_step_lifecycle';
  END IF;
  RETURN NEW;
END $$;

-- An order is paid in one way: here, or to the seller. The booking is locked by both.
CREATE FUNCTION payment_is_the_only_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM order_step WHERE booking_id = NEW.booking_id AND step = 'paid-outside') THEN
    RAISE EXCEPTION 'order % was paid to its seller', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_not_paid_outside';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_not_paid_outside BEFORE INSERT ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_is_the_only_one();

-- The mail that tells a buyer of this step. The other kinds stay as they are.
DO $$
DECLARE
  kinds text;
BEGIN
  SELECT replace(pg_get_constraintdef(oid), 'ARRAY[', 'ARRAY[''paid-outside''::text, ') INTO STRICT kinds
    FROM pg_constraint WHERE conname = 'outbox_kind_check' AND conrelid = 'outbox'::regclass;
  EXECUTE 'ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check, ADD CONSTRAINT outbox_kind_check ' || kinds;
END $$;
