-- A change of the second factors, or of what leads to them, asks for a proof of one of them (decision 0045).

-- When the person of the session last proved one of their second factors for such a change; null: never.
ALTER TABLE session ADD COLUMN factor_proved_at timestamptz;
-- Whether the passkey signs in without the password. A new password ends it, until the passkey has finished a sign-in by that password.
ALTER TABLE passkey ADD COLUMN signs_in_alone boolean NOT NULL DEFAULT true;
