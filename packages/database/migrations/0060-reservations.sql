-- Reservations with a deposit, and the line of buyers for a reserved car (decision 0079).

-- The deposit that the seller asks; null: the car cannot be reserved. Buyers are offered at most 5 % of the price.
ALTER TABLE listing ADD COLUMN reservation_deposit_cents bigint
  CONSTRAINT listing_reservation_deposit_check CHECK (reservation_deposit_cents BETWEEN 20000 AND 500000);

-- What the buyer of a booking has accepted, and how the reservation ended. Its deposit is the first part of the price.
CREATE TABLE reservation (
  booking_id      uuid CONSTRAINT reservation_pkey PRIMARY KEY
                  CONSTRAINT reservation_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  listing_id      uuid NOT NULL CONSTRAINT reservation_listing_id_fkey REFERENCES listing (id) ON DELETE RESTRICT,
  state           text NOT NULL CONSTRAINT reservation_state_check CHECK (state IN ('started', 'active', 'bought', 'ended')),
  deposit_cents   bigint NOT NULL CONSTRAINT reservation_deposit_check CHECK (deposit_cents BETWEEN 20000 AND 500000),
  -- What goes to the seller when the buyer gives up after the free days or does not buy.
  forfeit_cents   bigint NOT NULL CONSTRAINT reservation_forfeit_check CHECK (forfeit_cents BETWEEN 0 AND deposit_cents),
  rule_version    smallint NOT NULL CONSTRAINT reservation_rule_version_check CHECK (rule_version > 0),
  rule_text       text NOT NULL CONSTRAINT reservation_rule_text_check CHECK (length(rule_text) BETWEEN 1 AND 2000),
  accepted_at     timestamptz NOT NULL,
  -- The next three are set when the deposit is paid. A time limit is the first moment that is too late.
  paid_at         timestamptz,
  free_until      timestamptz,
  ends_at         timestamptz,
  end_kind        text CONSTRAINT reservation_end_kind_check CHECK (end_kind IN
                    ('given-up', 'lapsed', 'condition-failed', 'seller-withdrew', 'admin-ended', 'account-closed')),
  end_condition   text CONSTRAINT reservation_end_condition_check CHECK (end_condition IN ('as-described', 'loan', 'inspection')),
  ended_at        timestamptz,
  refund_cents    bigint,
  forfeited_cents bigint,
  CONSTRAINT reservation_paid_check CHECK ((state = 'started') = (paid_at IS NULL)
    AND (paid_at IS NULL) = (free_until IS NULL) AND (paid_at IS NULL) = (ends_at IS NULL) AND paid_at < free_until AND free_until <= ends_at),
  CONSTRAINT reservation_ended_check CHECK ((state = 'ended') = (end_kind IS NOT NULL)
    AND (end_kind IS NULL) = (ended_at IS NULL) AND (end_kind IS NULL) = (refund_cents IS NULL)
    AND (end_kind IS NULL) = (forfeited_cents IS NULL) AND (end_condition IS NULL OR end_kind = 'condition-failed')),
  -- The deposit is divided exactly, and by the rule: nothing is forfeited, or what the buyer has accepted, and that only by a
  -- buyer who gives up or does not buy.
  CONSTRAINT reservation_divided_check CHECK (refund_cents + forfeited_cents = deposit_cents
    AND refund_cents >= 0 AND forfeited_cents IN (0, forfeit_cents)
    AND (forfeited_cents = 0 OR end_kind IN ('given-up', 'lapsed') AND ended_at >= free_until))
);
CREATE UNIQUE INDEX reservation_one_active_key ON reservation (listing_id) WHERE state = 'active';
CREATE INDEX reservation_listing_id_idx ON reservation (listing_id);

CREATE TABLE reservation_condition (
  booking_id uuid NOT NULL CONSTRAINT reservation_condition_booking_id_fkey REFERENCES reservation (booking_id) ON DELETE CASCADE,
  kind       text NOT NULL CONSTRAINT reservation_condition_kind_check CHECK (kind IN ('as-described', 'loan', 'inspection')),
  state      text NOT NULL CONSTRAINT reservation_condition_state_check CHECK (state IN ('open', 'met', 'failed')),
  -- Set when the deposit is paid.
  deadline   timestamptz,
  stated_by  uuid CONSTRAINT reservation_condition_stated_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  stated_at  timestamptz,
  note       text CONSTRAINT reservation_condition_note_check CHECK (length(note) <= 300),
  CONSTRAINT reservation_condition_pkey PRIMARY KEY (booking_id, kind),
  CONSTRAINT reservation_condition_stated_check CHECK ((state = 'open') = (stated_at IS NULL)
    AND (stated_at IS NULL) = (stated_by IS NULL) AND (state <> 'open' OR note IS NULL) AND (stated_at IS NULL OR stated_at < deadline))
);

-- The line for a car. Positions are given once and never again, so the order of the line is that of joining it.
CREATE TABLE reservation_queue (
  id         uuid CONSTRAINT reservation_queue_pkey PRIMARY KEY,
  listing_id uuid NOT NULL CONSTRAINT reservation_queue_listing_id_fkey REFERENCES listing (id) ON DELETE RESTRICT,
  buyer_id   uuid NOT NULL CONSTRAINT reservation_queue_buyer_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  position   integer NOT NULL CONSTRAINT reservation_queue_position_check CHECK (position > 0),
  state      text NOT NULL CONSTRAINT reservation_queue_state_check
             CHECK (state IN ('waiting', 'turn', 'reserved', 'passed', 'left', 'closed')),
  joined_at  timestamptz NOT NULL,
  turn_from  timestamptz,
  turn_until timestamptz,
  CONSTRAINT reservation_queue_position_key UNIQUE (listing_id, position),
  CONSTRAINT reservation_queue_turn_check CHECK ((turn_from IS NULL) = (turn_until IS NULL) AND turn_from < turn_until
    AND CASE WHEN state = 'waiting' THEN turn_from IS NULL WHEN state IN ('turn', 'reserved', 'passed') THEN turn_from IS NOT NULL ELSE true END)
);
-- One place of a buyer in the line for a car, and one turn a car.
CREATE UNIQUE INDEX reservation_queue_one_place_key ON reservation_queue (listing_id, buyer_id) WHERE state IN ('waiting', 'turn');
CREATE UNIQUE INDEX reservation_queue_one_turn_key ON reservation_queue (listing_id) WHERE state = 'turn';
CREATE INDEX reservation_queue_buyer_idx ON reservation_queue (buyer_id) WHERE state IN ('waiting', 'turn');
CREATE INDEX reservation_queue_turn_until_idx ON reservation_queue (turn_until) WHERE state = 'turn';

-- The tables of packages/domain/reservation/, whatever code runs. What the buyer has accepted never changes.
CREATE FUNCTION reservation_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'started' THEN
      RAISE EXCEPTION 'the reservation of booking % is kept', OLD.booking_id USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_kept';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('started', 'active'), ('active', 'bought'), ('active', 'ended')) THEN
    RAISE EXCEPTION 'reservation %: % cannot become %', OLD.booking_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_lifecycle';
  END IF;
  IF (OLD.booking_id, OLD.listing_id, OLD.deposit_cents, OLD.forfeit_cents, OLD.rule_version, OLD.rule_text, OLD.accepted_at)
     IS DISTINCT FROM
     (NEW.booking_id, NEW.listing_id, NEW.deposit_cents, NEW.forfeit_cents, NEW.rule_version, NEW.rule_text, NEW.accepted_at)
     OR OLD.paid_at IS NOT NULL AND (OLD.paid_at, OLD.free_until, OLD.ends_at) IS DISTINCT FROM (NEW.paid_at, NEW.free_until, NEW.ends_at)
     OR OLD.state = 'ended' AND NEW IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'what the buyer of booking % has accepted cannot change', OLD.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_fixed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER reservation_lifecycle BEFORE UPDATE OR DELETE ON reservation
  FOR EACH ROW EXECUTE FUNCTION reservation_keeps_its_lifecycle();

-- A condition is stated once, while its reservation is active. Its note may be removed later, its deadline never changes.
CREATE FUNCTION reservation_condition_is_stated_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open' AND (NEW.state, NEW.deadline, NEW.stated_by, NEW.stated_at)
       IS DISTINCT FROM (OLD.state, OLD.deadline, OLD.stated_by, OLD.stated_at)
     OR OLD.deadline IS NOT NULL AND NEW.deadline IS DISTINCT FROM OLD.deadline
     OR OLD.state = 'open' AND NEW.state <> 'open'
       AND NOT EXISTS (SELECT FROM reservation WHERE booking_id = NEW.booking_id AND state IN ('active', 'ended')) THEN
    RAISE EXCEPTION 'condition % of booking % cannot change', OLD.kind, OLD.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_condition_stated_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER reservation_condition_stated_once BEFORE UPDATE ON reservation_condition
  FOR EACH ROW EXECUTE FUNCTION reservation_condition_is_stated_once();

-- At the end of a transaction a reservation and its booking agree, and the deposit is the first part of the price, at most 5 %.
CREATE FUNCTION reservation_fits_its_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := CASE TG_TABLE_NAME WHEN 'booking' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'booking_id' END;
BEGIN
  IF EXISTS (SELECT FROM reservation r JOIN booking b ON b.id = r.booking_id
             WHERE r.booking_id = booked AND (r.listing_id <> b.listing_id OR r.deposit_cents * 20 > b.price_cents OR NOT CASE r.state
               WHEN 'started' THEN b.status IN ('unpaid', 'cancelled') AND b.reserved_until IS NULL
               WHEN 'active' THEN b.status = 'unpaid' AND b.reserved_until IS NOT DISTINCT FROM r.ends_at
               WHEN 'bought' THEN b.status IN ('paid', 'refunded')
               ELSE b.status = 'cancelled' END
             OR NOT EXISTS (SELECT FROM payment_part p WHERE p.booking_id = booked AND p.number = 1 AND p.replaced_at IS NULL
                              AND p.amount_cents = r.deposit_cents))) THEN
    RAISE EXCEPTION 'the reservation of booking % does not fit it', booked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_fits_booking';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER reservation_fits_booking AFTER INSERT OR UPDATE ON reservation DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION reservation_fits_its_booking();
CREATE CONSTRAINT TRIGGER booking_fits_reservation AFTER UPDATE OF status, reserved_until ON booking DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.in_parts) EXECUTE FUNCTION reservation_fits_its_booking();
CREATE CONSTRAINT TRIGGER payment_part_fits_reservation AFTER INSERT ON payment_part DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.number = 1) EXECUTE FUNCTION reservation_fits_its_booking();

-- A turn is given once, to the first in line, and only for a car that nobody has reserved.
CREATE FUNCTION reservation_queue_keeps_its_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
       (('waiting', 'turn'), ('waiting', 'left'), ('waiting', 'closed'), ('turn', 'reserved'), ('turn', 'passed'), ('turn', 'left'), ('turn', 'closed'))
     OR (OLD.id, OLD.listing_id, OLD.buyer_id, OLD.position, OLD.joined_at) IS DISTINCT FROM (NEW.id, NEW.listing_id, NEW.buyer_id, NEW.position, NEW.joined_at)
     OR OLD.turn_from IS NOT NULL AND (OLD.turn_from, OLD.turn_until) IS DISTINCT FROM (NEW.turn_from, NEW.turn_until)
     OR OLD.state = 'waiting' AND NEW.state = 'turn' AND (
       EXISTS (SELECT FROM reservation_queue WHERE listing_id = NEW.listing_id AND state = 'waiting' AND position < NEW.position)
       OR EXISTS (SELECT FROM booking WHERE listing_id = NEW.listing_id AND reserved_until IS NOT NULL)) THEN
    RAISE EXCEPTION 'place % in line: % cannot become %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reservation_queue_order';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER reservation_queue_order BEFORE UPDATE ON reservation_queue
  FOR EACH ROW EXECUTE FUNCTION reservation_queue_keeps_its_order();

-- A car that is sold or taken off sale, in whatever way, has no line.
CREATE FUNCTION listing_off_sale_closes_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reservation_queue SET state = 'closed' WHERE listing_id = NEW.id AND state IN ('waiting', 'turn');
  RETURN NULL;
END $$;
CREATE TRIGGER listing_closes_queue AFTER UPDATE OF status ON listing
  FOR EACH ROW WHEN (OLD.status = 'available' AND NEW.status <> 'available') EXECUTE FUNCTION listing_off_sale_closes_queue();

-- A forfeited deposit is paid to the seller as a sale is. It is confirmed from the start and has no fee.
ALTER TABLE sale
  ADD COLUMN kind text NOT NULL DEFAULT 'car' CONSTRAINT sale_kind_check CHECK (kind IN ('car', 'deposit')),
  ADD CONSTRAINT sale_deposit_check
    CHECK (kind = 'car' OR state IN ('confirmed', 'frozen', 'transferred', 'paid-out') AND fee_cents = 0 AND gst_cents = 0 AND handed_over_at IS NULL);
CREATE FUNCTION sale_keeps_its_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the kind of sale % cannot change', OLD.booking_id USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_kind_kept';
END $$;
CREATE TRIGGER sale_kind_kept BEFORE UPDATE ON sale
  FOR EACH ROW WHEN (OLD.kind <> NEW.kind) EXECUTE FUNCTION sale_keeps_its_kind();

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_cause_check,
  ADD CONSTRAINT ledger_entry_cause_check CHECK (cause IN ('charge', 'charge-void', 'sale', 'sale-undone', 'refund-due',
    'refund-paid', 'refund-returned', 'refund-void', 'dispute-withdrawn', 'dispute-returned', 'dispute-lost', 'charge-fee',
    'transfer', 'transfer-reversed', 'payout-sent', 'payout-paid', 'payout-failed', 'payout-returned', 'debt',
    'debt-cancelled', 'debt-netted', 'debt-netting-undone', 'deposit-forfeited'));

-- A cancelled booking keeps of its buyer's money exactly what its reservation forfeits, and the seller is owed exactly that.
CREATE OR REPLACE FUNCTION cancelled_booking_keeps_no_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := CASE TG_TABLE_NAME WHEN 'booking' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'booking_id' END;
  forfeited bigint := coalesce((SELECT forfeited_cents FROM reservation WHERE booking_id = booked), 0);
BEGIN
  IF EXISTS (SELECT FROM payment_attempt WHERE booking_id = booked AND state = 'succeeded')
     OR forfeited <> coalesce((SELECT sum(p.amount_cents - r.amount_cents) FROM payment p JOIN refund r ON r.attempt_id = p.attempt_id
                               WHERE p.booking_id = booked), 0)
     OR forfeited <> coalesce((SELECT price_cents FROM sale WHERE booking_id = booked), 0)
     OR forfeited <> coalesce((SELECT sum(p.amount_cents) FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
                               WHERE e.booking_id = booked AND e.cause = 'deposit-forfeited' AND p.amount_cents > 0), 0)
     OR NOT EXISTS (SELECT FROM booking WHERE id = booked AND status = 'cancelled') THEN
    RAISE EXCEPTION 'booking % is cancelled and keeps parts of its price', booked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_refunds_parts';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER deposit_of_cancelled_booking AFTER INSERT ON sale DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind = 'deposit') EXECUTE FUNCTION cancelled_booking_keeps_no_money();

-- A forfeited deposit is transferred from the charge that paid it, and from no other.
CREATE FUNCTION transfer_is_of_its_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sale WHERE booking_id = NEW.booking_id AND kind = 'deposit' AND payment_id <> NEW.payment_id) THEN
    RAISE EXCEPTION 'transfer % is not of the charge of its deposit', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_of_deposit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transfer_of_deposit BEFORE INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION transfer_is_of_its_deposit();

-- Buyer and seller read their reservations, and a buyer their places in line (member-role.ts).
ALTER TABLE reservation ENABLE ROW LEVEL SECURITY;
CREATE POLICY reservation_of_member ON reservation FOR SELECT
  USING (EXISTS (SELECT 1 FROM booking b WHERE b.id = reservation.booking_id));
ALTER TABLE reservation_condition ENABLE ROW LEVEL SECURITY;
CREATE POLICY reservation_condition_of_member ON reservation_condition FOR SELECT
  USING (EXISTS (SELECT 1 FROM booking b WHERE b.id = reservation_condition.booking_id));
ALTER TABLE reservation_queue ENABLE ROW LEVEL SECURITY;
CREATE POLICY reservation_queue_of_member ON reservation_queue FOR SELECT USING (buyer_id = (SELECT member_id()));

-- Mails about reservations. The other kinds stay as they are.
DO $$
DECLARE
  kinds text;
BEGIN
  SELECT replace(pg_get_constraintdef(oid), 'ARRAY[', 'ARRAY[''reserved''::text, ''reservation-ended''::text, ''your-turn''::text, ')
    INTO STRICT kinds FROM pg_constraint WHERE conname = 'outbox_kind_check' AND conrelid = 'outbox'::regclass;
  EXECUTE 'ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check, ADD CONSTRAINT outbox_kind_check ' || kinds;
END $$;
