-- What people write to the house by the feedback form.

CREATE TABLE feedback (
  id          uuid PRIMARY KEY,
  -- where an answer would go, as the sender wrote it; nobody has proved that it is his
  email       text NOT NULL CONSTRAINT feedback_email_check CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  -- empty once its sender has left
  text        text NOT NULL CONSTRAINT feedback_text_check CHECK (length(text) <= 2000),
  -- the account that was signed in; null for visitors
  account_id  uuid CONSTRAINT feedback_account_id_fkey REFERENCES account (id) ON DELETE SET NULL,
  created_at  timestamptz NOT NULL,
  read_at     timestamptz,
  archived_at timestamptz
);
-- the admins' list, newest first, paged by key
CREATE INDEX feedback_newest_idx ON feedback (created_at DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX feedback_unread_idx ON feedback (created_at DESC, id DESC) WHERE read_at IS NULL AND archived_at IS NULL;
-- the archive, and what the retention removes from it
CREATE INDEX feedback_archived_idx ON feedback (created_at DESC, id DESC) WHERE archived_at IS NOT NULL;
-- the own feedback in an export, and what a deletion forgets
CREATE INDEX feedback_account_id_idx ON feedback (account_id);
CREATE INDEX feedback_email_idx ON feedback (email);
