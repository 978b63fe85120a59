-- What visitors and users report about cars and sellers (decision 0081).

CREATE TABLE report (
  id          uuid CONSTRAINT report_pkey PRIMARY KEY,
  -- Null when the report is about the seller.
  listing_id  uuid CONSTRAINT report_listing_id_fkey REFERENCES listing (id) ON DELETE CASCADE,
  seller_id   uuid NOT NULL CONSTRAINT report_seller_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  -- Null for visitors, and after the account was deleted.
  reporter_id uuid CONSTRAINT report_reporter_id_fkey REFERENCES account (id) ON DELETE SET NULL,
  ground      text NOT NULL CONSTRAINT report_ground_check
                CHECK (ground IN ('not-real', 'not-theirs', 'wrong-facts', 'money-ahead', 'already-sold', 'other')),
  text        text NOT NULL CONSTRAINT report_text_check CHECK (length(text) <= 1000),
  state       text NOT NULL CONSTRAINT report_state_check CHECK (state IN ('open', 'dismissed', 'upheld', 'obsolete')),
  decision    text CONSTRAINT report_decision_check CHECK (length(decision) <= 300),
  decided_by  uuid CONSTRAINT report_decided_by_fkey REFERENCES account (id) ON DELETE SET NULL,
  created_at  timestamptz NOT NULL,
  closed_at   timestamptz,
  CONSTRAINT report_closed_check CHECK ((state = 'open') = (closed_at IS NULL)),
  CONSTRAINT report_decided_check CHECK (decision IS NULL OR state = 'dismissed'),
  CONSTRAINT report_own_check CHECK (reporter_id <> seller_id)
);
-- A user has one open report about a car or a seller.
CREATE UNIQUE INDEX report_one_open_key ON report (reporter_id, seller_id, listing_id) NULLS NOT DISTINCT
  WHERE state = 'open' AND reporter_id IS NOT NULL;
-- The admins' list of open reports, oldest first, and of closed ones, newest first.
CREATE INDEX report_open_idx ON report (created_at, id) WHERE state = 'open';
CREATE INDEX report_closed_idx ON report (created_at DESC, id DESC) WHERE state <> 'open';
-- The open reports about a seller and their cars: their number, and what a suspension upholds.
CREATE INDEX report_seller_id_idx ON report (seller_id);
-- The open reports about a car, which its hiding upholds, and the rows that go with a deleted car.
CREATE INDEX report_listing_id_idx ON report (listing_id);
-- The own reports in an export, and what a deletion forgets.
CREATE INDEX report_reporter_id_idx ON report (reporter_id);
-- What the retention removes.
CREATE INDEX report_closed_at_idx ON report (closed_at);

-- The table of packages/domain/report/report.ts, whatever code runs.
CREATE FUNCTION report_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND OLD.state <> 'open' THEN
    RAISE EXCEPTION 'report %: % cannot become %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'report_lifecycle';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER report_lifecycle BEFORE UPDATE ON report FOR EACH ROW EXECUTE FUNCTION report_keeps_its_lifecycle();

-- Members read no reports: a seller never learns who has reported them.
ALTER TABLE report ENABLE ROW LEVEL SECURITY;
