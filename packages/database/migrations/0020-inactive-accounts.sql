-- Whose cars are not shown: few, so what is asked of fifty cars at once looks here instead of at the row of each seller.
CREATE INDEX account_inactive_idx ON account (id) WHERE status <> 'active';
