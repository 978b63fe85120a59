-- Ways into an account: connecting one is in the audit, and none opens a deleted account.

-- Connecting a provider is written by the sign-in library, in a statement of its own. The entry is made here, so that there
-- is no connection without one (RELIABILITY I22).
CREATE FUNCTION audit_connected_provider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entry (id, at, actor_id, action, noun, noun_id, before, after)
  VALUES (gen_random_uuid(), NEW.created_at, NEW.account_id, 'connect-provider', 'account', NEW.account_id::text, NULL,
    jsonb_build_object('provider', NEW.provider_id));
  RETURN NULL;
END $$;
CREATE TRIGGER credential_connected AFTER INSERT ON credential
  FOR EACH ROW WHEN (NEW.provider_id <> 'credential') EXECUTE FUNCTION audit_connected_provider();

-- A sign-in by a provider and a deletion may happen at once. The lock waits for the deletion (RELIABILITY I15).
CREATE FUNCTION refuse_session_of_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account WHERE id = NEW.account_id AND status <> 'deleted' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the account is deleted'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'session_live_account_check', TABLE = 'session';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER session_live_account BEFORE INSERT ON session
  FOR EACH ROW EXECUTE FUNCTION refuse_session_of_deleted_account();
