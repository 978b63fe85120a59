-- Sellers' payout accounts (decision 0071): one row a seller, from the seller's first mailed confirmation on. What the
-- provider says about the account is kept for the screens and for what decides whether a seller can be paid.
CREATE TABLE payout_account (
  seller_id           uuid CONSTRAINT payout_account_pkey PRIMARY KEY
                      CONSTRAINT payout_account_seller_id_fkey REFERENCES account (id) ON DELETE RESTRICT,
  state               text NOT NULL
                      CONSTRAINT payout_account_state_check CHECK (state IN ('none', 'onboarding', 'active', 'restricted')),
  provider_account_id text CONSTRAINT payout_account_provider_account_id_key UNIQUE,
  -- The key of the call that makes the account at the provider. It is saved before the call, so a repetition finds the same one.
  idempotency_key     text NOT NULL CONSTRAINT payout_account_idempotency_key_key UNIQUE,
  details_submitted   boolean NOT NULL DEFAULT false,
  -- The provider's codes of what the seller must still give.
  requirements        jsonb NOT NULL DEFAULT '[]'
                      CONSTRAINT payout_account_requirements_check CHECK (jsonb_typeof(requirements) = 'array'),
  disabled_reason     text,
  bank_id             text,
  bank_name           text CONSTRAINT payout_account_bank_name_check CHECK (length(bank_name) <= 100),
  bank_last4          text CONSTRAINT payout_account_bank_last4_check CHECK (length(bank_last4) <= 4),
  bank_since          timestamptz,
  confirmed_at        timestamptz NOT NULL,
  started_at          timestamptz,
  checked_at          timestamptz,
  -- When the provider is asked next; null: not before the seller starts.
  next_check_at       timestamptz,
  created_at          timestamptz NOT NULL,
  state_since         timestamptz NOT NULL,
  CONSTRAINT payout_account_provider_check CHECK ((state = 'none') = (provider_account_id IS NULL)),
  CONSTRAINT payout_account_start_check CHECK (state = 'none' OR started_at IS NOT NULL),
  CONSTRAINT payout_account_bank_check
    CHECK ((bank_id IS NULL) = (bank_last4 IS NULL) AND (bank_id IS NULL) = (bank_since IS NULL))
);
-- The accounts that the reconciler reads next.
CREATE INDEX payout_account_next_check_at_idx ON payout_account (next_check_at) WHERE next_check_at IS NOT NULL;

-- The table of packages/domain/payout-account/payout-account-lifecycle.ts, whatever code runs. The account at the provider is
-- chosen once: no code sends a seller's money to another one.
CREATE FUNCTION payout_account_keeps_its_lifecycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
     (('none', 'onboarding'), ('onboarding', 'active'), ('onboarding', 'restricted'), ('active', 'restricted'),
      ('restricted', 'active')) THEN
    RAISE EXCEPTION 'payout account of %: % cannot become %', OLD.seller_id, OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_account_lifecycle';
  END IF;
  IF OLD.provider_account_id IS NOT NULL AND NEW.provider_account_id IS DISTINCT FROM OLD.provider_account_id
     OR NEW.seller_id <> OLD.seller_id OR NEW.idempotency_key <> OLD.idempotency_key THEN
    RAISE EXCEPTION 'payout account of %: seller and provider account never change', OLD.seller_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_account_identity';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_account_lifecycle BEFORE UPDATE ON payout_account
  FOR EACH ROW EXECUTE FUNCTION payout_account_keeps_its_lifecycle();

-- A seller reads their own payout account (member-role.ts).
ALTER TABLE payout_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY payout_account_of_member ON payout_account FOR SELECT USING (seller_id = (SELECT member_id()));

-- The mail that asks a seller whether they want to be paid.
ALTER TABLE account_link
  DROP CONSTRAINT account_link_purpose_check,
  ADD CONSTRAINT account_link_purpose_check CHECK (purpose IN ('reset-password', 'confirm-email', 'confirm-payouts'));
