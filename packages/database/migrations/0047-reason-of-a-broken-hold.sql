-- The reason for which an admin broke a hold. An admin types it, so it stands in a row that can be changed and not in the audit,
-- whose entries stay (decision 0067).
ALTER TABLE payment_attempt ADD COLUMN break_reason text;
-- The column is new and empty. Without NOT VALID the whole table is read under its lock.
ALTER TABLE payment_attempt ADD CONSTRAINT payment_attempt_break_reason_check
  CHECK (length(break_reason) BETWEEN 1 AND 300) NOT VALID;
