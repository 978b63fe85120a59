-- The second factor at sign-in: authenticator apps, passkeys, recovery codes (decision 0040).

-- Since when a sign-in asks for a second factor; null: the account has none. The triggers on the factors keep it.
ALTER TABLE account ADD COLUMN second_factor_at timestamptz;
-- Whether the sign-in behind the session has passed the second factor.
ALTER TABLE session ADD COLUMN second_factor boolean NOT NULL DEFAULT false;

-- An authenticator app (RFC 6238). The secret is encrypted by the server (identity/seal-secret.ts).
CREATE TABLE app_factor (
  account_id    uuid PRIMARY KEY CONSTRAINT app_factor_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  -- the time step of the last accepted code: no code of it, or of an earlier one, is accepted again
  last_step     integer NOT NULL,
  created_at    timestamptz NOT NULL
);

-- A secret that is shown for an app to be set up, until one code of it has come back.
CREATE TABLE app_factor_draft (
  account_id    uuid PRIMARY KEY CONSTRAINT app_factor_draft_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  expires_at    timestamptz NOT NULL
);

-- A WebAuthn credential. `credential_id` is base64url, `public_key` COSE, `transports` joined by commas.
CREATE TABLE passkey (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL CONSTRAINT passkey_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  credential_id text NOT NULL CONSTRAINT passkey_credential_id_key UNIQUE
                CONSTRAINT passkey_credential_id_check CHECK (length(credential_id) <= 1400),
  public_key    bytea NOT NULL,
  sign_count    bigint NOT NULL CONSTRAINT passkey_sign_count_check CHECK (sign_count >= 0),
  transports    text NOT NULL CONSTRAINT passkey_transports_check CHECK (length(transports) <= 100),
  name          text NOT NULL CONSTRAINT passkey_name_check CHECK (length(name) BETWEEN 1 AND 60),
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
-- the passkeys of a person
CREATE INDEX passkey_account_id_idx ON passkey (account_id);

-- Recovery codes as hashes: 120 bits each, so a plain hash protects them (ASVS 6.5.2).
CREATE TABLE recovery_code (
  account_id uuid NOT NULL CONSTRAINT recovery_code_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  code_hash  text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at    timestamptz,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (account_id, code_hash)
);

-- A sign-in that has passed the first factor and waits for the second. It is no session.
CREATE TABLE pending_sign_in (
  token_hash       text PRIMARY KEY,
  account_id       uuid NOT NULL CONSTRAINT pending_sign_in_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  provider_id      text NOT NULL,
  -- the session that this sign-in confirms: the new one takes its place
  replaces_session uuid,
  tries            smallint NOT NULL DEFAULT 0,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL
);
-- the half-finished sign-ins of a person
CREATE INDEX pending_sign_in_account_id_idx ON pending_sign_in (account_id, created_at);

-- Challenges of passkeys that were answered: each counts once.
CREATE TABLE spent_challenge (
  challenge_hash text PRIMARY KEY,
  expires_at     timestamptz NOT NULL
);

CREATE FUNCTION account_has_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET second_factor_at = NEW.created_at WHERE id = NEW.account_id AND second_factor_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER app_factor_added AFTER INSERT ON app_factor
  FOR EACH ROW EXECUTE FUNCTION account_has_second_factor();
CREATE TRIGGER passkey_added AFTER INSERT ON passkey
  FOR EACH ROW EXECUTE FUNCTION account_has_second_factor();

CREATE FUNCTION account_lost_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app_factor WHERE account_id = OLD.account_id)
     AND NOT EXISTS (SELECT FROM passkey WHERE account_id = OLD.account_id) THEN
    UPDATE account SET second_factor_at = NULL WHERE id = OLD.account_id;
    -- They stand for a factor that is lost; without one they would open nothing, and a later factor brings its own.
    DELETE FROM recovery_code WHERE account_id = OLD.account_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER app_factor_removed AFTER DELETE ON app_factor
  FOR EACH ROW EXECUTE FUNCTION account_lost_second_factor();
CREATE TRIGGER passkey_removed AFTER DELETE ON passkey
  FOR EACH ROW EXECUTE FUNCTION account_lost_second_factor();

-- No code path begins a session around the second factor, the sign-in library's neither. The lock waits for a factor that is
-- being added.
CREATE FUNCTION refuse_session_without_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account WHERE id = NEW.account_id AND second_factor_at IS NOT NULL FOR SHARE;
  IF FOUND AND NOT NEW.second_factor THEN
    RAISE EXCEPTION 'the account asks for a second factor'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'session_second_factor_check', TABLE = 'session';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER session_second_factor BEFORE INSERT ON session
  FOR EACH ROW EXECUTE FUNCTION refuse_session_without_second_factor();
