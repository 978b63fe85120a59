-- An import of a seller who is not verified waits until an admin has looked at it.
ALTER TABLE import DROP CONSTRAINT import_state_check;
ALTER TABLE import ADD CONSTRAINT import_state_check CHECK (state IN
  ('receiving', 'examining', 'unreadable', 'ready', 'checking', 'checked', 'awaiting review', 'rejected', 'running', 'done',
   'withdrawing', 'failed', 'stopped'));
-- when an admin let it come in; null where nobody had to
ALTER TABLE import ADD COLUMN released_at timestamptz;
-- the admins' list, those that wait longest first
CREATE INDEX import_review_idx ON import (updated_at) WHERE state = 'awaiting review';
