-- The mail of a sale that is undone because a bank has decided a dispute for the buyer. The other kinds stay as they are.
DO $$
DECLARE
  kinds text;
BEGIN
  SELECT replace(pg_get_constraintdef(oid), 'ARRAY[', 'ARRAY[''charged-back''::text, ') INTO STRICT kinds
    FROM pg_constraint WHERE conname = 'outbox_kind_check' AND conrelid = 'outbox'::regclass;
  EXECUTE 'ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check, ADD CONSTRAINT outbox_kind_check ' || kinds;
END $$;
