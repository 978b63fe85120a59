-- What buyer and seller mark of an order, one row a step: the car was viewed, ownership was transferred at the LTA, the car
-- was handed over. Booking and payment have rows of their own. A step is never changed or taken back.
CREATE TABLE order_step (
  booking_id uuid NOT NULL CONSTRAINT order_step_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  step       text NOT NULL CONSTRAINT order_step_step_check CHECK (step IN ('viewed', 'transferred', 'handed-over')),
  actor_id   uuid NOT NULL CONSTRAINT order_step_actor_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  at         timestamptz NOT NULL,
  CONSTRAINT order_step_pkey PRIMARY KEY (booking_id, step)
);

CREATE FUNCTION order_step_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'steps of orders are append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_step_append_only';
END $$;
CREATE TRIGGER order_step_append_only BEFORE UPDATE OR DELETE ON order_step
  FOR EACH ROW EXECUTE FUNCTION order_step_is_append_only();
CREATE TRIGGER order_step_no_truncate BEFORE TRUNCATE ON order_step
  FOR EACH STATEMENT EXECUTE FUNCTION order_step_is_append_only();

-- The table of packages/domain/booking/order-lifecycle.ts, whatever code runs. The lock keeps the status of the booking.
CREATE FUNCTION order_step_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ordered booking%ROWTYPE;
  allowed boolean;
BEGIN
  SELECT * INTO ordered FROM booking WHERE id = NEW.booking_id FOR SHARE;
  allowed := CASE NEW.step
    WHEN 'viewed' THEN ordered.status = 'unpaid' AND NEW.actor_id IN (ordered.buyer_id, ordered.seller_id)
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
CREATE TRIGGER order_step_lifecycle BEFORE INSERT ON order_step
  FOR EACH ROW EXECUTE FUNCTION order_step_keeps_its_lifecycle();

-- Buyer and seller read the steps of their own orders (member-role.ts).
ALTER TABLE order_step ENABLE ROW LEVEL SECURITY;
CREATE POLICY order_step_of_member ON order_step FOR SELECT
  USING (EXISTS (SELECT 1 FROM booking b WHERE b.id = order_step.booking_id));

-- A booking is mailed to its buyer and its seller.
ALTER TABLE outbox
  DROP CONSTRAINT outbox_kind_check,
  ADD CONSTRAINT outbox_kind_check
    CHECK (kind IN ('booked', 'receipt', 'sold', 'car-lost', 'cancelled', 'refunded', 'digest'));
