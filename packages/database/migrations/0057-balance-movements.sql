-- What the provider says has changed Car House's balance there, as it lists it. The reconciliation explains every movement.
CREATE TABLE balance_movement (
  id           text CONSTRAINT balance_movement_pkey PRIMARY KEY,
  type         text NOT NULL,
  currency     text NOT NULL,
  -- Positive: money that comes into the balance. The fee is taken from it in addition.
  amount_cents bigint NOT NULL,
  fee_cents    bigint NOT NULL,
  -- The charge, refund, transfer, reversal, dispute or payout that has moved the money.
  source_id    text,
  -- The payment intent of a charge, a refund or a dispute.
  intent_id    text,
  -- The transfer of a reversal.
  transfer_id  text,
  booking_id   uuid CONSTRAINT balance_movement_booking_id_fkey REFERENCES booking (id) ON DELETE RESTRICT,
  at           timestamptz NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE INDEX balance_movement_at_idx ON balance_movement (at);
CREATE INDEX balance_movement_intent_id_idx ON balance_movement (intent_id) WHERE intent_id IS NOT NULL;
CREATE INDEX balance_movement_booking_id_idx ON balance_movement (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX balance_movement_transfer_id_idx ON balance_movement (transfer_id) WHERE transfer_id IS NOT NULL;

CREATE FUNCTION balance_movement_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'movements of the balance are append-only'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'balance_movement_append_only';
END $$;
CREATE TRIGGER balance_movement_append_only BEFORE UPDATE OR DELETE ON balance_movement
  FOR EACH ROW EXECUTE FUNCTION balance_movement_is_append_only();

-- The member role reads nothing of it: row level security without a policy.
ALTER TABLE balance_movement ENABLE ROW LEVEL SECURITY;
