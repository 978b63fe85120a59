-- Money of a refunded sale that comes back from the bank pays what is left of its seller's debt, and only the rest is sent to the
-- seller again (decision 0084).

ALTER TABLE transfer
  ADD COLUMN taken_back_cents bigint NOT NULL DEFAULT 0,
  -- When the provider has moved that part back from the seller's account.
  ADD COLUMN taken_back_at timestamptz,
  ADD CONSTRAINT transfer_taken_back_check CHECK (taken_back_cents >= 0 AND taken_back_cents < amount_cents
    AND (taken_back_at IS NULL OR taken_back_cents > 0) AND (taken_back_cents = 0 OR state = 'made'));

CREATE FUNCTION transfer_is_taken_back_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.taken_back_cents > 0 AND NEW.taken_back_cents <> OLD.taken_back_cents
     OR OLD.taken_back_at IS NOT NULL AND NEW.taken_back_at IS DISTINCT FROM OLD.taken_back_at
     OR NEW.taken_back_cents > OLD.taken_back_cents AND EXISTS (
       SELECT FROM payout WHERE transfer_id = NEW.id AND state IN ('sending', 'under-way', 'paid')) THEN
    RAISE EXCEPTION 'what is taken back of transfer % cannot change', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_taken_back_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transfer_taken_back_once BEFORE UPDATE ON transfer FOR EACH ROW
  WHEN (OLD.taken_back_cents <> NEW.taken_back_cents OR OLD.taken_back_at IS DISTINCT FROM NEW.taken_back_at)
  EXECUTE FUNCTION transfer_is_taken_back_once();

-- A payout has all money of its transfer that is in the seller's account and theirs.
CREATE OR REPLACE FUNCTION payout_belongs_to_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'sending' OR NOT EXISTS (
       SELECT FROM transfer t WHERE t.id = NEW.transfer_id AND t.state = 'made' AND t.booking_id = NEW.booking_id
         AND t.seller_id = NEW.seller_id AND t.provider_account_id = NEW.provider_account_id
         AND t.currency = NEW.currency AND t.amount_cents - t.taken_back_cents = NEW.amount_cents
         AND (t.taken_back_cents = 0 OR t.taken_back_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'payout % is not what its transfer holds', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_of_made_transfer';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_cause_check,
  ADD CONSTRAINT ledger_entry_cause_check CHECK (cause IN ('charge', 'charge-void', 'sale', 'sale-undone', 'refund-due',
    'refund-paid', 'refund-returned', 'refund-void', 'dispute-withdrawn', 'dispute-returned', 'dispute-lost', 'charge-fee',
    'transfer', 'transfer-reversed', 'transfer-part-reversed', 'payout-sent', 'payout-paid', 'payout-failed', 'payout-returned',
    'debt', 'debt-cancelled', 'debt-netted', 'debt-netting-undone', 'deposit-forfeited', 'deposit-undone', 'bank-part',
    'bank-part-returned'));

-- At the end of a transaction what is taken back has its entries, to the cent.
CREATE FUNCTION transfer_part_is_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest transfer%ROWTYPE;
BEGIN
  SELECT * INTO latest FROM transfer WHERE id = NEW.id;
  IF latest.taken_back_cents IS DISTINCT FROM (SELECT sum(p.amount_cents) FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
       WHERE e.cause = 'debt-cancelled' AND e.cause_id = latest.id::text AND p.account = 'seller_payable')
     OR (CASE WHEN latest.taken_back_at IS NULL THEN 0 ELSE latest.taken_back_cents END) IS DISTINCT FROM coalesce((
       SELECT sum(p.amount_cents) FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
       WHERE e.cause = 'transfer-part-reversed' AND e.cause_id = latest.id::text AND p.account = 'provider_balance'), 0) THEN
    RAISE EXCEPTION 'what is taken back of transfer % is not in the ledger', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_part_is_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfer_part_posted AFTER UPDATE ON transfer DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.taken_back_cents > 0) EXECUTE FUNCTION transfer_part_is_posted();

-- A forfeited deposit whose dispute is lost is undone, and its booking stays cancelled.
ALTER TABLE sale DROP CONSTRAINT sale_deposit_check, ADD CONSTRAINT sale_deposit_check
  CHECK (kind = 'car' OR state IN ('confirmed', 'frozen', 'transferred', 'paid-out', 'refunded') AND fee_cents = 0 AND gst_cents = 0
    AND handed_over_at IS NULL);
CREATE OR REPLACE FUNCTION refunded_booking_has_refunded_sale() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booked uuid := CASE TG_TABLE_NAME WHEN 'booking' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'booking_id' END;
BEGIN
  IF EXISTS (SELECT FROM sale s JOIN booking b ON b.id = s.booking_id
             WHERE s.booking_id = booked AND s.kind = 'car' AND (s.state = 'refunded') <> (b.status = 'refunded')) THEN
    RAISE EXCEPTION 'booking % and its sale are not refunded together', booked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_refunded_with_booking';
  END IF;
  RETURN NULL;
END $$;

-- At the end of a transaction an undone deposit is in the ledger, and its seller's part is lost to the bank of the buyer.
CREATE FUNCTION undone_deposit_is_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.price_cents IS DISTINCT FROM (SELECT sum(p.amount_cents) FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
       WHERE e.cause = 'deposit-undone' AND e.cause_id = NEW.payment_id::text AND p.account = 'seller_payable')
     OR NEW.price_cents > (SELECT coalesce(sum(d.amount_cents), 0) FROM dispute d JOIN payment p ON p.intent_id = d.intent_id
       WHERE p.id = NEW.payment_id AND d.kind = 'dispute' AND d.provider_status = 'lost') THEN
    RAISE EXCEPTION 'the deposit of booking % is undone without a lost dispute or its entry', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'undone_deposit_is_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER undone_deposit_posted AFTER UPDATE OF state ON sale DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind = 'deposit' AND NEW.state = 'refunded') EXECUTE FUNCTION undone_deposit_is_posted();
