-- An admin can also hide a draft, and a car that its seller marked as sold without a payment here. `hidden_from` is the status
-- that a hidden car gets when the hiding ends. A car that was marked as sold is withdrawn then.

ALTER TABLE listing DROP CONSTRAINT listing_hidden_from_values;
ALTER TABLE listing ADD CONSTRAINT listing_hidden_from_values
  CHECK (hidden_from IN ('available', 'withdrawn', 'draft'));

CREATE OR REPLACE FUNCTION listing_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND ((OLD.status, NEW.status) NOT IN
     (('draft', 'available'), ('available', 'withdrawn'), ('withdrawn', 'available'),
      ('available', 'sold'), ('withdrawn', 'sold'), ('sold', 'withdrawn'),
      ('available', 'hidden'), ('withdrawn', 'hidden'), ('draft', 'hidden'), ('sold', 'hidden'),
      ('hidden', 'available'), ('hidden', 'withdrawn'), ('hidden', 'draft'))
     OR OLD.status = 'hidden' AND NEW.status <> OLD.hidden_from) THEN
    RAISE EXCEPTION 'listing %: % cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'listing_lifecycle';
  END IF;
  RETURN NEW;
END $$;
