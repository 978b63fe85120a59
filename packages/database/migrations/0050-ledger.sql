-- The double-entry ledger (decision 0070): every fact about money as postings that sum to zero.

-- One row a fact. A fact is recorded once: its cause and the id of its cause are unique. Numbers may have gaps.
CREATE TABLE ledger_entry (
  id         uuid CONSTRAINT ledger_entry_pkey PRIMARY KEY,
  number     bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT ledger_entry_number_key UNIQUE,
  cause      text NOT NULL CONSTRAINT ledger_entry_cause_check CHECK (cause IN ('charge', 'charge-void', 'sale', 'sale-undone',
               'refund-due', 'refund-paid', 'refund-returned', 'refund-void', 'dispute-withdrawn', 'dispute-returned',
               'dispute-lost')),
  cause_id   text NOT NULL,
  booking_id uuid NOT NULL CONSTRAINT ledger_entry_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  at         timestamptz NOT NULL,
  CONSTRAINT ledger_entry_cause_key UNIQUE (cause, cause_id)
);
CREATE INDEX ledger_entry_booking_id_idx ON ledger_entry (booking_id, number);
CREATE INDEX ledger_entry_at_idx ON ledger_entry (at);

-- Debits are positive, credits negative. Buyers and sellers have an account each, the other accounts exist once.
CREATE TABLE ledger_posting (
  entry_id     uuid NOT NULL CONSTRAINT ledger_posting_entry_id_fkey REFERENCES ledger_entry (id) ON DELETE RESTRICT,
  line         smallint NOT NULL CONSTRAINT ledger_posting_line_check CHECK (line > 0),
  account      text NOT NULL CONSTRAINT ledger_posting_account_check
                 CHECK (account IN ('provider_balance', 'buyer', 'seller_payable', 'refund', 'dispute', 'loss')),
  owner_id     uuid CONSTRAINT ledger_posting_owner_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  currency     text NOT NULL,
  amount_cents bigint NOT NULL CONSTRAINT ledger_posting_amount_check CHECK (amount_cents <> 0),
  CONSTRAINT ledger_posting_pkey PRIMARY KEY (entry_id, line),
  CONSTRAINT ledger_posting_owner_check CHECK ((account IN ('buyer', 'seller_payable')) = (owner_id IS NOT NULL))
);
CREATE INDEX ledger_posting_owner_idx ON ledger_posting (owner_id, account) WHERE owner_id IS NOT NULL;

-- The total of each account, kept by a trigger. Accounts without an owner have sixteen rows that are added up, so that
-- settlements do not wait for one row.
CREATE TABLE ledger_balance (
  account       text NOT NULL,
  owner_id      uuid CONSTRAINT ledger_balance_owner_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  currency      text NOT NULL,
  slot          smallint NOT NULL,
  balance_cents bigint NOT NULL,
  CONSTRAINT ledger_balance_key UNIQUE NULLS NOT DISTINCT (account, owner_id, currency, slot)
);

-- The rows are changed in one order, so that two entries cannot wait for each other.
CREATE FUNCTION ledger_posting_keeps_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_balance AS kept (account, owner_id, currency, slot, balance_cents)
  SELECT account, owner_id, currency, slot, sum(amount_cents)
  FROM (SELECT *, CASE WHEN owner_id IS NULL THEN (hashtext(entry_id::text) & 15)::smallint ELSE 0::smallint END AS slot
        FROM added) AS posted
  GROUP BY account, owner_id, currency, slot
  ORDER BY account, owner_id, currency, slot
  ON CONFLICT ON CONSTRAINT ledger_balance_key DO UPDATE SET balance_cents = kept.balance_cents + excluded.balance_cents;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_posting_balances AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_posting_keeps_balances();

-- At the end of its transaction an entry has postings, and they sum to zero in each currency.
CREATE FUNCTION ledger_entry_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked uuid := CASE TG_TABLE_NAME WHEN 'ledger_entry' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'entry_id' END;
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_posting WHERE entry_id = checked)
     OR EXISTS (SELECT FROM ledger_posting WHERE entry_id = checked GROUP BY currency HAVING sum(amount_cents) <> 0) THEN
    RAISE EXCEPTION 'the postings of ledger entry % do not sum to zero', checked
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_sums_to_zero';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entry_zero AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_sums_to_zero();
CREATE CONSTRAINT TRIGGER ledger_posting_zero AFTER INSERT ON ledger_posting DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_sums_to_zero();

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only';
END $$;
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_entry_no_truncate BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_posting_append_only BEFORE UPDATE OR DELETE ON ledger_posting
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_posting_no_truncate BEFORE TRUNCATE ON ledger_posting
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- The member role reads nothing of the ledger: row level security without a policy.
ALTER TABLE ledger_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_posting ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_balance ENABLE ROW LEVEL SECURITY;

-- The amount that a dispute withdraws; a fraud warning withdraws nothing.
ALTER TABLE dispute ADD COLUMN amount_cents bigint CONSTRAINT dispute_amount_check CHECK (amount_cents > 0);
UPDATE dispute SET amount_cents = (SELECT amount_cents FROM payment_attempt WHERE payment_attempt.intent_id = dispute.intent_id)
  WHERE kind = 'dispute';

-- Entries for the payments, refunds and disputes that earlier versions have recorded.
CREATE TEMPORARY TABLE old_fact ON COMMIT DROP AS
  SELECT gen_random_uuid() AS id, * FROM (
    SELECT 1 AS step, 'charge' AS cause, p.intent_id AS cause_id, p.booking_id, p.currency, p.amount_cents, p.paid_at AS at,
           'provider_balance' AS debited, NULL::uuid AS debtor_id, 'buyer' AS credited, p.buyer_id AS creditor_id
    FROM payment p
    UNION ALL
    SELECT 2, 'sale', p.id::text, p.booking_id, p.currency, p.amount_cents, p.paid_at,
           'buyer', p.buyer_id, 'seller_payable', b.seller_id
    FROM payment p JOIN booking b ON b.id = p.booking_id
    UNION ALL
    SELECT 1, 'charge', r.intent_id, a.booking_id, r.currency, r.amount_cents, r.created_at,
           'provider_balance', NULL, 'buyer', a.buyer_id
    FROM refund r JOIN payment_attempt a ON a.id = r.attempt_id
    WHERE NOT EXISTS (SELECT FROM payment p WHERE p.attempt_id = a.id)
    UNION ALL
    SELECT 3, 'sale-undone', p.id::text, p.booking_id, p.currency, p.amount_cents, r.created_at,
           'seller_payable', b.seller_id, 'buyer', p.buyer_id
    FROM refund r JOIN payment p ON p.attempt_id = r.attempt_id JOIN booking b ON b.id = p.booking_id
    UNION ALL
    -- A void refund that the provider never knew belongs to a charge that it never made.
    SELECT 4, 'charge-void', p.id::text, p.booking_id, p.currency, p.amount_cents, r.created_at,
           'buyer', p.buyer_id, 'provider_balance', NULL
    FROM refund r JOIN payment p ON p.attempt_id = r.attempt_id
    WHERE r.state = 'void' AND NOT EXISTS (SELECT FROM dispute d WHERE d.intent_id = r.intent_id AND d.provider_status = 'lost')
    UNION ALL
    SELECT 4, 'refund-due', r.id::text, a.booking_id, r.currency, r.amount_cents, r.created_at,
           'buyer', a.buyer_id, 'refund', NULL
    FROM refund r JOIN payment_attempt a ON a.id = r.attempt_id
    WHERE r.state <> 'void' OR EXISTS (SELECT FROM dispute d WHERE d.intent_id = r.intent_id AND d.provider_status = 'lost')
    UNION ALL
    SELECT 5, 'refund-paid', r.id || ':' || r.round, a.booking_id, r.currency, r.amount_cents, r.updated_at,
           'refund', NULL, 'provider_balance', NULL
    FROM refund r JOIN payment_attempt a ON a.id = r.attempt_id
    WHERE r.state = 'succeeded'
    UNION ALL
    SELECT 6, 'refund-void', r.id::text, a.booking_id, r.currency, r.amount_cents, r.updated_at,
           'refund', NULL, 'loss', NULL
    FROM refund r JOIN payment_attempt a ON a.id = r.attempt_id
    WHERE r.state = 'void' AND EXISTS (SELECT FROM dispute d WHERE d.intent_id = r.intent_id AND d.provider_status = 'lost')
    UNION ALL
    SELECT 3, 'dispute-withdrawn', d.id, a.booking_id, a.currency, d.amount_cents, d.created_at,
           'dispute', NULL, 'provider_balance', NULL
    FROM dispute d JOIN payment_attempt a ON a.intent_id = d.intent_id
    WHERE d.kind = 'dispute' AND d.provider_status NOT IN ('won', 'prevented') AND d.provider_status NOT LIKE 'warning\_%'
    UNION ALL
    SELECT 5, 'dispute-lost', d.id, a.booking_id, a.currency, d.amount_cents, d.updated_at,
           'loss', NULL, 'dispute', NULL
    FROM dispute d JOIN payment_attempt a ON a.intent_id = d.intent_id
    WHERE d.kind = 'dispute' AND d.provider_status = 'lost'
  ) AS facts;
INSERT INTO ledger_entry (id, cause, cause_id, booking_id, at)
  SELECT id, cause, cause_id, booking_id, at FROM old_fact ORDER BY at, step;
INSERT INTO ledger_posting (entry_id, line, account, owner_id, currency, amount_cents)
  SELECT id, 1, debited, debtor_id, currency, amount_cents FROM old_fact
  UNION ALL
  SELECT id, 2, credited, creditor_id, currency, -amount_cents FROM old_fact;
INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id, before, after)
  SELECT gen_random_uuid(), now(), NULL, 'post', 'ledger_entry', id::text, NULL,
         jsonb_build_object('cause', cause, 'causeId', cause_id, 'currency', currency, 'postings', jsonb_build_array(
           jsonb_build_object('account', debited, 'ownerId', debtor_id, 'cents', amount_cents::text),
           jsonb_build_object('account', credited, 'ownerId', creditor_id, 'cents', (-amount_cents)::text)))
  FROM old_fact;
-- The constraints are checked here, because a table with pending checks cannot be changed in the same transaction.
SET CONSTRAINTS ALL IMMEDIATE;

-- A payment is not saved without its entries, nor a refund, whatever code runs.
CREATE FUNCTION payment_is_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entry WHERE cause = 'sale' AND cause_id = NEW.id::text)
     OR NOT EXISTS (SELECT FROM ledger_entry WHERE cause = 'charge' AND cause_id = NEW.intent_id) THEN
    RAISE EXCEPTION 'payment % is not in the ledger', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_is_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payment_posted AFTER INSERT ON payment DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION payment_is_posted();

CREATE FUNCTION refund_is_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- The newest state: within one transaction a refund may be inserted and changed.
  latest refund%ROWTYPE;
BEGIN
  SELECT * INTO latest FROM refund WHERE id = NEW.id;
  IF latest.state = 'succeeded' AND NOT EXISTS (
       SELECT FROM ledger_entry WHERE cause = 'refund-paid' AND cause_id = latest.id || ':' || latest.round)
     OR latest.state IN ('due', 'pending', 'failed') AND NOT EXISTS (
       SELECT FROM ledger_entry WHERE cause = 'refund-due' AND cause_id = latest.id::text)
     OR latest.state = 'void' AND NOT EXISTS (
       SELECT FROM ledger_entry WHERE cause = 'refund-void' AND cause_id = latest.id::text)
       AND NOT EXISTS (SELECT FROM ledger_entry e JOIN payment p ON p.id::text = e.cause_id
                       WHERE e.cause = 'charge-void' AND p.attempt_id = latest.attempt_id) THEN
    RAISE EXCEPTION 'refund %, which is %, is not in the ledger', latest.id, latest.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_is_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER refund_posted AFTER INSERT OR UPDATE OF state ON refund DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refund_is_posted();
