-- The network from which a seller signed up, as a keyed hash: accounts cost nothing, so those of one network that no admin has verified share
-- what one seller may have of the lists that everybody sees. It goes with the verification and with the account.
ALTER TABLE account ADD COLUMN sign_up_network text CONSTRAINT account_sign_up_network_check CHECK (length(sign_up_network) = 22);
-- who shares with whom: the seller alone, or the network
ALTER TABLE account ADD COLUMN share_group text NOT NULL
  GENERATED ALWAYS AS (CASE WHEN verified_at IS NULL THEN coalesce(sign_up_network, id::text) ELSE id::text END) STORED;
CREATE INDEX account_share_group_idx ON account (share_group);
