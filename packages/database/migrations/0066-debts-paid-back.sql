-- A fee that was more than what a buyer paid here is a debt of the seller. When other sales have paid that debt and the sale is then
-- refunded, the money goes back to the seller by a transfer of its own (decision 0085).

ALTER TABLE sale
  -- What goes back to the seller of this refunded sale; null until that is decided.
  ADD COLUMN debt_refund_cents bigint,
  ADD CONSTRAINT sale_debt_refund_check CHECK (debt_refund_cents IS NULL OR state = 'refunded' AND kind = 'car'
    AND debt_refund_cents > 0 AND debt_refund_cents <= fee_cents + gst_cents + bank_cents - price_cents);
CREATE FUNCTION sale_keeps_its_debt_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what goes back to the seller of sale % cannot change', OLD.booking_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'sale_debt_refund_kept';
END $$;
CREATE TRIGGER sale_debt_refund_kept BEFORE UPDATE ON sale
  FOR EACH ROW WHEN (OLD.debt_refund_cents IS NOT NULL AND NEW.debt_refund_cents IS DISTINCT FROM OLD.debt_refund_cents)
  EXECUTE FUNCTION sale_keeps_its_debt_refund();

ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_cause_check,
  ADD CONSTRAINT ledger_entry_cause_check CHECK (cause IN ('charge', 'charge-void', 'sale', 'sale-undone', 'refund-due',
    'refund-paid', 'refund-returned', 'refund-void', 'dispute-withdrawn', 'dispute-returned', 'dispute-lost', 'charge-fee',
    'transfer', 'transfer-reversed', 'transfer-part-reversed', 'payout-sent', 'payout-paid', 'payout-failed', 'payout-returned',
    'debt', 'debt-cancelled', 'debt-netted', 'debt-netting-undone', 'debt-refunded', 'deposit-forfeited', 'deposit-undone',
    'bank-part', 'bank-part-returned'));

-- At the end of a transaction the amount has its entry and its transfer, to the cent.
CREATE FUNCTION debt_refund_is_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.debt_refund_cents IS DISTINCT FROM (SELECT sum(p.amount_cents) FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
       WHERE e.cause = 'debt-refunded' AND e.cause_id = NEW.booking_id::text AND p.account = 'seller_debt')
     OR NOT EXISTS (SELECT FROM transfer WHERE booking_id = NEW.booking_id AND charge_id IS NULL) THEN
    RAISE EXCEPTION 'what goes back to the seller of sale % is not in the ledger, or not transferred', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'debt_refund_is_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER debt_refund_posted AFTER UPDATE OF debt_refund_cents ON sale DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.debt_refund_cents IS NOT NULL) EXECUTE FUNCTION debt_refund_is_posted();

-- Such a transfer comes from no charge, because the charges of the sale are refunded.
ALTER TABLE transfer ALTER COLUMN charge_id DROP NOT NULL;
CREATE OR REPLACE FUNCTION transfer_belongs_to_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'sending' OR NOT EXISTS (
       SELECT FROM sale s JOIN payout_account a ON a.seller_id = s.seller_id
       JOIN payment p ON p.booking_id = s.booking_id
       WHERE s.booking_id = NEW.booking_id AND s.seller_id = NEW.seller_id AND s.currency = NEW.currency AND p.id = NEW.payment_id
         AND CASE WHEN NEW.charge_id IS NULL
               THEN s.state = 'refunded' AND s.payment_id = p.id AND NEW.amount_cents = s.debt_refund_cents
               ELSE s.state = 'confirmed' AND NEW.amount_cents <= p.amount_cents AND s.netted_cents IS NOT NULL END
         AND a.provider_account_id = NEW.provider_account_id) THEN
    RAISE EXCEPTION 'transfer % is not what its sale owes', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_of_confirmed_sale';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION transfers_sum_to_share() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owed bigint;
  live bigint;
BEGIN
  SELECT CASE WHEN NEW.charge_id IS NULL THEN debt_refund_cents ELSE share_cents - netted_cents END INTO owed
    FROM sale WHERE booking_id = NEW.booking_id;
  SELECT sum(amount_cents) INTO live FROM transfer WHERE booking_id = NEW.booking_id AND state <> 'refused';
  IF live IS DISTINCT FROM owed THEN
    RAISE EXCEPTION 'the transfers of sale % are not its share', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_sum_to_share';
  END IF;
  RETURN NULL;
END $$;
-- It is never taken back.
ALTER TABLE transfer ADD CONSTRAINT transfer_debt_refund_check
  CHECK (charge_id IS NOT NULL OR state IN ('sending', 'refused', 'made') AND taken_back_cents = 0);

-- An admin records that the money of a bank is sent back when the seller does not say so themselves, with the reason.
ALTER TABLE bank_part
  ADD COLUMN return_recorded_by uuid CONSTRAINT bank_part_return_recorded_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  ADD COLUMN return_reason text CONSTRAINT bank_part_return_reason_check CHECK (length(return_reason) BETWEEN 3 AND 300),
  ADD CONSTRAINT bank_part_return_recorded_check CHECK ((return_reason IS NULL OR return_recorded_by IS NOT NULL)
    AND (return_recorded_by IS NULL OR sent_back_at IS NOT NULL AND return_recorded_by <> received_by AND return_recorded_by <> stated_by));

-- The bank parts of buyers who lost the car to another buyer end with their orders. Nobody has stated anything about them. Their
-- audit entry is that of the lost order.
UPDATE bank_part k SET state = 'closed', updated_at = now()
  FROM booking b WHERE b.id = k.booking_id AND b.status = 'cancelled' AND k.state = 'expected';
