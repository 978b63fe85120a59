-- Sign-in by OpenID providers: which way in made a session, and nothing of a provider kept but who the person is there.

-- 'credential' is the password, as in the table of that name; else the provider ('google', 'openid')
ALTER TABLE session ADD COLUMN provider_id text NOT NULL DEFAULT 'credential'
  CONSTRAINT session_provider_id_check CHECK (length(provider_id) BETWEEN 1 AND 40);

-- we ask providers who somebody is, once, and act nowhere in his name: their tokens are never stored
ALTER TABLE credential ADD CONSTRAINT credential_no_tokens_check
  CHECK (access_token IS NULL AND refresh_token IS NULL AND id_token IS NULL);

-- one password and one subject of each provider a person; serves the look-ups by account as well
ALTER TABLE credential ADD CONSTRAINT credential_account_provider_key UNIQUE (account_id, provider_id);
DROP INDEX credential_account_id_idx;

-- Connecting a provider and being deleted may happen at once. Without this the subject could stay with the deleted account,
-- and its owner could never come back. The lock waits for the deletion.
CREATE FUNCTION refuse_credential_of_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account WHERE id = NEW.account_id AND status <> 'deleted' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the account is deleted'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'credential_live_account_check', TABLE = 'credential';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credential_live_account BEFORE INSERT ON credential
  FOR EACH ROW EXECUTE FUNCTION refuse_credential_of_deleted_account();
