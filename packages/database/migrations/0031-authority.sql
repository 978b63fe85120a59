-- What an account may do is decided at the moment of the act: sessions end with it, and two admins decide some things.

-- Since when its person has been signed in, where that is before the session: confirming the password begins a new session, and
-- the absolute end of an admin's sign-in stays where it was.
ALTER TABLE session ADD COLUMN signed_in_at timestamptz;

-- Whoever changes the status or the role of an account ends its sessions, in the same transaction. The first role of a sign-up
-- takes nothing away.
CREATE FUNCTION end_sessions_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session WHERE account_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_ends_sessions AFTER UPDATE OF status, role ON account
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR (OLD.role IS NOT NULL AND NEW.role IS DISTINCT FROM OLD.role))
  EXECUTE FUNCTION end_sessions_of_account();

-- A sign-in and a suspension may happen at once. The lock waits for the suspension, as for a deletion before.
CREATE OR REPLACE FUNCTION refuse_session_of_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account WHERE id = NEW.account_id AND status = 'active' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the account is not active'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'session_live_account_check', TABLE = 'session';
  END IF;
  RETURN NEW;
END $$;

-- An admin who was made by another waits for a second one where there is one. Whoever is rejected, or waits too long, is deleted.
ALTER TABLE account DROP CONSTRAINT account_status_check;
ALTER TABLE account ADD CONSTRAINT account_status_check CHECK (status IN ('waiting', 'active', 'suspended', 'deleted'));
ALTER TABLE account ADD CONSTRAINT account_waiting_admin_check CHECK (status <> 'waiting' OR role = 'admin');
CREATE OR REPLACE FUNCTION account_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN
     (('active', 'suspended'), ('suspended', 'active'), ('active', 'deleted'), ('suspended', 'deleted'),
      ('waiting', 'active'), ('waiting', 'deleted')) THEN
    RAISE EXCEPTION 'account %: % cannot become %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_lifecycle';
  END IF;
  RETURN NEW;
END $$;

-- What one admin has asked for and another one decides.
CREATE TABLE approval (
  id           uuid PRIMARY KEY,
  kind         text NOT NULL CONSTRAINT approval_kind_check CHECK (kind IN ('new-admin', 'refund')),
  state        text NOT NULL CONSTRAINT approval_state_check
               CHECK (state IN ('waiting', 'confirmed', 'rejected', 'withdrawn', 'expired')),
  account_id   uuid CONSTRAINT approval_account_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  payment_id   uuid CONSTRAINT approval_payment_id_fkey REFERENCES payment (id) ON DELETE RESTRICT,
  -- why money goes back, in the words of who asked; empty for a new admin
  reason       text NOT NULL CONSTRAINT approval_reason_check CHECK (length(reason) <= 300),
  requested_by uuid NOT NULL CONSTRAINT approval_requested_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  requested_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  decided_by   uuid CONSTRAINT approval_decided_by_fkey REFERENCES account (id) ON DELETE RESTRICT,
  decided_at   timestamptz,
  CONSTRAINT approval_subject_check CHECK (
    (kind = 'new-admin' AND account_id IS NOT NULL AND payment_id IS NULL) OR
    (kind = 'refund' AND payment_id IS NOT NULL AND account_id IS NULL)),
  CONSTRAINT approval_decided_check CHECK ((state = 'waiting') = (decided_at IS NULL)),
  -- nobody confirms what they have asked for
  CONSTRAINT approval_two_admins_check CHECK (
    CASE state WHEN 'confirmed' THEN decided_by IS NOT NULL AND decided_by <> requested_by
               WHEN 'rejected' THEN decided_by IS NOT NULL AND decided_by <> requested_by
               WHEN 'withdrawn' THEN decided_by IS NOT NULL
               ELSE decided_by IS NULL END)
);
-- one question at a time about one thing
CREATE UNIQUE INDEX approval_waiting_account_key ON approval (account_id) WHERE state = 'waiting';
CREATE UNIQUE INDEX approval_waiting_payment_key ON approval (payment_id) WHERE state = 'waiting';
-- the admins' list, newest first
CREATE INDEX approval_newest_idx ON approval (requested_at DESC, id DESC);
