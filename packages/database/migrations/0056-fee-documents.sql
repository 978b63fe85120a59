-- Invoices of the fees, and what a list of all payments to sellers reads (decision 0077).

-- An invoice for the fee of a confirmed sale, and the credit note that takes it back when the sale is refunded. What it says
-- is kept as it was issued. Numbers have no gaps within a kind and a year, because rows are never removed.
CREATE TABLE fee_document (
  booking_id       uuid NOT NULL CONSTRAINT fee_document_booking_id_fkey REFERENCES sale (booking_id) ON DELETE RESTRICT,
  kind             text NOT NULL CONSTRAINT fee_document_kind_check CHECK (kind IN ('invoice', 'credit-note')),
  -- The calendar year in Singapore in which it was issued.
  year             integer NOT NULL CONSTRAINT fee_document_year_check CHECK (year BETWEEN 2000 AND 2999),
  number           integer NOT NULL CONSTRAINT fee_document_number_check CHECK (number > 0),
  seller_id        uuid NOT NULL CONSTRAINT fee_document_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  currency         text NOT NULL,
  fee_cents        bigint NOT NULL CONSTRAINT fee_document_fee_check CHECK (fee_cents > 0),
  gst_cents        bigint NOT NULL CONSTRAINT fee_document_gst_check CHECK (gst_cents >= 0),
  supplier_name    text NOT NULL CONSTRAINT fee_document_supplier_name_check CHECK (length(supplier_name) <= 200),
  supplier_address text NOT NULL CONSTRAINT fee_document_supplier_address_check CHECK (length(supplier_address) <= 400),
  -- Null when the operator was not registered for GST.
  gst_number       text CONSTRAINT fee_document_gst_number_check CHECK (length(gst_number) <= 40),
  issued_at        timestamptz NOT NULL,
  CONSTRAINT fee_document_pkey PRIMARY KEY (booking_id, kind),
  CONSTRAINT fee_document_number_key UNIQUE (kind, year, number)
);

-- One document at a time gets the next number of its kind and year. It says what the sale says, and a credit note follows its
-- invoice.
CREATE FUNCTION fee_document_is_next() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('fee_document'));
  IF NEW.number <> 1 + coalesce((SELECT max(number) FROM fee_document WHERE kind = NEW.kind AND year = NEW.year), 0) THEN
    RAISE EXCEPTION 'fee document % % of % is not the next one', NEW.kind, NEW.number, NEW.year
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fee_document_without_gaps';
  END IF;
  IF NOT EXISTS (
       SELECT FROM sale s WHERE s.booking_id = NEW.booking_id AND s.seller_id = NEW.seller_id AND s.currency = NEW.currency
         AND s.fee_cents = NEW.fee_cents AND s.gst_cents = NEW.gst_cents
         AND (NEW.kind = 'invoice' AND s.state IN ('confirmed', 'transferred', 'paid-out')
              OR NEW.kind = 'credit-note' AND s.state = 'refunded'
                 AND EXISTS (SELECT FROM fee_document d WHERE d.booking_id = NEW.booking_id AND d.kind = 'invoice'))) THEN
    RAISE EXCEPTION 'the % of sale % is not what the sale says', NEW.kind, NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fee_document_of_sale';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fee_document_next BEFORE INSERT ON fee_document FOR EACH ROW EXECUTE FUNCTION fee_document_is_next();

CREATE FUNCTION fee_document_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an issued document never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'fee_document_append_only';
END $$;
CREATE TRIGGER fee_document_append_only BEFORE UPDATE OR DELETE ON fee_document
  FOR EACH ROW EXECUTE FUNCTION fee_document_is_append_only();
CREATE TRIGGER fee_document_no_truncate BEFORE TRUNCATE ON fee_document
  FOR EACH STATEMENT EXECUTE FUNCTION fee_document_is_append_only();

-- A seller reads their own (member-role.ts).
ALTER TABLE fee_document ENABLE ROW LEVEL SECURITY;
CREATE POLICY fee_document_of_member ON fee_document FOR SELECT USING (seller_id = (SELECT member_id()));

-- The sales whose document the next run of the reconciler issues.
CREATE INDEX sale_with_fee_idx ON sale (confirmed_at) WHERE fee_cents > 0 AND confirmed_at IS NOT NULL;

-- The list of all payments to sellers: those that are not at their end, the oldest first.
CREATE INDEX sale_unpaid_idx ON sale (paid_at, booking_id) WHERE state NOT IN ('paid-out', 'refunded');
CREATE INDEX sale_state_idx ON sale (state, paid_at, booking_id) WHERE state IN ('paid-out', 'refunded');

-- A day of the ledger enters the audit once, whatever number of server nodes writes it.
CREATE UNIQUE INDEX audit_entry_ledger_day_key ON audit_entry (noun_id) WHERE noun = 'ledger_day';
