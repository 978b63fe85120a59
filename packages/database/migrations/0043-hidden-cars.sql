-- An admin can hide a car that is on sale: only its seller and admins see it, and its seller reads the reason.

ALTER TABLE listing ADD COLUMN hidden_reason text
  CONSTRAINT listing_hidden_reason_check CHECK (length(hidden_reason) BETWEEN 1 AND 300);
ALTER TABLE listing DROP CONSTRAINT listing_status_check;
ALTER TABLE listing ADD CONSTRAINT listing_status_check
  CHECK (status IN ('draft', 'available', 'sold', 'withdrawn', 'hidden'));
-- A hidden car has a reason, and no other car has one.
ALTER TABLE listing ADD CONSTRAINT listing_hidden_check CHECK ((status = 'hidden') = (hidden_reason IS NOT NULL));

CREATE OR REPLACE FUNCTION listing_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN
     (('draft', 'available'), ('available', 'withdrawn'), ('withdrawn', 'available'),
      ('available', 'sold'), ('withdrawn', 'sold'), ('sold', 'withdrawn'),
      ('available', 'hidden'), ('hidden', 'available')) THEN
    RAISE EXCEPTION 'listing %: % cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'listing_lifecycle';
  END IF;
  RETURN NEW;
END $$;

-- the admin's list of all cars, newest first, in every status
CREATE INDEX listing_all_newest_idx ON listing (posted_at DESC, id DESC);
