-- A part of a price that a bank or a loan pays to the seller (decision 0083). No charge and no transfer belongs to it.

ALTER TABLE payment_part
  ADD COLUMN payer text NOT NULL DEFAULT 'buyer' CONSTRAINT payment_part_payer_check CHECK (payer IN ('buyer', 'bank')),
  DROP CONSTRAINT payment_part_amount_check,
  ADD CONSTRAINT payment_part_amount_check CHECK (amount_cents >= 50 AND (payer = 'bank' OR amount_cents <= 99999999)),
  -- The first part reserves the car, so it is paid here.
  ADD CONSTRAINT payment_part_first_check CHECK (payer = 'buyer' OR number > 1);
CREATE UNIQUE INDEX payment_part_one_bank_key ON payment_part (booking_id) WHERE payer = 'bank' AND replaced_at IS NULL;

-- What buyer, seller and an admin have said about the part. A plan that is replaced takes its row with it.
CREATE TABLE bank_part (
  part_id          uuid CONSTRAINT bank_part_pkey PRIMARY KEY
                   CONSTRAINT bank_part_part_id_fkey REFERENCES payment_part (id) ON DELETE CASCADE,
  booking_id       uuid NOT NULL CONSTRAINT bank_part_booking_id_key UNIQUE
                   CONSTRAINT bank_part_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  amount_cents     bigint NOT NULL,
  state            text NOT NULL CONSTRAINT bank_part_state_check CHECK (state IN
                     ('expected', 'stated', 'received', 'confirmed', 'closed', 'to-return', 'sent-back', 'returned')),
  bank             text CONSTRAINT bank_part_bank_check CHECK (length(bank) BETWEEN 1 AND 80),
  buyer_reference  text CONSTRAINT bank_part_buyer_reference_check CHECK (length(buyer_reference) BETWEEN 1 AND 80),
  stated_by        uuid CONSTRAINT bank_part_stated_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  stated_at        timestamptz,
  seller_reference text CONSTRAINT bank_part_seller_reference_check CHECK (length(seller_reference) BETWEEN 1 AND 80),
  received_by      uuid CONSTRAINT bank_part_received_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  received_at      timestamptz,
  confirmed_by     uuid CONSTRAINT bank_part_confirmed_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  confirmed_at     timestamptz,
  -- The last time that a statement was withdrawn or refused, and why.
  refusal          text CONSTRAINT bank_part_refusal_check CHECK (length(refusal) <= 300),
  refused_by       uuid CONSTRAINT bank_part_refused_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  refused_at       timestamptz,
  return_reference text CONSTRAINT bank_part_return_reference_check CHECK (length(return_reference) BETWEEN 1 AND 80),
  sent_back_at     timestamptz,
  returned_by      uuid CONSTRAINT bank_part_returned_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  returned_at      timestamptz,
  updated_at       timestamptz NOT NULL,
  CONSTRAINT bank_part_said_check CHECK (
    (stated_by IS NULL) = (stated_at IS NULL) AND (received_by IS NULL) = (received_at IS NULL)
    AND (confirmed_by IS NULL) = (confirmed_at IS NULL) AND (refused_by IS NULL) = (refused_at IS NULL)
    AND (returned_by IS NULL) = (returned_at IS NULL)
    AND (state NOT IN ('expected') OR stated_at IS NULL AND received_at IS NULL)
    AND (state NOT IN ('stated', 'received', 'confirmed', 'to-return', 'sent-back', 'returned') OR stated_at IS NOT NULL)
    AND (received_at IS NOT NULL) = (state IN ('received', 'confirmed', 'to-return', 'sent-back', 'returned'))
    AND (confirmed_at IS NULL OR state IN ('confirmed', 'to-return', 'sent-back', 'returned'))
    AND (state <> 'confirmed' OR confirmed_at IS NOT NULL)
    AND (sent_back_at IS NOT NULL) = (state IN ('sent-back', 'returned')) AND (returned_at IS NOT NULL) = (state = 'returned')),
  -- Three statements of three accounts.
  CONSTRAINT bank_part_three_accounts_check CHECK (stated_by <> received_by AND stated_by <> confirmed_by AND received_by <> confirmed_by)
);
-- The list of admins, the oldest statement first.
CREATE INDEX bank_part_open_idx ON bank_part (received_at) WHERE state IN ('received', 'to-return', 'sent-back');

-- The table of packages/domain/payment/bank-part.ts, whatever code runs. What was said never changes afterwards.
CREATE FUNCTION bank_part_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'expected' THEN
      RAISE EXCEPTION 'bank part % is kept', OLD.part_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_part_kept';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
       (('expected', 'stated'), ('stated', 'received'), ('stated', 'expected'), ('received', 'expected'), ('received', 'confirmed'),
        ('expected', 'closed'), ('stated', 'closed'), ('received', 'to-return'), ('confirmed', 'to-return'),
        ('to-return', 'sent-back'), ('sent-back', 'to-return'), ('sent-back', 'returned'))
     OR (OLD.part_id, OLD.booking_id, OLD.amount_cents) IS DISTINCT FROM (NEW.part_id, NEW.booking_id, NEW.amount_cents)
     OR OLD.confirmed_at IS NOT NULL AND (OLD.stated_by, OLD.stated_at, OLD.received_by, OLD.received_at, OLD.confirmed_by, OLD.confirmed_at)
       IS DISTINCT FROM (NEW.stated_by, NEW.stated_at, NEW.received_by, NEW.received_at, NEW.confirmed_by, NEW.confirmed_at)
     OR OLD.state = 'returned' AND (OLD.sent_back_at, OLD.returned_by, OLD.returned_at) IS DISTINCT FROM (NEW.sent_back_at, NEW.returned_by, NEW.returned_at) THEN
    RAISE EXCEPTION 'bank part %: % cannot become %', OLD.part_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_part_lifecycle';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_part_lifecycle BEFORE UPDATE OR DELETE ON bank_part
  FOR EACH ROW EXECUTE FUNCTION bank_part_keeps_its_lifecycle();

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_cause_check,
  ADD CONSTRAINT ledger_entry_cause_check CHECK (cause IN ('charge', 'charge-void', 'sale', 'sale-undone', 'refund-due',
    'refund-paid', 'refund-returned', 'refund-void', 'dispute-withdrawn', 'dispute-returned', 'dispute-lost', 'charge-fee',
    'transfer', 'transfer-reversed', 'payout-sent', 'payout-paid', 'payout-failed', 'payout-returned', 'debt',
    'debt-cancelled', 'debt-netted', 'debt-netting-undone', 'deposit-forfeited', 'bank-part', 'bank-part-returned'));
-- Two accounts for money that never was with Car House: what banks have paid for a buyer, and what a seller has had of it.
ALTER TABLE ledger_posting
  DROP CONSTRAINT ledger_posting_account_check,
  ADD CONSTRAINT ledger_posting_account_check CHECK (account IN ('provider_balance', 'buyer', 'seller_payable',
    'seller_account', 'payout', 'seller_debt', 'fee', 'gst', 'refund', 'dispute', 'loss', 'provider_fee', 'bank_paid', 'bank_received')),
  DROP CONSTRAINT ledger_posting_owner_check,
  ADD CONSTRAINT ledger_posting_owner_check CHECK (
    (account IN ('buyer', 'seller_payable', 'seller_account', 'payout', 'seller_debt', 'bank_paid', 'bank_received')) = (owner_id IS NOT NULL));

-- At the end of a transaction a bank part, its booking and the ledger agree. Money of a bank counts only when it is confirmed.
CREATE FUNCTION bank_part_fits_its_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := CASE TG_TABLE_NAME WHEN 'booking' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'booking_id' END;
BEGIN
  IF EXISTS (SELECT FROM booking b JOIN payment_part p ON p.booking_id = b.id AND p.payer = 'bank' AND p.replaced_at IS NULL
             LEFT JOIN bank_part k ON k.part_id = p.id
             WHERE b.id = booked AND (k.part_id IS NULL OR k.booking_id <> b.id OR k.amount_cents <> p.amount_cents
               OR k.stated_by <> b.buyer_id OR k.received_by <> b.seller_id
               OR NOT CASE k.state
                 WHEN 'expected' THEN true
                 WHEN 'confirmed' THEN b.status = 'paid' OR b.status = 'unpaid' AND b.reserved_until IS NOT NULL
                 WHEN 'closed' THEN b.status = 'cancelled'
                 WHEN 'stated' THEN b.status = 'unpaid' AND b.reserved_until IS NOT NULL
                 WHEN 'received' THEN b.status = 'unpaid' AND b.reserved_until IS NOT NULL
                 ELSE b.status IN ('cancelled', 'refunded') END
               OR (k.state IN ('confirmed', 'to-return', 'sent-back', 'returned'))
                 <> EXISTS (SELECT FROM ledger_entry WHERE cause = 'bank-part' AND cause_id = k.part_id::text)
               OR (k.state = 'returned') <> EXISTS (SELECT FROM ledger_entry WHERE cause = 'bank-part-returned' AND cause_id = k.part_id::text))) THEN
    RAISE EXCEPTION 'the bank part of booking % does not fit it', booked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_part_fits_booking';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER bank_part_fits_booking AFTER INSERT OR UPDATE OF state ON bank_part DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION bank_part_fits_its_booking();
CREATE CONSTRAINT TRIGGER booking_fits_bank_part AFTER UPDATE OF status, reserved_until ON booking DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.in_parts) EXECUTE FUNCTION bank_part_fits_its_booking();
CREATE CONSTRAINT TRIGGER payment_part_has_bank_part AFTER INSERT ON payment_part DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.payer = 'bank') EXECUTE FUNCTION bank_part_fits_its_booking();

-- No charge is opened over a part that a bank pays.
CREATE OR REPLACE FUNCTION attempt_belongs_to_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM payment_part p WHERE p.id = NEW.part_id AND p.booking_id = NEW.booking_id
                   AND p.amount_cents = NEW.amount_cents AND p.replaced_at IS NULL AND p.payer = 'buyer') THEN
    RAISE EXCEPTION 'attempt % is not over a part of its booking', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_of_part';
  END IF;
  RETURN NEW;
END $$;

-- The part of a price that a bank has paid to the seller, and what Car House owes the seller of the rest. A fee that is more
-- than the rest becomes a debt of the seller.
ALTER TABLE sale
  ADD COLUMN bank_cents bigint NOT NULL DEFAULT 0 CONSTRAINT sale_bank_check CHECK (bank_cents >= 0 AND bank_cents < price_cents),
  ADD COLUMN share_cents bigint NOT NULL GENERATED ALWAYS AS (greatest(price_cents - bank_cents - fee_cents - gst_cents, 0)) STORED,
  DROP CONSTRAINT sale_netted_check,
  ADD CONSTRAINT sale_netted_check CHECK (netted_cents BETWEEN 0 AND greatest(price_cents - bank_cents - fee_cents - gst_cents, 0));
CREATE FUNCTION sale_keeps_its_bank_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the bank part of sale % cannot change', OLD.booking_id USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_bank_kept';
END $$;
CREATE TRIGGER sale_bank_kept BEFORE UPDATE ON sale
  FOR EACH ROW WHEN (OLD.bank_cents <> NEW.bank_cents) EXECUTE FUNCTION sale_keeps_its_bank_part();

-- A sale of a car: its charges and a confirmed bank part are exactly the price, whichever comes last.
CREATE FUNCTION sale_is_its_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.price_cents - NEW.bank_cents IS DISTINCT FROM (SELECT sum(amount_cents) FROM payment WHERE booking_id = NEW.booking_id)
     OR NEW.bank_cents IS DISTINCT FROM coalesce((SELECT amount_cents FROM bank_part WHERE booking_id = NEW.booking_id AND state = 'confirmed'), 0) THEN
    RAISE EXCEPTION 'the parts of sale % are not its price', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_is_its_price';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER sale_is_its_price AFTER INSERT ON sale DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind = 'car') EXECUTE FUNCTION sale_is_its_price();

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
                       AND s.price_cents - s.bank_cents = (SELECT sum(amount_cents) FROM payment WHERE booking_id = NEW.booking_id)) THEN
    RAISE EXCEPTION 'payment % has no sale', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_has_sale';
  END IF;
  RETURN NULL;
END $$;

-- The same rules as before, with the share of the sale instead of its computation.
CREATE OR REPLACE FUNCTION transfers_sum_to_share() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  share bigint;
  live bigint;
BEGIN
  SELECT share_cents - netted_cents INTO share FROM sale WHERE booking_id = NEW.booking_id;
  SELECT sum(amount_cents) INTO live FROM transfer WHERE booking_id = NEW.booking_id AND state <> 'refused';
  IF live IS DISTINCT FROM share THEN
    RAISE EXCEPTION 'the transfers of sale % are not its share', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_sum_to_share';
  END IF;
  RETURN NULL;
END $$;
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
  owed := sold.share_cents - sold.netted_cents;
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

-- Buyer and seller read the part of their order (member-role.ts).
ALTER TABLE bank_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_part_of_member ON bank_part FOR SELECT
  USING (EXISTS (SELECT 1 FROM booking b WHERE b.id = bank_part.booking_id));

-- Mails about the part. The other kinds stay as they are.
DO $$
DECLARE
  kinds text;
BEGIN
  SELECT replace(pg_get_constraintdef(oid), 'ARRAY[', 'ARRAY[''bank-stated''::text, ''bank-received''::text, ''bank-refused''::text, ''bank-confirmed''::text, ''bank-to-return''::text, ''bank-sent-back''::text, ''bank-returned''::text, ')
    INTO STRICT kinds FROM pg_constraint WHERE conname = 'outbox_kind_check' AND conrelid = 'outbox'::regclass;
  EXECUTE 'ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check, ADD CONSTRAINT outbox_kind_check ' || kinds;
END $$;
