-- An admin takes a car off sale in one way: it is hidden. A car that its seller has withdrawn can be hidden too.
-- `hidden_from` is the status that it gets back when an admin shows it again.

ALTER TABLE listing ADD COLUMN hidden_from text
  CONSTRAINT listing_hidden_from_values CHECK (hidden_from IN ('available', 'withdrawn'));
UPDATE listing SET hidden_from = 'available' WHERE status = 'hidden';

CREATE OR REPLACE FUNCTION listing_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND ((OLD.status, NEW.status) NOT IN
     (('draft', 'available'), ('available', 'withdrawn'), ('withdrawn', 'available'),
      ('available', 'sold'), ('withdrawn', 'sold'), ('sold', 'withdrawn'),
      ('available', 'hidden'), ('withdrawn', 'hidden'), ('hidden', 'available'), ('hidden', 'withdrawn'))
     OR OLD.status = 'hidden' AND NEW.status <> OLD.hidden_from) THEN
    RAISE EXCEPTION 'listing %: % cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'listing_lifecycle';
  END IF;
  RETURN NEW;
END $$;

-- The cars that an admin withdrew before: their last withdrawal was the act of another person than their seller. Acts of the
-- demo's admins do not count.
UPDATE listing SET status = 'hidden', hidden_from = 'available',
  hidden_reason = 'No reason was given. Please write to an admin.'
WHERE status = 'withdrawn' AND coalesce((
  SELECT e.actor_id IS NOT NULL AND e.actor_id <> listing.seller_id
  FROM audit_entry e LEFT JOIN account actor ON actor.id = e.actor_id
  WHERE e.noun = 'listing' AND e.noun_id = listing.id::text AND e.action = 'withdraw'
    AND (e.actor_id = listing.seller_id OR NOT coalesce(actor.is_demo, false))
  ORDER BY e.at DESC, e.id DESC LIMIT 1), false);

ALTER TABLE listing DROP CONSTRAINT listing_hidden_check;
-- A hidden car has a reason and a status from before, and no other car has them.
ALTER TABLE listing ADD CONSTRAINT listing_hidden_check CHECK (
  (status = 'hidden') = (hidden_reason IS NOT NULL) AND (status = 'hidden') = (hidden_from IS NOT NULL));
