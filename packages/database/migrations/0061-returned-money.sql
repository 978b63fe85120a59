-- The mails of a sale that is undone because a bank has decided a dispute for the buyer, of a part of a price that is paid,
-- and of a seller who takes back that they were paid directly. The other kinds stay as they are.
DO $$
DECLARE
  kinds text;
BEGIN
  SELECT replace(pg_get_constraintdef(oid), 'ARRAY[', 'ARRAY[''charged-back''::text, ''part-paid''::text, ''payment-undone''::text, ') INTO STRICT kinds
    FROM pg_constraint WHERE conname = 'outbox_kind_check' AND conrelid = 'outbox'::regclass;
  EXECUTE 'ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check, ADD CONSTRAINT outbox_kind_check ' || kinds;
END $$;

-- A seller can take back, once an order and within a week, that the buyer has paid them directly. The step stays, with the time.
ALTER TABLE order_step
  ADD COLUMN taken_back_at timestamptz CONSTRAINT order_step_taken_back_check CHECK (
    taken_back_at IS NULL OR step = 'paid-outside' AND taken_back_at >= at),
  DROP CONSTRAINT order_step_pkey,
  ADD CONSTRAINT order_step_pkey PRIMARY KEY (booking_id, step, at);
CREATE UNIQUE INDEX order_step_one_key ON order_step (booking_id, step) WHERE taken_back_at IS NULL;
CREATE UNIQUE INDEX order_step_taken_back_key ON order_step (booking_id) WHERE taken_back_at IS NOT NULL;

CREATE OR REPLACE FUNCTION order_step_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The booking is locked by everything that marks a step.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'taken_back_at' = to_jsonb(OLD) - 'taken_back_at'
     AND OLD.taken_back_at IS NULL AND NEW.taken_back_at <= OLD.at + interval '7 days'
     AND EXISTS (SELECT FROM booking WHERE id = OLD.booking_id AND status = 'paid')
     AND NOT EXISTS (SELECT FROM order_step WHERE booking_id = OLD.booking_id AND step = 'transferred') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'steps of orders are append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_step_append_only';
END $$;

-- I7: paid goes back by a refund, or when the seller takes back that they have been paid.
CREATE OR REPLACE FUNCTION booking_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'paid' AND NEW.status = 'unpaid' AND NOT EXISTS (SELECT FROM payment WHERE booking_id = OLD.id)
     AND EXISTS (SELECT FROM order_step WHERE booking_id = OLD.id AND taken_back_at IS NOT NULL)
     AND NOT EXISTS (SELECT FROM order_step WHERE booking_id = OLD.id AND step = 'paid-outside' AND taken_back_at IS NULL) THEN
    RETURN NEW;
  END IF;
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN
     (('unpaid', 'paid'), ('unpaid', 'cancelled'), ('paid', 'refunded')) THEN
    RAISE EXCEPTION 'booking %: % cannot become %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION payment_is_the_only_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM order_step WHERE booking_id = NEW.booking_id AND step = 'paid-outside' AND taken_back_at IS NULL) THEN
    RAISE EXCEPTION 'order % was paid to its seller', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_not_paid_outside';
  END IF;
  RETURN NEW;
END $$;
