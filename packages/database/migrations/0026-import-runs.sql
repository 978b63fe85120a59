-- Dealers' files are read in processes of their own: an upload is examined after its answer, and a person can stop the work.
ALTER TABLE import DROP CONSTRAINT import_state_check;
ALTER TABLE import ADD CONSTRAINT import_state_check CHECK (state IN
  ('receiving', 'examining', 'unreadable', 'ready', 'checking', 'checked', 'running', 'done', 'withdrawing', 'failed', 'stopped'));
-- the process that works on it: what an earlier one still writes is refused
ALTER TABLE import ADD COLUMN run_id uuid;
-- the counts of finished batches, written in their transactions
ALTER TABLE import ADD COLUMN progress jsonb;
-- which kind of fault, or which budget
ALTER TABLE import ADD COLUMN fault_code text CONSTRAINT import_fault_code_check CHECK (fault_code ~ '^[A-Z_]{1,40}$');
-- one examination of each seller waits or goes on, so that nobody fills the queue
CREATE UNIQUE INDEX import_one_examined_per_seller_key ON import (seller_id) WHERE state = 'examining';
