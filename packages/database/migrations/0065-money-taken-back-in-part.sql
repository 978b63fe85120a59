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
    'debt', 'debt-cancelled', 'debt-netted', 'debt-netting-undone', 'deposit-forfeited'));

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
