-- How sellers are paid (decision 0073): a transfer moves the share of a confirmed sale into the seller's account at the
-- provider, and a payout sends it from there to their bank.

CREATE TABLE transfer (
  id                   uuid CONSTRAINT transfer_pkey PRIMARY KEY,
  booking_id           uuid NOT NULL CONSTRAINT transfer_booking_id_fkey REFERENCES sale (booking_id) ON DELETE RESTRICT,
  seller_id            uuid NOT NULL CONSTRAINT transfer_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  state                text NOT NULL CONSTRAINT transfer_state_check
                         CHECK (state IN ('sending', 'refused', 'made', 'reversing', 'reversed')),
  provider_account_id  text NOT NULL,
  charge_id            text NOT NULL,
  currency             text NOT NULL,
  amount_cents         bigint NOT NULL CONSTRAINT transfer_amount_check CHECK (amount_cents > 0),
  -- Saved before the provider is asked, so that a repetition finds the same transfer.
  idempotency_key      text NOT NULL CONSTRAINT transfer_idempotency_key_key UNIQUE,
  provider_transfer_id text CONSTRAINT transfer_provider_transfer_id_key UNIQUE,
  refusal              text CONSTRAINT transfer_refusal_check CHECK (length(refusal) <= 300),
  reversal_round       integer NOT NULL DEFAULT 1 CONSTRAINT transfer_reversal_round_check CHECK (reversal_round > 0),
  failed_tries         integer NOT NULL DEFAULT 0,
  -- When the reconciler takes the next step: asks again, pays out, or, after a refusal, makes another transfer.
  next_step_at         timestamptz,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  CONSTRAINT transfer_provider_check CHECK ((state IN ('sending', 'refused')) = (provider_transfer_id IS NULL))
);
CREATE UNIQUE INDEX transfer_one_key ON transfer (booking_id) WHERE state <> 'refused';
CREATE INDEX transfer_booking_id_idx ON transfer (booking_id);
CREATE INDEX transfer_next_step_idx ON transfer (next_step_at) WHERE next_step_at IS NOT NULL AND state <> 'refused';

CREATE TABLE payout (
  id                  uuid CONSTRAINT payout_pkey PRIMARY KEY,
  transfer_id         uuid NOT NULL CONSTRAINT payout_transfer_id_fkey REFERENCES transfer (id) ON DELETE RESTRICT,
  booking_id          uuid NOT NULL CONSTRAINT payout_booking_id_fkey REFERENCES sale (booking_id) ON DELETE RESTRICT,
  seller_id           uuid NOT NULL CONSTRAINT payout_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  state               text NOT NULL CONSTRAINT payout_state_check
                        CHECK (state IN ('sending', 'refused', 'under-way', 'paid', 'failed', 'returned')),
  provider_account_id text NOT NULL,
  currency            text NOT NULL,
  amount_cents        bigint NOT NULL CONSTRAINT payout_amount_check CHECK (amount_cents > 0),
  idempotency_key     text NOT NULL CONSTRAINT payout_idempotency_key_key UNIQUE,
  provider_payout_id  text CONSTRAINT payout_provider_payout_id_key UNIQUE,
  failure_code        text CONSTRAINT payout_failure_code_check CHECK (length(failure_code) <= 300),
  arrives_at          timestamptz,
  failed_tries        integer NOT NULL DEFAULT 0,
  next_step_at        timestamptz,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  CONSTRAINT payout_provider_check CHECK ((state IN ('sending', 'refused')) = (provider_payout_id IS NULL))
);
-- One payout of a transfer at a time is on its way or has arrived.
CREATE UNIQUE INDEX payout_one_live_key ON payout (transfer_id) WHERE state IN ('sending', 'under-way', 'paid');
CREATE INDEX payout_booking_id_idx ON payout (booking_id);
CREATE INDEX payout_next_step_idx ON payout (next_step_at) WHERE next_step_at IS NOT NULL;

-- The tables of packages/domain/seller-payment/, whatever code runs. Amounts, parties and keys never change.
CREATE FUNCTION transfer_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
     (('sending', 'made'), ('sending', 'refused'), ('made', 'reversing'), ('reversing', 'reversed')) THEN
    RAISE EXCEPTION 'transfer %: % cannot become %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_lifecycle';
  END IF;
  IF (OLD.id, OLD.booking_id, OLD.seller_id, OLD.provider_account_id, OLD.charge_id, OLD.currency, OLD.amount_cents, OLD.idempotency_key)
     IS DISTINCT FROM
     (NEW.id, NEW.booking_id, NEW.seller_id, NEW.provider_account_id, NEW.charge_id, NEW.currency, NEW.amount_cents, NEW.idempotency_key)
     OR OLD.provider_transfer_id IS NOT NULL AND NEW.provider_transfer_id IS DISTINCT FROM OLD.provider_transfer_id THEN
    RAISE EXCEPTION 'what transfer % moves cannot change', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_fixed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transfer_lifecycle BEFORE UPDATE ON transfer FOR EACH ROW EXECUTE FUNCTION transfer_keeps_its_lifecycle();

CREATE FUNCTION payout_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
     (('sending', 'under-way'), ('sending', 'refused'), ('under-way', 'paid'), ('under-way', 'failed'), ('paid', 'returned')) THEN
    RAISE EXCEPTION 'payout %: % cannot become %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_lifecycle';
  END IF;
  IF (OLD.id, OLD.transfer_id, OLD.booking_id, OLD.seller_id, OLD.provider_account_id, OLD.currency, OLD.amount_cents, OLD.idempotency_key)
     IS DISTINCT FROM
     (NEW.id, NEW.transfer_id, NEW.booking_id, NEW.seller_id, NEW.provider_account_id, NEW.currency, NEW.amount_cents, NEW.idempotency_key)
     OR OLD.provider_payout_id IS NOT NULL AND NEW.provider_payout_id IS DISTINCT FROM OLD.provider_payout_id THEN
    RAISE EXCEPTION 'what payout % moves cannot change', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_fixed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_lifecycle BEFORE UPDATE ON payout FOR EACH ROW EXECUTE FUNCTION payout_keeps_its_lifecycle();

CREATE FUNCTION seller_payment_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % is never removed', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_kept';
END $$;
CREATE TRIGGER transfer_kept BEFORE DELETE ON transfer FOR EACH ROW EXECUTE FUNCTION seller_payment_is_kept();
CREATE TRIGGER payout_kept BEFORE DELETE ON payout FOR EACH ROW EXECUTE FUNCTION seller_payment_is_kept();

-- A transfer begins for a confirmed sale, with the seller's share less the part that pays a debt, and to the seller's account.
CREATE FUNCTION transfer_belongs_to_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'sending' OR NOT EXISTS (
       SELECT FROM sale s JOIN payout_account a ON a.seller_id = s.seller_id
       WHERE s.booking_id = NEW.booking_id AND s.seller_id = NEW.seller_id AND s.state = 'confirmed' AND s.currency = NEW.currency
         AND s.price_cents - s.fee_cents - s.gst_cents - s.netted_cents = NEW.amount_cents
         AND a.provider_account_id = NEW.provider_account_id) THEN
    RAISE EXCEPTION 'transfer % is not what its sale owes', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_of_confirmed_sale';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transfer_of_confirmed_sale BEFORE INSERT ON transfer FOR EACH ROW EXECUTE FUNCTION transfer_belongs_to_sale();

-- A payout begins while its transfer is made, with all of its money.
CREATE FUNCTION payout_belongs_to_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'sending' OR NOT EXISTS (
       SELECT FROM transfer t WHERE t.id = NEW.transfer_id AND t.state = 'made' AND t.booking_id = NEW.booking_id
         AND t.seller_id = NEW.seller_id AND t.provider_account_id = NEW.provider_account_id
         AND t.currency = NEW.currency AND t.amount_cents = NEW.amount_cents) THEN
    RAISE EXCEPTION 'payout % is not what its transfer holds', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_of_made_transfer';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_of_made_transfer BEFORE INSERT ON payout FOR EACH ROW EXECUTE FUNCTION payout_belongs_to_transfer();

-- At the end of a transaction every state has its entry in the ledger.
CREATE FUNCTION transfer_is_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest transfer%ROWTYPE;
BEGIN
  SELECT * INTO latest FROM transfer WHERE id = NEW.id;
  IF latest.state IN ('made', 'reversing', 'reversed')
       AND NOT EXISTS (SELECT FROM ledger_entry WHERE cause = 'transfer' AND cause_id = latest.id::text)
     OR (latest.state = 'reversed')
       <> EXISTS (SELECT FROM ledger_entry WHERE cause = 'transfer-reversed' AND cause_id = latest.id::text) THEN
    RAISE EXCEPTION 'transfer %, which is %, is not in the ledger', latest.id, latest.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_is_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfer_posted AFTER INSERT OR UPDATE OF state ON transfer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION transfer_is_posted();

CREATE FUNCTION payout_is_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest payout%ROWTYPE;
  posted text[];
BEGIN
  SELECT * INTO latest FROM payout WHERE id = NEW.id;
  posted := ARRAY(SELECT cause FROM ledger_entry WHERE cause_id = NEW.id::text AND cause LIKE 'payout-%' ORDER BY cause);
  IF posted <> (CASE latest.state
       WHEN 'under-way' THEN ARRAY['payout-sent']
       WHEN 'paid' THEN ARRAY['payout-paid', 'payout-sent']
       WHEN 'failed' THEN ARRAY['payout-failed', 'payout-sent']
       WHEN 'returned' THEN ARRAY['payout-paid', 'payout-returned', 'payout-sent']
       ELSE ARRAY[]::text[] END) THEN
    RAISE EXCEPTION 'payout %, which is %, is in the ledger as %', latest.id, latest.state, posted
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_is_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payout_posted AFTER INSERT OR UPDATE OF state ON payout DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION payout_is_posted();

-- A sale is transferred exactly while its transfer is made, and paid out exactly while a payout is paid or its whole share has
-- paid a debt. A refunded sale may keep both: its money was at the seller's bank already.
CREATE FUNCTION sale_fits_its_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := to_jsonb(NEW) ->> 'booking_id';
  sold sale%ROWTYPE;
  is_made boolean;
  is_paid boolean;
BEGIN
  SELECT * INTO sold FROM sale WHERE booking_id = booked;
  is_made := EXISTS (SELECT FROM transfer WHERE booking_id = booked AND state = 'made');
  is_paid := EXISTS (SELECT FROM payout WHERE booking_id = booked AND state = 'paid');
  IF sold.state = 'refunded' THEN
    RETURN NULL;
  END IF;
  IF (sold.state = 'transferred') <> (is_made AND NOT is_paid)
     OR (sold.state = 'paid-out') <> (is_paid OR coalesce(sold.netted_cents = sold.price_cents - sold.fee_cents - sold.gst_cents, false))
     OR EXISTS (SELECT FROM transfer WHERE booking_id = booked AND state IN ('reversing', 'reversed')) THEN
    RAISE EXCEPTION 'sale %, which is %, does not fit its transfer and payout', booked, sold.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_fits_payment';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER sale_fits_payment AFTER UPDATE OF state ON sale DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION sale_fits_its_payment();
CREATE CONSTRAINT TRIGGER transfer_fits_sale AFTER INSERT OR UPDATE OF state ON transfer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION sale_fits_its_payment();
CREATE CONSTRAINT TRIGGER payout_fits_sale AFTER INSERT OR UPDATE OF state ON payout DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION sale_fits_its_payment();

-- A seller reads their own (member-role.ts).
ALTER TABLE transfer ENABLE ROW LEVEL SECURITY;
CREATE POLICY transfer_of_member ON transfer FOR SELECT USING (seller_id = (SELECT member_id()));
ALTER TABLE payout ENABLE ROW LEVEL SECURITY;
CREATE POLICY payout_of_member ON payout FOR SELECT USING (seller_id = (SELECT member_id()));

-- Mails to the seller.
ALTER TABLE outbox
  DROP CONSTRAINT outbox_kind_check,
  ADD CONSTRAINT outbox_kind_check
    CHECK (kind IN ('booked', 'receipt', 'sold', 'car-lost', 'cancelled', 'refunded', 'digest', 'handed-over', 'confirmed',
                    'complaint', 'complaint-answered', 'complaint-decided', 'transferred', 'paid-out', 'payout-returned'));
