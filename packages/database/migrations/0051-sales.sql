-- What follows a payment: the fee, the hand-over, the confirmation by the buyer, and the payment of the seller.

-- The ledger's accounts and causes for fees, transfers to sellers, payouts and debts of sellers (decision 0071).
ALTER TABLE ledger_entry
  DROP CONSTRAINT ledger_entry_cause_check,
  ADD CONSTRAINT ledger_entry_cause_check CHECK (cause IN ('charge', 'charge-void', 'sale', 'sale-undone', 'refund-due',
    'refund-paid', 'refund-returned', 'refund-void', 'dispute-withdrawn', 'dispute-returned', 'dispute-lost', 'charge-fee',
    'transfer', 'transfer-reversed', 'payout-sent', 'payout-paid', 'payout-failed', 'payout-returned', 'debt',
    'debt-cancelled', 'debt-netted', 'debt-netting-undone'));
ALTER TABLE ledger_posting
  DROP CONSTRAINT ledger_posting_account_check,
  ADD CONSTRAINT ledger_posting_account_check CHECK (account IN ('provider_balance', 'buyer', 'seller_payable',
    'seller_account', 'payout', 'seller_debt', 'fee', 'gst', 'refund', 'dispute', 'loss', 'provider_fee')),
  DROP CONSTRAINT ledger_posting_owner_check,
  ADD CONSTRAINT ledger_posting_owner_check CHECK (
    (account IN ('buyer', 'seller_payable', 'seller_account', 'payout', 'seller_debt')) = (owner_id IS NOT NULL));

-- Dated rules for the fee of a sale: of one seller, of one brand, or of every sale. Rules are only added.
CREATE TABLE fee_rule (
  id               uuid CONSTRAINT fee_rule_pkey PRIMARY KEY,
  valid_from       timestamptz NOT NULL,
  seller_id        uuid CONSTRAINT fee_rule_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  brand            text CONSTRAINT fee_rule_brand_fkey REFERENCES brand (api_name) ON UPDATE CASCADE ON DELETE RESTRICT,
  is_end           boolean NOT NULL,
  basis_points     integer NOT NULL CONSTRAINT fee_rule_basis_points_check CHECK (basis_points BETWEEN 0 AND 5000),
  fixed_cents      bigint NOT NULL CONSTRAINT fee_rule_fixed_check CHECK (fixed_cents BETWEEN 0 AND 100000000),
  cap_cents        bigint CONSTRAINT fee_rule_cap_check CHECK (cap_cents BETWEEN 0 AND 100000000),
  gst_basis_points integer NOT NULL CONSTRAINT fee_rule_gst_check CHECK (gst_basis_points BETWEEN 0 AND 3000),
  created_by       uuid NOT NULL CONSTRAINT fee_rule_created_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  created_at       timestamptz NOT NULL,
  CONSTRAINT fee_rule_scope_check CHECK (seller_id IS NULL OR brand IS NULL),
  CONSTRAINT fee_rule_not_backdated_check CHECK (valid_from >= created_at)
);
-- The newest rule of a scope at a time; two rules of one scope never begin at the same moment.
CREATE UNIQUE INDEX fee_rule_scope_key ON fee_rule (seller_id, brand, valid_from) NULLS NOT DISTINCT;

-- A brand that is renamed takes its rules with it; every other change is refused.
CREATE FUNCTION fee_rule_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'brand' = to_jsonb(OLD) - 'brand' AND OLD.brand IS NOT NULL AND NEW.brand IS NOT NULL THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rules for fees are append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'fee_rule_append_only';
END $$;
CREATE TRIGGER fee_rule_append_only BEFORE UPDATE OR DELETE ON fee_rule
  FOR EACH ROW EXECUTE FUNCTION fee_rule_is_append_only();
CREATE TRIGGER fee_rule_no_truncate BEFORE TRUNCATE ON fee_rule
  FOR EACH STATEMENT EXECUTE FUNCTION fee_rule_is_append_only();

-- One row a paid booking.
CREATE TABLE sale (
  booking_id     uuid CONSTRAINT sale_pkey PRIMARY KEY CONSTRAINT sale_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  payment_id     uuid NOT NULL CONSTRAINT sale_payment_id_key UNIQUE
                   CONSTRAINT sale_payment_id_fkey REFERENCES payment (id) ON DELETE RESTRICT,
  buyer_id       uuid NOT NULL CONSTRAINT sale_buyer_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  seller_id      uuid NOT NULL CONSTRAINT sale_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  state          text NOT NULL CONSTRAINT sale_state_check
                   CHECK (state IN ('paid', 'handed-over', 'confirmed', 'frozen', 'transferred', 'paid-out', 'refunded')),
  currency       text NOT NULL,
  price_cents    bigint NOT NULL CONSTRAINT sale_price_check CHECK (price_cents > 0),
  fee_cents      bigint NOT NULL CONSTRAINT sale_fee_check CHECK (fee_cents >= 0),
  gst_cents      bigint NOT NULL CONSTRAINT sale_gst_check CHECK (gst_cents >= 0),
  fee_rule_id    uuid CONSTRAINT sale_fee_rule_id_fkey REFERENCES fee_rule (id) ON DELETE RESTRICT,
  netted_cents   bigint CONSTRAINT sale_netted_check CHECK (netted_cents BETWEEN 0 AND price_cents - fee_cents - gst_cents),
  paid_at        timestamptz NOT NULL,
  handed_over_at timestamptz,
  confirm_by     timestamptz,
  confirmed_at   timestamptz,
  updated_at     timestamptz NOT NULL,
  CONSTRAINT sale_share_check CHECK (fee_cents + gst_cents <= price_cents),
  CONSTRAINT sale_fee_rule_check CHECK (fee_rule_id IS NOT NULL OR fee_cents + gst_cents = 0),
  CONSTRAINT sale_handed_over_check CHECK (
    (handed_over_at IS NULL) = (confirm_by IS NULL) AND (state <> 'handed-over' OR handed_over_at IS NOT NULL)),
  CONSTRAINT sale_confirmed_check CHECK (state NOT IN ('confirmed', 'transferred', 'paid-out') OR confirmed_at IS NOT NULL)
);
-- The sales of a seller, newest first, for their page of payouts.
CREATE INDEX sale_seller_id_idx ON sale (seller_id, paid_at DESC);
-- The sales that the next run of the reconciler confirms or pays out.
CREATE INDEX sale_confirm_by_idx ON sale (confirm_by) WHERE state = 'handed-over';
CREATE INDEX sale_confirmed_idx ON sale (confirmed_at) WHERE state IN ('confirmed', 'transferred');
-- The sales that wait for an admin.
CREATE INDEX sale_frozen_idx ON sale (paid_at) WHERE state = 'frozen';

-- The table of packages/domain/sale/sale-lifecycle.ts, whatever code runs. Amounts and parties never change.
CREATE FUNCTION sale_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
     (('paid', 'handed-over'), ('handed-over', 'confirmed'), ('paid', 'frozen'), ('handed-over', 'frozen'), ('confirmed', 'frozen'),
      ('frozen', 'paid'), ('frozen', 'handed-over'), ('frozen', 'confirmed'), ('confirmed', 'transferred'), ('confirmed', 'paid-out'),
      ('transferred', 'paid-out'), ('paid-out', 'transferred'), ('paid', 'refunded'), ('handed-over', 'refunded'),
      ('confirmed', 'refunded'), ('frozen', 'refunded'), ('transferred', 'refunded'), ('paid-out', 'refunded')) THEN
    RAISE EXCEPTION 'sale %: % cannot become %', OLD.booking_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_lifecycle';
  END IF;
  IF (OLD.booking_id, OLD.payment_id, OLD.buyer_id, OLD.seller_id, OLD.currency, OLD.price_cents, OLD.fee_cents, OLD.gst_cents, OLD.fee_rule_id, OLD.paid_at)
     IS DISTINCT FROM
     (NEW.booking_id, NEW.payment_id, NEW.buyer_id, NEW.seller_id, NEW.currency, NEW.price_cents, NEW.fee_cents, NEW.gst_cents, NEW.fee_rule_id, NEW.paid_at)
     OR OLD.netted_cents IS NOT NULL AND NEW.netted_cents IS DISTINCT FROM OLD.netted_cents THEN
    RAISE EXCEPTION 'the amounts of sale % cannot change', OLD.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_fixed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sale_lifecycle BEFORE UPDATE ON sale FOR EACH ROW EXECUTE FUNCTION sale_keeps_its_lifecycle();

-- Sales of the payments of earlier versions. They have no fee. A car that was handed over counts as confirmed in a week.
INSERT INTO sale (booking_id, payment_id, buyer_id, seller_id, state, currency, price_cents, fee_cents, gst_cents, paid_at,
                  handed_over_at, confirm_by, updated_at)
  SELECT b.id, p.id, b.buyer_id, b.seller_id,
         CASE WHEN b.status = 'refunded' THEN 'refunded' WHEN s.at IS NOT NULL THEN 'handed-over' ELSE 'paid' END,
         p.currency, p.amount_cents, 0, 0, p.paid_at, s.at, CASE WHEN s.at IS NOT NULL THEN now() + interval '7 days' END, now()
  FROM payment p JOIN booking b ON b.id = p.booking_id
  LEFT JOIN order_step s ON s.booking_id = b.id AND s.step = 'handed-over';
SET CONSTRAINTS ALL IMMEDIATE;

-- A payment is not saved without its sale, and a booking is refunded together with its sale.
CREATE FUNCTION payment_has_its_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM sale WHERE payment_id = NEW.id AND booking_id = NEW.booking_id AND price_cents = NEW.amount_cents) THEN
    RAISE EXCEPTION 'payment % has no sale', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_has_sale';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payment_has_sale AFTER INSERT ON payment DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION payment_has_its_sale();

CREATE FUNCTION refunded_booking_has_refunded_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := CASE TG_TABLE_NAME WHEN 'booking' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'booking_id' END;
BEGIN
  IF EXISTS (SELECT FROM sale s JOIN booking b ON b.id = s.booking_id
             WHERE s.booking_id = booked AND (s.state = 'refunded') <> (b.status = 'refunded')) THEN
    RAISE EXCEPTION 'booking % and its sale are not refunded together', booked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_refunded_with_booking';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER booking_refunded_with_sale AFTER UPDATE OF status ON booking DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'refunded') EXECUTE FUNCTION refunded_booking_has_refunded_sale();
CREATE CONSTRAINT TRIGGER sale_refunded_with_booking AFTER UPDATE OF state ON sale DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.state = 'refunded') EXECUTE FUNCTION refunded_booking_has_refunded_sale();

-- Reasons for which a sale is frozen. A sale has one open complaint at most.
CREATE TABLE complaint (
  id          uuid CONSTRAINT complaint_pkey PRIMARY KEY,
  booking_id  uuid NOT NULL CONSTRAINT complaint_booking_id_fkey REFERENCES sale (booking_id) ON DELETE RESTRICT,
  ground      text NOT NULL CONSTRAINT complaint_ground_check
                CHECK (ground IN ('not-handed-over', 'not-as-described', 'not-transferred', 'other', 'dispute')),
  buyer_text  text CONSTRAINT complaint_buyer_text_check CHECK (length(buyer_text) <= 2000),
  seller_text text CONSTRAINT complaint_seller_text_check CHECK (length(seller_text) <= 2000),
  outcome     text CONSTRAINT complaint_outcome_check CHECK (outcome IN ('released', 'refunded', 'resumed')),
  decision    text CONSTRAINT complaint_decision_check CHECK (length(decision) <= 2000),
  decided_by  uuid CONSTRAINT complaint_decided_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  opened_at   timestamptz NOT NULL,
  decided_at  timestamptz,
  CONSTRAINT complaint_decided_check CHECK ((outcome IS NULL) = (decided_at IS NULL))
);
CREATE UNIQUE INDEX complaint_one_open_key ON complaint (booking_id) WHERE outcome IS NULL;
-- The complaints of an order, for its page.
CREATE INDEX complaint_booking_id_idx ON complaint (booking_id, opened_at);

-- A frozen sale has an open complaint, and no other sale has one.
CREATE FUNCTION frozen_sale_has_complaint() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := to_jsonb(NEW) ->> 'booking_id';
BEGIN
  IF EXISTS (SELECT FROM sale s WHERE s.booking_id = booked AND (s.state = 'frozen')
             <> EXISTS (SELECT FROM complaint c WHERE c.booking_id = booked AND c.outcome IS NULL)) THEN
    RAISE EXCEPTION 'sale % is frozen without a complaint, or has one and is not frozen', booked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'frozen_sale_has_complaint';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER sale_frozen_with_complaint AFTER UPDATE OF state ON sale DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION frozen_sale_has_complaint();
CREATE CONSTRAINT TRIGGER complaint_freezes_sale AFTER INSERT OR UPDATE ON complaint DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION frozen_sale_has_complaint();

-- Buyer and seller read their own sales and complaints (member-role.ts). Rules for fees are read by use cases only.
ALTER TABLE sale ENABLE ROW LEVEL SECURITY;
CREATE POLICY sale_of_member ON sale FOR SELECT
  USING (buyer_id = (SELECT member_id()) OR seller_id = (SELECT member_id()));
ALTER TABLE complaint ENABLE ROW LEVEL SECURITY;
CREATE POLICY complaint_of_member ON complaint FOR SELECT
  USING (EXISTS (SELECT 1 FROM sale s WHERE s.booking_id = complaint.booking_id));
ALTER TABLE fee_rule ENABLE ROW LEVEL SECURITY;

-- Mails of the steps of a sale.
ALTER TABLE outbox
  DROP CONSTRAINT outbox_kind_check,
  ADD CONSTRAINT outbox_kind_check
    CHECK (kind IN ('booked', 'receipt', 'sold', 'car-lost', 'cancelled', 'refunded', 'digest', 'handed-over', 'confirmed',
                    'complaint', 'complaint-answered', 'complaint-decided'));
